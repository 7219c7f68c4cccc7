/** Owners, for super admins. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { quotaNames } from '../rules/owners/quotas.ts';
import {
  companyName,
  email,
  line,
  optionalLine,
  pagination,
  paginationQuery,
  venueName,
} from './fields.ts';
import { newClockFields } from './nights.ts';

const quotaLimit = z
  .number({ error: 'Use a whole number' })
  .int('Use a whole number')
  .min(0, 'Cannot be negative')
  .max(1_000_000_000_000, 'Use a smaller limit');

const quotas = z.record(z.enum(quotaNames), z.number());

/** An owner and their venues, oldest first. */
export const owner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** True for an owner who was invited and has set no password yet. */
  isInvited: z.boolean(),
  venues: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** How much the owner may store, and what they have stored; imageBytes are the bytes of all brand images. */
const ownerWithQuotas = owner.extend({ limits: quotas, used: quotas });

/** foundVenueId is the venue that a search found, by its name or by one of its units; null when it found none. */
const foundOwner = owner.extend({ foundVenueId: z.string().nullable() });

export const listOwners = defineEndpoint({
  method: 'GET',
  path: '/api/admins/owners',
  summary: 'Owners by name, a page at a time, all of them or those that a search finds',
  permission: 'platform.manage',
  query: z.object({
    /**
     * Substring of the owner's name or email or of the name of a venue, in any case, or the first digits of the number of
     * a unit, three or more. Owners whose name begins with it, or who have the unit of this number, come first.
     */
    search: optionalLine(100).optional(),
    pagination: paginationQuery(10, 100),
  }),
  responses: { 200: z.object({ owners: z.array(foundOwner), pagination }) },
});

const invitation = z.object({
  owner,
  /** Path of the link to pass on; null when it was mailed. */
  link: z.string().nullable(),
});

export const inviteOwner = defineEndpoint({
  method: 'POST',
  path: '/api/admins/owners',
  summary:
    'Create an owner with a first venue, who sets a password with a link that works once, for seven days; it is mailed, or returned where no mail server is set up',
  permission: 'platform.manage',
  recent: true,
  body: z.object({
    name: companyName,
    venueName,
    email,
    ...newClockFields,
  }),
  responses: { 201: invitation },
});

export const repeatOwnerInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admins/owner/{id}/invitation',
  summary:
    'Make a new link for an owner who has set no password yet, in place of the links before it; 409 for an owner with a password',
  permission: 'platform.manage',
  recent: true,
  responses: { 200: invitation },
});

export const getOwner = defineEndpoint({
  method: 'GET',
  path: '/api/admins/owner/{id}',
  summary: 'One owner',
  permission: 'platform.manage',
  responses: { 200: ownerWithQuotas },
});

export const updateOwner = defineEndpoint({
  method: 'PUT',
  path: '/api/admins/owner/{id}',
  summary: 'Change the name, the email or the limits of an owner',
  permission: 'platform.manage',
  body: z
    .object({
      name: line(200),
      email,
      /** Limits that are left out stay as they are; null returns one to the usual limit. */
      limits: z.partialRecord(z.enum(quotaNames), quotaLimit.nullable()),
    })
    .partial(),
  responses: { 200: ownerWithQuotas },
});
