import type { QueryOf } from '../../contract/endpoint.ts';
import * as endpoints from '../../contract/venue-comparison.ts';
import { venuesCsvFileName } from '../../rules/reports/report-spans.ts';
import { maySeeDurations } from '../../rules/permissions.ts';
import { extendIdleTimeout } from '../http/connections.ts';
import type { Mount } from '../http/mount.ts';
import { kindsFor } from '../issues/read-issues.ts';
import { longestExportMs } from '../reports/sales-csv.ts';
import type { AppDeps } from '../shared/deps.ts';
import { localWorkLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';
import { requireTimezone } from '../venues/nights.ts';
import { requireVenuesOfOwner } from '../venues/venue-access.ts';
import { salesOfVenuesView, venueComparisonView } from './all-venues.view.ts';
import { compareVenues } from './compare-venues.ts';
import { downloadVenuesCsv } from './download-venues-csv.ts';
import { readSalesOfVenues } from './list-sales-of-venues.ts';

const daysOf = ({ from, to }: QueryOf<typeof endpoints.compareVenues>) =>
  from === undefined || to === undefined ? null : { from, to };

/** Venues a minute that an account may compare. */
const mostVenues = 1200;

export function allVenuesRoutes(mount: Mount, deps: AppDeps): void {
  const limit = localWorkLimit({ name: 'all venues', most: mostVenues, windowSeconds: 60 });

  mount(endpoints.compareVenues, async ({ actor, query, reads }) => {
    requireTimezone(query.timezone);
    const { venues } = await requireVenuesOfOwner(deps, actor, query.ownerId);
    await limit.count(requireAccount(actor).userId, venues.length);
    const compared = await compareVenues({ ...deps, reads }, venues, {
      ...query,
      days: daysOf(query),
      sameUnits: query.sameUnits === 'true',
      issueKinds: kindsFor(actor),
    });
    return venueComparisonView(compared, query.against);
  });

  mount(endpoints.listSalesOfVenues, async ({ actor, query, reads }) => {
    requireTimezone(query.timezone);
    const { venues } = await requireVenuesOfOwner(deps, actor, query.ownerId);
    await limit.count(requireAccount(actor).userId, venues.length);
    const { size } = query.pagination;
    const read = await readSalesOfVenues({ ...deps, reads }, venues, { ...query, size });
    return salesOfVenuesView(read, size, maySeeDurations(actor));
  });

  mount(endpoints.downloadVenuesCsv, async ({ actor, query, reads, raw, reply }) => {
    requireTimezone(query.timezone);
    const { venues } = await requireVenuesOfOwner(deps, actor, query.ownerId);
    const account = requireAccount(actor).userId;
    await limit.count(account, venues.length);
    extendIdleTimeout(raw, longestExportMs);
    const csv = await downloadVenuesCsv({ ...deps, reads }, account, venues, query);
    reply.type('text/csv; charset=utf-8');
    reply.header('x-total-count', csv.sales);
    const name = venuesCsvFileName(query.from, query.to);
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return csv.csv;
  });
}
