import type { Reads } from '../../db/pool/reads.ts';
import type { Days } from '../../lib/day-range.ts';
import { isFilter, type SaleFilter } from '../../rules/reports/sale-filter.ts';
import {
  addUp,
  reportTotals,
  type SaleSums,
  type SalesTotals,
} from '../../rules/reports/sales-totals.ts';
import { pageStart } from '../reports/page-start.ts';
import type { Page, SaleCursor } from '../reports/sales-page.queries.ts';
import { sumSales } from '../reports/sales-sums.queries.ts';
import type { ExportedVenue } from '../reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { inAllVenues } from '../venues/venue-access.ts';
import type { VenueRow } from '../venues/venues.queries.ts';
import { findPlace, listSalesOfVenues, type SaleOfVenue } from './sales-of-venues.queries.ts';
import { daysOfVenues } from './venue-days.ts';

type Deps = Pick<AppDeps, 'db' | 'flags' | 'now'> & { readonly reads: Reads };

interface SalesPageOptions extends Days, Omit<SaleFilter, 'weekday' | 'hour'> {
  /** Of venues without a clock. */
  timezone: string;
  sort: Page['sort'];
  size: number;
  laterThan?: string | undefined;
  earlierThan?: string | undefined;
}

export interface SalesOfVenues {
  venues: ExportedVenue[];
  totals: SalesTotals;
  orders: number;
  sales: SaleOfVenue[];
  /** The last sale that a filter examined, before the end of the days. */
  examined: SaleCursor | null;
  asOf: Date;
}

/** A page of the sales of these venues and the totals of all, in one snapshot, each by its own clock. */
export function readSalesOfVenues(
  deps: Deps,
  venues: readonly VenueRow[],
  { show, drink, reader, payment, sort, size, laterThan, earlierThan, ...days }: SalesPageOptions,
): Promise<SalesOfVenues> {
  const asOf = deps.now();
  const asked = { show, drink, reader, payment };
  return inAllVenues(deps.db, async () => {
    const among = await daysOfVenues(deps, venues, days);
    const read = await deps.reads.query((db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (snapshot) => {
          const start = await pageStart({ laterThan, earlierThan }, (id) =>
            findPlace(snapshot, among, id),
          );
          const sums: SaleSums[] = [];
          for (const { id, range } of among)
            sums.push(await sumSales(snapshot, { venueId: id, unitId: null }, range));
          const filter = isFilter(asked) ? asked : undefined;
          const page = { current: 1, size, sort, start, filter };
          return { total: addUp(sums), ...(await listSalesOfVenues(snapshot, among, page)) };
        }),
    );
    const { total, sales, examined } = read;
    const feesReported = among.every((venue) => venue.feesReported);
    const totals = reportTotals(total, { feesReported });
    return { venues: among, totals, orders: total.orders, sales, examined, asOf };
  });
}
