import * as endpoints from '../../contract/venue-comparison.ts';
import { venueMessages } from '../../rules/messages.ts';
import { type Actor, memberOf, ownerOf } from '../../rules/permissions.ts';
import { venuesCsvFileName } from '../../rules/reports/report-spans.ts';
import type { Mount } from '../http/mount.ts';
import { kindsFor } from '../issues/read-issues.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { localWorkLimit } from '../shared/rate-limit.ts';
import { assertNotTruncated, requireAccount } from '../shared/require.ts';
import { requireTimezone } from '../venues/nights.ts';
import { listVenuesOfOwner, type VenueRow } from '../venues/venues.queries.ts';
import { venueComparisonView } from './all-venues.view.ts';
import { compareVenues } from './compare-venues.ts';
import { downloadVenuesCsv } from './download-venues-csv.ts';

/** Venues a minute that an account may compare. */
const mostVenues = 1200;

export function allVenuesRoutes(mount: Mount, deps: AppDeps): void {
  const limit = localWorkLimit({ name: 'all venues', most: mostVenues, windowSeconds: 60 });

  mount(endpoints.compareVenues, async ({ actor, query, reads }) => {
    requireTimezone(query.timezone);
    const venues = await requireVenues(deps, actor, query.ownerId);
    await limit.count(requireAccount(actor).userId, venues.length);
    const compared = await compareVenues({ ...deps, reads }, venues, {
      ...query,
      sameUnits: query.sameUnits === 'true',
      issueKinds: kindsFor(actor),
    });
    return venueComparisonView(compared, query.against);
  });

  mount(endpoints.downloadVenuesCsv, async ({ actor, query, reads, reply }) => {
    requireTimezone(query.timezone);
    const venues = await requireVenues(deps, actor, query.ownerId);
    const account = requireAccount(actor).userId;
    await limit.count(account, venues.length);
    const csv = await downloadVenuesCsv({ ...deps, reads }, account, venues, query);
    reply.type('text/csv; charset=utf-8');
    reply.header('x-total-count', csv.sales);
    const name = venuesCsvFileName(query.from, query.to);
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return csv.csv;
  });
}

/** Venues of the owner that the caller may see, oldest first. */
async function requireVenues(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  ownerId: string | undefined,
): Promise<VenueRow[]> {
  const among = memberOf(actor)?.venueIds ?? null;
  return assertNotTruncated(
    'venues',
    await listVenuesOfOwner(db, requireOwnerId(actor, ownerId), among),
  );
}

/** The own owner; a super admin names one. */
function requireOwnerId(actor: Actor, ownerId: string | undefined): string {
  const own = ownerOf(actor);
  if (own === null) {
    if (ownerId === undefined) throw fieldError({ ownerId: venueMessages.noOwner });
    return parseId(ownerId, 'owner');
  }
  if (ownerId !== undefined && ownerId !== own) throw notFound('owner');
  return own;
}
