/** Contacts of units, who get restock notices. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { line, linkToken, plainText, timeOut } from './fields.ts';
import { alertMessages } from '../rules/alerts/alert-messages.ts';

/**
 * A contact of a unit, and whether its holder allows restock notices of the owner: for all units, since a number is
 * confirmed once. requestedAt is when the holder was last asked by text message; heldBack is true when that was not done
 * because of a limit.
 */
const contact = z.object({
  number: z.string(),
  state: z.enum(['waiting', 'confirmed', 'declined']),
  requestedAt: timeOut.nullable(),
  heldBack: z.boolean(),
});

export const listContacts = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/contacts',
  summary: 'The contacts of a unit, and which of them have confirmed',
  permission: 'units.write',
  responses: { 200: z.array(contact) },
});

export const requestContactConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/contacts/confirmation',
  summary: 'Ask a contact that has not confirmed again, at most three times a day',
  permission: 'units.write',
  body: z.object({ number: line(40) }),
  responses: { 202: z.object({ number: z.string() }) },
});

/** Token of a link: it works once, for seven days. */
const link = z.object({ token: linkToken });

/** Confirmation that the holder of a mail address or a number wants the messages of an account. */
export const getConfirmation = defineEndpoint({
  method: 'POST',
  reads: true,
  path: '/api/confirmations',
  summary: 'Whose messages a link is about; nothing is confirmed by it',
  permission: 'public',
  body: link,
  responses: {
    200: z.object({
      /** sms: restock notices to a contact. mail: reports and notices to the address of the account. */
      channel: z.enum(['mail', 'sms']),
      /** The address or the number that the link was sent to. */
      address: z.string(),
      /** Name of the account; null where it could pass for an address or a number. */
      owner: z.string().nullable(),
      /** Names of the venues whose units have the number as a contact, likewise. */
      venues: z.array(z.string()),
    }),
  },
});

export const acceptConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/confirmations/accept',
  summary: 'Confirm an address or a number with the token of the link that was sent there',
  permission: 'public',
  body: link,
  responses: { 200: z.object({ state: z.literal('confirmed') }) },
});

export const declineConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/confirmations/decline',
  summary: 'Refuse all messages of the account: nothing more is sent there',
  permission: 'public',
  body: link,
  responses: { 200: z.object({ state: z.literal('declined') }) },
});

export const requestEmailConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/users/email-confirmation',
  summary:
    "Send the link that confirms the caller's email address again, at most three times a day",
  access: 'dashboard',
  permission: 'account.use',
  responses: { 202: z.object({ recipient: z.string() }) },
});

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

/** Browsers of the caller that get push messages about alerts. */
export const listPushSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/push-subscriptions',
  summary: "List the caller's browsers that get push messages, the oldest first",
  permission: 'alerts.read',
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
  permission: 'alerts.read',
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
  permission: 'alerts.read',
  responses: { 200: z.object({ deleted: z.literal(true) }) },
});

export const sendTestPush = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/push-subscriptions/{id}/test',
  summary: "Send a test message to one of the caller's browsers; at most ten in an hour",
  permission: 'alerts.read',
  responses: { 202: z.object({ queued: z.literal(true) }) },
});
