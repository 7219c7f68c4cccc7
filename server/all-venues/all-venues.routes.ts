import * as endpoints from '../../contract/venue-comparison.ts';
import { dateMessages } from '../../lib/time-in-zone.ts';
import { isTimezone } from '../../lib/timezones.ts';
import { venueMessages } from '../../rules/messages.ts';
import { type Actor, memberOf, ownerOf } from '../../rules/permissions.ts';
import type { Mount } from '../http/mount.ts';
import { kindsFor } from '../issues/read-issues.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { parseId } from '../shared/ids.ts';
import { localWorkLimit } from '../shared/rate-limit.ts';
import { assertNotTruncated, requireAccount } from '../shared/require.ts';
import { listVenuesOfOwner } from '../venues/venues.queries.ts';
import { venueComparisonView } from './all-venues.view.ts';
import { compareVenues } from './compare-venues.ts';

/** Venues a minute that an account may compare. */
const mostVenues = 1200;

export function allVenuesRoutes(mount: Mount, deps: AppDeps): void {
  const limit = localWorkLimit({ name: 'all venues', most: mostVenues, windowSeconds: 60 });

  mount(endpoints.compareVenues, async ({ actor, query, reads }) => {
    const ownerId = requireOwnerId(actor, query.ownerId);
    if (!isTimezone(query.timezone)) throw fieldError({ timezone: dateMessages.unknownTimezone });
    const venues = assertNotTruncated(
      'venues',
      await listVenuesOfOwner(deps.db, ownerId, memberOf(actor)?.venueIds ?? null),
    );
    await limit.count(requireAccount(actor).userId, venues.length);
    const compared = await compareVenues({ ...deps, reads }, venues, {
      ...query,
      sameUnits: query.sameUnits === 'true',
      issueKinds: kindsFor(actor),
    });
    return venueComparisonView(compared, query.against);
  });
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
