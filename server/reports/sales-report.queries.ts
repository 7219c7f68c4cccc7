/** Sums of a range and a page of its sales, in one snapshot: they match, even while orders arrive. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { SaleSums } from '../../rules/reports/sales-totals.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import {
  findExamined,
  type JsonSale,
  listSales,
  onlySlice,
  type Page,
  type SaleCursor,
  selectPage,
  shownSales,
} from './sales-page.queries.ts';
import { isLate, ofUnit, type SalesScope, selectSums } from './sales-sums.queries.ts';

export interface SalesReport {
  sums: SaleSums;
  late: LateSales;
  /** In slices that are short enough to be encoded at once. */
  sales: ShownSale[][];
  /** Where a filter stopped before the end of the range. */
  examined: SaleCursor | null;
}

/** Sales that arrived more than 15 minutes after they were sold. */
export interface LateSales {
  orders: number;
  grossCents: number;
}

/** Sums and late sales of a range, each as JSON. */
const selectFigures = (scope: SalesScope, { startMs, endMs }: TimeRange) => sql`
  (select row_to_json(sums) from (${selectSums(scope, { startMs, endMs })}) as sums) as sums, (
    select json_build_object('orders', count(*), 'grossCents',
      coalesce(sum(sale.price_cents + sale.tax_cents + sale.tip_cents), 0))
    from orders as sale
    where sale.venue_id = ${scope.venueId} and ${ofUnit('sale.unit_id', scope)}
      and sale.sold_at >= ${new Date(startMs)} and sale.sold_at < ${new Date(endMs)} and ${isLate}
  ) as late`;

type FiguresRow = Pick<SalesReport, 'sums' | 'late'>;

/** Usual pages take one statement and so one round trip; late and large ones take several in a transaction. */
export async function readSalesReport(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
  page: Page,
): Promise<SalesReport> {
  const selectedPage = selectPage(scope, range, page);
  if (selectedPage === null)
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const { rows } = await sql<FiguresRow>`select ${selectFigures(scope, range)}`.execute(
          snapshot,
        );
        const { sums, late } = onlyRow(rows);
        const listed = await listSales(snapshot, scope, range, page, sums.orders);
        const examined = await findExamined(snapshot, scope, range, page, listed);
        return { sums, late, sales: listed.slices, examined };
      });
  const { rows } = await sql<FiguresRow & { sales: JsonSale[] }>`
    select ${selectFigures(scope, range)}, ${selectedPage} as sales
  `.execute(db);
  const { sums, late, sales: read } = onlyRow(rows);
  const listed = onlySlice(page, shownSales(read));
  const examined = await findExamined(db, scope, range, page, listed);
  return { sums, late, sales: listed.slices, examined };
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('A select of values returns one row');
  return row;
}
