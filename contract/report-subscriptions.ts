/** Mails about the sales of a venue, which people subscribe to for themselves. */
import { z } from 'zod';
import { closeOutMessages } from '../rules/close-out/close-out-messages.ts';
import { mostDelayMinutes } from '../rules/close-out/sending-times.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';

const kind = z.enum(['closeout', 'weekly', 'monthly', 'csv', 'view'], {
  error: 'Use closeout, weekly, monthly, csv or view',
});

/** After the end of the night, by the clock of the venue. */
const delayMinutes = z
  .int({ error: closeOutMessages.unknownDelay })
  .min(0, closeOutMessages.unknownDelay)
  .max(mostDelayMinutes, closeOutMessages.unknownDelay);

/** Time of day on the clock of the venue, `09:00`; instead of a delay. */
const at = plainText(5);

/** 0 is Sunday. The CSV of a week and a view have one too; without, it is that of each night. */
const weekday = z
  .int({ error: closeOutMessages.badWeekday })
  .min(0, closeOutMessages.badWeekday)
  .max(6, closeOutMessages.badWeekday);

const mostVenues = 100;

const yesOrNo = z.boolean({ error: 'Use true or false' });

/** Of the days of a venue without a clock. */
const timezone = plainText(64);

const subscription = z.object({
  id: z.string(),
  kind,
  venueId: z.string(),
  venueName: z.string(),
  /** The first is that of venueId; only weekly and monthly mails have several. */
  venues: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null for a mail at a time of day. */
  delayMinutes: z.number().nullable(),
  at: z.string().nullable(),
  weekday: z.number().nullable(),
  timezone: z.string(),
  /** Saved breakdown of a mail of that kind. */
  view: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether a night without a sale is mailed too. */
  emptyNights: z.boolean(),
  paused: z.boolean(),
  /** Response of the mail server of the address, where it was paused for that. */
  refusal: z.string().nullable(),
  /** When the next mail is due, unless it is paused. */
  nextAt: timeOut,
  /** `Every night of Rooftop Bar, an hour after it ends (5:00 AM EST)`, `Every Monday at 9:00 AM, Rooftop Bar and 2 more`. */
  text: z.string(),
});

export const listReportSubscriptions = defineEndpoint({
  method: 'GET',
  path: '/api/report-subscriptions',
  summary: "List the caller's own mails, oldest first",
  permission: 'reports.read',
  responses: { 200: z.array(subscription) },
});

export const createReportSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/report-subscriptions',
  summary:
    'Mail figures of venues to the caller: of each night, week or month, the CSV of sales, or a saved breakdown',
  permission: 'reports.read',
  body: z.object({
    venueId: id,
    /** Further venues of weekly and monthly mails. */
    venueIds: z.array(id).max(mostVenues, `Use at most ${mostVenues} venues`).optional(),
    kind: kind.default('closeout'),
    /** Own saved breakdown of the venue, of the kind view. */
    viewId: id.optional(),
    /** 60 where neither this nor a time of day is given. */
    delayMinutes: delayMinutes.optional(),
    at: at.optional(),
    weekday: weekday.optional(),
    timezone,
    emptyNights: yesOrNo.default(true),
  }),
  responses: { 201: subscription },
});

export const updateReportSubscription = defineEndpoint({
  method: 'PATCH',
  path: '/api/report-subscriptions/{id}',
  summary: 'Change, pause or resume one of the mails of the caller',
  permission: 'reports.read',
  body: z.object({
    delayMinutes: delayMinutes.optional(),
    at: at.optional(),
    /** Null for the CSV of each night. */
    weekday: weekday.nullable().optional(),
    timezone: timezone.optional(),
    emptyNights: yesOrNo.optional(),
    paused: yesOrNo.optional(),
  }),
  responses: { 200: subscription },
});

export const deleteReportSubscription = defineEndpoint({
  method: 'DELETE',
  path: '/api/report-subscriptions/{id}',
  summary: 'End one of the mails of the caller',
  permission: 'reports.read',
  responses: { 200: z.object({ deleted: z.literal(true) }) },
});

export const previewReportSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/report-subscriptions/{id}/preview',
  summary: 'The mail of the last night, week or month as it would be now',
  reads: true,
  permission: 'reports.read',
  responses: {
    200: z.object({
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      /** Name of the file that it has. */
      attachment: z.string().nullable(),
    }),
  },
});

export const sendReportSubscription = defineEndpoint({
  method: 'POST',
  path: '/api/report-subscriptions/{id}/send',
  summary:
    "Mail the last night, week or month to the caller's own address now, at most ten times an hour",
  permission: 'reports.read',
  responses: { 202: z.object({ recipient: z.string() }) },
});

export const unsubscribeReport = defineEndpoint({
  method: 'POST',
  path: '/api/report-subscriptions/unsubscribe/{token}',
  summary:
    'End a mail with the address in its List-Unsubscribe header (RFC 8058); any form is accepted as the body',
  permission: 'public',
  params: { token: z.string().regex(/^[0-9a-f]{32}$/) },
  bodyType: 'raw',
  responses: { 200: z.object({ unsubscribed: z.literal(true) }) },
});
