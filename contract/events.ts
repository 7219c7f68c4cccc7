/** Events: what webhooks send, read from a cursor. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { epochMs, plainText } from './fields.ts';
import { actingFor } from './people.ts';
import { eventMessages, webhookEvents } from '../rules/webhooks/webhooks.ts';

/** As in the body of a webhook. */
const event = z.object({
  /** The same whenever the event is read or sent. */
  id: z.string(),
  type: z.enum(webhookEvents),
  at: z.iso.datetime(),
  venueId: z.string(),
  unitNumber: z.number().nullable(),
  /** Of the change log of the unit; null for an event of the venue. */
  number: z.number().nullable(),
  /** What it concerns, as it is now, in the shape of the API; null where it would be larger than 256 kB. */
  data: z.record(z.string(), z.unknown()).nullable(),
});

export const listEvents = defineEndpoint({
  method: 'GET',
  path: '/api/events',
  summary:
    'The events that webhooks send, oldest first, a page at a time, from a cursor; a token needs the scope of each. They are read two minutes after they happened, and for 35 days; 410 for a cursor that is older',
  permission: 'events.read',
  query: actingFor
    .extend({
      /** `next` of the page before. */
      after: plainText(200).min(1, eventMessages.unknownCursor).optional(),
      /** Of the first page: from this time on, instead of from the oldest event that is kept. */
      since: epochMs(eventMessages.since).optional(),
    })
    .refine(({ after, since }) => after === undefined || since === undefined, {
      path: ['since'],
      error: eventMessages.twoStarts,
    }),
  responses: {
    200: z.object({
      /** Can be empty although there are more. */
      events: z.array(event),
      /** Cursor of the page after this one; never null: what happens later is after it. */
      next: z.string(),
      /** Whether there may be more already. */
      more: z.boolean(),
    }),
  },
});
