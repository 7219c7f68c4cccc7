/** Acting of a super admin for an owner: with a reason, for an hour. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, line, timeOut } from './fields.ts';

const acting = z.object({
  ownerId: z.string(),
  reason: z.string(),
  startedAt: timeOut,
  expiresAt: timeOut,
  secondsLeft: z.number(),
});

export const startActing = defineEndpoint({
  method: 'POST',
  path: '/api/admins/acting',
  summary:
    'Act for an owner for 60 minutes from now, in this session; repeated while it lasts, it is extended. Start and end are in the log of the owner',
  access: 'superAdmin',
  permission: 'platform.manage',
  body: z.object({ ownerId: id, reason: line(200, 'Enter a reason') }),
  responses: { 201: acting },
});

export const stopActing = defineEndpoint({
  method: 'DELETE',
  path: '/api/admins/acting/{ownerId}',
  summary: 'Stop acting for an owner in this session',
  access: 'superAdmin',
  permission: 'platform.manage',
  params: z.object({ ownerId: id }),
  responses: {
    200: z.object({
      /** False when it had ended already. */
      stopped: z.boolean(),
    }),
  },
});
