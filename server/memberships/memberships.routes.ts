import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/people.ts';
import { withoutTenant } from '../../db/tenant.ts';
import type { Mount } from '../http/mount.ts';
import { membershipVersion } from './require-chosen-owner.ts';
import { listOwnMemberships, type OwnMembership } from './memberships.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { validIds } from '../shared/ids.ts';
import { requireAccount } from '../shared/require.ts';

export function membershipRoutes(mount: Mount, { db }: Pick<AppDeps, 'db'>): void {
  mount(endpoints.listMemberships, async ({ actor, query }) => {
    const { userId, accountType, isPreview = false } = requireAccount(actor);
    if (accountType !== 'staff' || isPreview) return [];
    const [venueId = null] = validIds([query.venueId ?? '']);
    // A tenant sees the memberships of one owner.
    const own = await withoutTenant(() => listOwnMemberships(db, userId, venueId));
    return own.map((one) => membershipView(one, membershipVersion(one.member)));
  });
}

export const membershipView = (
  { member, ownerName, hasVenue }: OwnMembership,
  version: string,
): EndpointResponse<'listMemberships'>[number] => ({
  ownerId: member.ownerId,
  ownerName,
  role: member.role,
  allowed: [...member.allowed],
  allVenues: member.venueIds === null,
  version,
  hasVenue,
});
