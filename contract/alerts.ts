/** Alerts of a venue, one per cause, and who gets a message about them. */
import { z } from 'zod';
import { alertMessages } from '../rules/alerts/alert-messages.ts';
import { alertKinds, severities } from '../rules/alerts/alert-kinds.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, optionalLine, plainText, pointInTime, timeOut } from './fields.ts';
import { phoneNumber, unitName } from './units.ts';

/** snoozed: no messages until snoozedUntil; the alert under it is open or acknowledged. */
const alertStates = ['open', 'acknowledged', 'snoozed', 'resolved'] as const;

const person = z.string().nullable();

const alert = z.object({
  id: z.string(),
  venueId: z.string(),
  kind: z.enum(alertKinds),
  severity: z.enum(severities),
  /** The cause as it was seen last: `Offline 14 min; about 9 sales are missing`. */
  text: z.string(),
  unitId: z.string().nullable(),
  unitNumber: z.number().nullable(),
  unitName,
  state: z.enum(alertStates),
  /** How often the cause began; more than 1 where it ended and came back. */
  occurrences: z.number(),
  openedAt: timeOut,
  lastSeenAt: timeOut,
  acknowledgedAt: timeOut.nullable(),
  acknowledgedBy: person,
  snoozedUntil: timeOut.nullable(),
  resolvedAt: timeOut.nullable(),
  /** Null for one that was resolved when its cause ended. */
  resolvedBy: person,
  /** How it ended in words; empty while it is open. */
  resolution: z.string(),
  /** Screen of the dashboard where it is settled, from its root: `/failures`. */
  link: z.string(),
});

/** In the order in which they happen. */
export const alertEventKinds = [
  'opened',
  'reopened',
  'repeated',
  'raised',
  'sent',
  'undelivered',
  'acknowledged',
  'snoozed',
  'resolved',
] as const;

export const listAlerts = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/alerts',
  summary:
    'Alerts of a venue: open ones by severity, or resolved ones; newest first. The next page is before the last alert',
  permission: 'alerts.read',
  query: z.object({
    /** Open ones include those that are acknowledged or snoozed, and are not paged: they are at most 200. */
    state: z.enum(['open', 'resolved'], { error: 'Use open or resolved' }).default('open'),
    /** Id of the last alert of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(50, 200, alertMessages.useBefore),
  }),
  responses: {
    200: z.object({
      alerts: z.array(alert),
      /** Neither acknowledged, snoozed nor resolved. */
      waiting: z.object({ all: z.number(), urgent: z.number() }),
    }),
  },
});

export const getAlert = defineEndpoint({
  method: 'GET',
  path: '/api/alerts/{id}',
  summary: 'An alert with its log, oldest entry first',
  permission: 'alerts.read',
  responses: {
    200: z.object({
      ...alert.shape,
      log: z.array(
        z.object({
          kind: z.enum(alertEventKinds),
          at: timeOut,
          /** Who did it, or who got the message; null for what happened by itself. */
          person,
          note: z.string(),
        }),
      ),
    }),
  },
});

export const updateAlert = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/{id}',
  summary: 'Acknowledge, snooze, resolve or reopen an alert',
  permission: 'alerts.handle',
  body: z.object({
    action: z.enum(['acknowledge', 'snooze', 'resolve', 'reopen'], {
      error: 'Use acknowledge, snooze, resolve or reopen',
    }),
    /** Of a snooze, at most a week ahead; until the next night where it is left out. */
    until: pointInTime.optional(),
    note: optionalLine(300).default(''),
  }),
  responses: { 200: alert },
});

export const getDuty = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/duty',
  summary: 'Who gets the urgent alerts of a venue first until its night ends',
  permission: 'alerts.read',
  responses: {
    200: z.object({
      /** Names, that of the caller first. */
      onTonight: z.array(z.string()),
      isOnTonight: z.boolean(),
    }),
  },
});

export const updateDuty = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/duty',
  summary: 'Get the urgent alerts of a venue first until its night ends, or no longer',
  permission: 'alerts.handle',
  body: z.object({ isOnTonight: z.boolean({ error: 'Use true or false' }) }),
  responses: { 200: z.object({ isOnTonight: z.boolean(), until: timeOut.nullable() }) },
});

const minutes = z
  .int({ error: alertMessages.badTime })
  .min(0, alertMessages.badTime)
  .max(1439, alertMessages.badTime);

const kindsOfChannel = z
  .array(z.enum(alertKinds, { error: alertMessages.unknownKind }))
  .max(alertKinds.length);

const alertSettings = {
  /** Kinds by channel. Those of no channel are shown in the app alone. */
  mail: kindsOfChannel,
  sms: kindsOfChannel,
  push: kindsOfChannel.default([]),
  /** Of these venues alone; null for all that the account may use. */
  venueIds: z.array(id).min(1, alertMessages.nameVenues).max(1000).nullable(),
  /** Days on which messages are sent, by the clock of the time zone: 0 for Sunday to 6. */
  weekdays: z
    .array(z.int().min(0, alertMessages.badWeekday).max(6, alertMessages.badWeekday))
    .max(7),
  /** Minutes after midnight; messages wait until the end and come as one. Null for none. */
  quiet: z.object({ fromMinutes: minutes, toMinutes: minutes }).nullable(),
  timezone: plainText(64),
  /** Whether urgent ones are sent in quiet hours. */
  urgentPasses: z.boolean({ error: 'Use true or false' }),
  /** For text messages; null for none. */
  phone: phoneNumber.nullable(),
};

const storedSettings = z.object({
  ...alertSettings,
  /** In E.164. */
  phone: z.string().nullable(),
  /** False for an account that has chosen nothing: it has the usual settings. */
  chosen: z.boolean(),
  /** Number that was confirmed, is waiting for it, or was declined; null without a number. */
  phoneState: z.enum(['waiting', 'confirmed', 'declined']).nullable(),
  /** Without one, mails are not sent. */
  isEmailConfirmed: z.boolean(),
  /** Messages that these settings would have sent in the last seven days. */
  messagesLastWeek: z.number(),
});

export const getAlertSettings = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/notifications',
  summary: 'Which alerts the caller gets as messages, and when',
  permission: 'alerts.read',
  responses: { 200: storedSettings },
});

export const updateAlertSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/users/me/notifications',
  summary: 'Set which alerts the caller gets as messages; a new number is asked to confirm',
  permission: 'alerts.read',
  body: z.object(alertSettings),
  responses: { 200: storedSettings },
});

export const previewAlertSettings = defineEndpoint({
  method: 'POST',
  path: '/api/users/me/notifications/preview',
  summary: 'How many messages settings would have sent in the last seven days',
  reads: true,
  permission: 'alerts.read',
  body: z.object(alertSettings),
  responses: { 200: z.object({ messagesLastWeek: z.number() }) },
});
