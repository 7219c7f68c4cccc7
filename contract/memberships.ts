/** Owners whose staff the caller belongs to. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { roles } from '../rules/permissions/roles.ts';

/** `version` changes with the role, the venues and what the owner allows; the header X-Owner names it. */
const membership = z.object({
  ownerId: z.string(),
  ownerName: z.string(),
  role: z.enum(roles),
  /** Permissions that the owner has added to those of the role. */
  allowed: z.array(z.string()),
  /** False with access to some venues only. */
  allVenues: z.boolean(),
  version: z.string(),
  /** True when the venue of the query is one that the caller may use for this owner. */
  hasVenue: z.boolean(),
});

export const listMemberships = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/memberships',
  summary:
    'List the owners whose staff the caller belongs to, the one joined first at the top; none for other accounts. The header X-Owner chooses among them',
  access: 'account',
  permission: 'account.use',
  query: z.object({ venueId: id.optional() }),
  responses: { 200: z.array(membership) },
});
