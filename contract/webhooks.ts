/** Webhooks: events are sent to programs of an owner. Only where the server sends them (WEBHOOKS=on). */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, timeOut, venueIds } from './fields.ts';
import { actingFor } from './people.ts';
import { mostUrlLength, webhookEvents, webhookMessages } from '../rules/webhooks/webhooks.ts';

const event = z.enum(webhookEvents, { error: webhookMessages.needsEvent });

/** Without a user name, a password or a fragment. */
const url = z
  .string({ error: webhookMessages.needsUrl })
  .trim()
  .max(mostUrlLength, `Use at most ${mostUrlLength} characters`)
  .refine(isAddress, webhookMessages.needsUrl)
  .transform((text) => new URL(text).href);

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username + password + hash === '';
}

const settings = {
  url,
  events: z.array(event).min(1, webhookMessages.needsEvent).max(webhookEvents.length),
  venueIds,
};

/** The outcome of an attempt; status is null without a response, and response has its first 4,096 bytes. */
const outcome = {
  status: z.number().nullable(),
  response: z.string().nullable(),
  durationMs: z.number().nullable(),
  /** Why it was not delivered; null where it was. */
  error: z.string().nullable(),
};

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(event),
  venueIds: z.array(z.string()).nullable(),
  /** failed: turned off after three days without a delivery. */
  state: z.enum(['on', 'off', 'failed']),
  createdAt: timeOut,
  deliveredAt: timeOut.nullable(),
  /** Of the first failed attempt since the last delivery. */
  failingSince: timeOut.nullable(),
  /** Until when the secret before signs too. */
  previousSecretUntil: timeOut.nullable(),
});

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The webhooks of an owner, newest first; on is false where the server sends none',
  permission: 'keys.manage',
  query: actingFor,
  responses: { 200: z.object({ on: z.boolean(), webhooks: z.array(webhook) }) },
});

export const createWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Add a webhook; its secret is shown only in this response',
  permission: 'keys.manage',
  recent: true,
  query: actingFor,
  body: z.object({ ...settings, venueIds: settings.venueIds.default(null) }),
  responses: { 201: z.object({ id: z.string(), secret: z.string() }) },
});

export const updateWebhook = defineEndpoint({
  method: 'PATCH',
  path: '/api/webhooks/{id}',
  summary: 'Change a webhook, or turn it on or off; turned on, it goes on where it stopped',
  permission: 'keys.manage',
  recent: true,
  query: actingFor,
  body: z.object({
    url: settings.url.optional(),
    events: settings.events.optional(),
    venueIds: settings.venueIds.optional(),
    state: z.enum(['on', 'off'], { error: 'Use on or off' }).optional(),
  }),
  responses: { 200: webhook },
});

export const deleteWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  summary: 'Delete a webhook and its deliveries',
  permission: 'keys.manage',
  query: actingFor,
  responses: { 200: z.object({ deleted: z.literal(true) }) },
});

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/secret',
  summary: 'Replace the secret of a webhook; the one before signs too for 24 hours',
  permission: 'keys.manage',
  recent: true,
  query: actingFor,
  responses: { 201: z.object({ secret: z.string(), previousUntil: timeOut }) },
});

export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  summary: 'Deliveries of the last 14 days, newest event first, 50 at a time',
  permission: 'keys.manage',
  query: z.object({
    ...actingFor.shape,
    /** Id of the last delivery of the previous page. */
    before: id.optional(),
  }),
  responses: {
    200: z.object({
      deliveries: z.array(
        z.object({
          id: z.string(),
          eventId: z.string(),
          type: z.string(),
          venueId: z.string(),
          unitNumber: z.number().nullable(),
          number: z.number().nullable(),
          at: timeOut,
          state: z.enum(['waiting', 'delivered', 'failed']),
          attempts: z.number(),
          attemptedAt: timeOut.nullable(),
          /** Null where none follows. */
          nextAttemptAt: timeOut.nullable(),
          ...outcome,
        }),
      ),
    }),
  },
});

export const replayWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/replay',
  summary:
    'Send again: one delivery, or all events of a unit from a number of its change log on, as far as it is kept (35 days)',
  permission: 'keys.manage',
  query: actingFor,
  body: z.union([
    z.object({ deliveryId: id }),
    z.object({
      unitNumber: z.int({ error: 'Use the unit number' }),
      number: z.int({ error: 'Use a number of the change log' }).min(1, 'Numbers begin at 1'),
    }),
  ]),
  responses: { 200: z.object({ queued: z.literal(true) }) },
});

export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  summary: 'Send an event of the type test now, and return the outcome',
  permission: 'keys.manage',
  query: actingFor,
  responses: { 200: z.object({ delivered: z.boolean(), ...outcome }) },
});
