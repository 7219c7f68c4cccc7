import type { ResponseOf } from '../../contract/endpoint.ts';
import type { listMemberships } from '../../contract/memberships.ts';
import type { OwnMembership } from './own-memberships.queries.ts';

export const membershipView = (
  { member, ownerName, hasVenue }: OwnMembership,
  version: string,
): ResponseOf<typeof listMemberships>[number] => ({
  ownerId: member.ownerId,
  ownerName,
  role: member.role,
  allowed: [...member.allowed],
  allVenues: member.venueIds === null,
  version,
  hasVenue,
});
