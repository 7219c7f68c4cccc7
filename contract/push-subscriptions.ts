/** Browsers of the caller that get push messages about alerts. */
import { z } from 'zod';
import { alertMessages } from '../rules/alerts/alert-messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';

const base64url = (pattern: RegExp) => plainText(200).regex(pattern, alertMessages.badPushKey);

const pushSubscription = z.object({
  id: z.string(),
  /** Browser and system: `Chrome on Android`. Null where it names neither. */
  device: z.string().nullable(),
  createdAt: timeOut,
  /** When its push service last took a message. */
  lastUsedAt: timeOut.nullable(),
  /** When a message was refused last; null once one was taken after it. */
  failedAt: timeOut.nullable(),
  /** True for the one of the session of this request. */
  isCurrent: z.boolean(),
});

const own = { access: 'dashboard', permission: 'alerts.read' } as const;

export const listPushSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/push-subscriptions',
  summary: "List the caller's browsers that get push messages, the oldest first",
  ...own,
  responses: {
    200: z.object({
      /** VAPID key with which browsers subscribe, in base64url; null where push messages are not set up. */
      publicKey: z.string().nullable(),
      subscriptions: z.array(pushSubscription),
    }),
  },
});

export const createPushSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/push-subscriptions',
  summary:
    'Send push messages to a browser until the session of this request ends; of more than ten the oldest is replaced',
  ...own,
  body: z.object({
    /** Address at the push service of the browser. */
    endpoint: plainText(1000).min(1, alertMessages.unknownPushService),
    /** Public key of the browser: a point on P-256, uncompressed. */
    p256dh: base64url(/^B[\w-]{86}$/),
    /** Secret of the browser: 16 bytes. */
    auth: base64url(/^[\w-]{22}$/),
  }),
  responses: { 201: pushSubscription },
});

export const deletePushSubscription = defineEndpoint({
  method: 'DELETE',
  path: '/api/users/me/push-subscriptions/{id}',
  summary: "Send no more push messages to one of the caller's browsers",
  ...own,
  params: z.object({ id }),
  responses: { 200: z.object({ deleted: z.literal(true) }) },
});

export const sendTestPush = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/push-subscriptions/{id}/test',
  summary: "Send a test message to one of the caller's browsers; at most ten in an hour",
  ...own,
  params: z.object({ id }),
  responses: { 202: z.object({ queued: z.literal(true) }) },
});
