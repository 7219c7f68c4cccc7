/** Sessions of the caller's own account. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, timeOut } from './fields.ts';

const session = z.object({
  id: z.string(),
  /** Browser and system: `Firefox on Windows`. Null for sessions of earlier releases, and for clients that name none. */
  device: z.string().nullable(),
  /** Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 address. */
  network: z.string().nullable(),
  startedAt: timeOut,
  /** When the session was begun or last renewed; up to an hour before its last request. */
  lastUsedAt: timeOut,
  expiresAt: timeOut,
  /** True for the session of this request. */
  isCurrent: z.boolean(),
});

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary:
    "List the caller's sessions, at most 100: the one of this request, then the last used first",
  access: 'account',
  permission: 'account.use',
  responses: { 200: z.array(session) },
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/{id}',
  summary: "End one of the caller's sessions: its tokens stop working at once",
  access: 'account',
  permission: 'account.use',
  params: z.object({ id }),
  responses: { 200: z.object({ ended: z.literal(true) }) },
});

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions',
  summary: "End the caller's sessions other than this one",
  access: 'account',
  permission: 'account.use',
  responses: {
    200: z.object({
      /** Number of sessions that were ended. */
      ended: z.number(),
    }),
  },
});
