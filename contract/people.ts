/** People of an owner: members of the staff, invitations, and what the roles are allowed. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { dollars, email, id, line, linkToken, newPassword, timeOut, venueIds } from './fields.ts';
import { money } from './money.ts';
import { roles } from '../rules/permissions/roles.ts';
import { peopleMessages } from '../rules/permissions/people-messages.ts';

const role = z.enum(roles, { error: 'Choose a role' });

/**
 * A person of an owner, or an open invitation. The holder is the account of the owner itself, which cannot be changed
 * here. lastSeenAt is when a member last used Barback for this owner, to a quarter of an hour; of the holder, the last
 * sign-in or renewal of a session. expiresAt is the end of an invitation.
 */
export const person = z.object({
  id: z.string(),
  state: z.enum(['active', 'suspended', 'invited']),
  name: z.string(),
  email: z.string(),
  role,
  venueIds: z.array(z.string()).nullable(),
  isHolder: z.boolean(),
  lastSeenAt: timeOut.nullable(),
  expiresAt: timeOut.nullable(),
  /** True with a passkey or codes of an authenticator app. */
  hasSecondFactor: z.boolean(),
});

/**
 * Amounts in dollars; managerRefundLimit is the most that one manager may refund within 24 hours. secondFactorRequired:
 * people without a second factor may only add one.
 */
export const roleSettings = z.object({
  bartendersSeeMoney: z.boolean(),
  managersChangePrices: z.boolean(),
  managerRefundLimit: money(),
  secondFactorRequired: z.boolean(),
});

/** Super admins name the owner they act for. */
export const actingFor = z.object({ ownerId: id.optional() });

export const listPeople = defineEndpoint({
  method: 'GET',
  path: '/api/people',
  summary: 'The people of an owner and the open invitations, and what the roles are allowed',
  permission: 'people.manage',
  query: actingFor,
  responses: { 200: z.object({ people: z.array(person), settings: roleSettings }) },
});

export const invitePerson = defineEndpoint({
  method: 'POST',
  path: '/api/people',
  summary:
    'Invite a person: a link that works once, for seven days; it is mailed, or returned where no mail server is set up',
  permission: 'people.manage',
  recent: true,
  query: actingFor,
  body: z.object({ email, role, venueIds: venueIds.default(null) }),
  responses: {
    201: z.object({
      person,
      /** Path of the link to pass on; null when it was mailed. */
      link: z.string().nullable(),
    }),
  },
});

export const updatePerson = defineEndpoint({
  method: 'PATCH',
  path: '/api/people/{id}',
  summary:
    'Change the role or the venues of a person, or suspend or restore them; their sessions end',
  permission: 'people.manage',
  recent: true,
  query: actingFor,
  body: z
    .object({
      role,
      venueIds,
      state: z.enum(['active', 'suspended'], { error: 'Use active or suspended' }),
    })
    .partial(),
  responses: { 200: person },
});

export const removePerson = defineEndpoint({
  method: 'DELETE',
  path: '/api/people/{id}',
  summary: 'Remove a person, whose sessions end, or withdraw an invitation',
  permission: 'people.manage',
  recent: true,
  query: actingFor,
  responses: { 200: z.object({ id: z.string() }) },
});

export const updateRoleSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/people/settings',
  summary: 'Change what the roles are allowed; fields left out stay as they are',
  permission: 'people.manage',
  recent: true,
  query: actingFor,
  body: z
    .object({
      bartendersSeeMoney: z.boolean({ error: 'Use true or false' }),
      managersChangePrices: z.boolean({ error: 'Use true or false' }),
      managerRefundLimit: dollars,
      secondFactorRequired: z.boolean({ error: 'Use true or false' }),
    })
    .partial(),
  responses: { 200: roleSettings },
});

export const getInvitation = defineEndpoint({
  method: 'POST',
  reads: true,
  path: '/api/invitations',
  summary: 'The owner, the role and the venues of an invitation; nothing is accepted by it',
  permission: 'public',
  body: z.object({ token: linkToken }),
  responses: {
    200: z.object({
      ownerName: z.string(),
      role,
      /** Names of the venues; null for all. */
      venues: z.array(z.string()).nullable(),
      expiresAt: timeOut,
    }),
  },
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  summary:
    'Accept an invitation with the address it was sent to, and a name and a new password; whose address has a staff account types its password, or is signed in to it and sends neither',
  permission: 'public',
  body: z.object({
    token: linkToken,
    email,
    name: line(200, peopleMessages.enterName).optional(),
    password: newPassword.optional(),
  }),
  responses: {
    201: z.object({
      email: z.string(),
      /** The owner whose staff the account belongs to now. */
      ownerId: z.string(),
    }),
  },
});

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

/** Owners whose staff the caller belongs to. */
export const listMemberships = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/memberships',
  summary:
    'List the owners whose staff the caller belongs to, the one joined first at the top; none for other accounts. The header X-Owner chooses among them',
  permission: 'account.use',
  query: z.object({ venueId: id.optional() }),
  responses: { 200: z.array(membership) },
});
