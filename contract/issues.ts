/** Issues of a venue: failed pours, refused sales and alerts in one list. */
import { z } from 'zod';
import { alertKinds, severities } from '../rules/alerts/alert-kinds.ts';
import { issueKinds, issueStates } from '../rules/issues/issue-kinds.ts';
import { issueMessages } from '../rules/issues/issue-messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';

const issue = z.object({
  /** Of the group of failed drinks, of the refused sale, or of the alert. */
  id: z.string(),
  kind: z.enum(issueKinds),
  severity: z.enum(severities),
  state: z.enum(issueStates),
  /** `2 failed pours: Position 3, Campari, blocked`. */
  text: z.string(),
  unitId: z.string().nullable(),
  unitNumber: z.number().nullable(),
  unitName,
  openedAt: timeOut,
  /** Of the last drink that failed, or the last time that the sale was sent or the cause was seen. */
  lastAt: timeOut,
  /** How it ended: `Refunded, made again`, `Booked`, `Over by itself after 14 min`; null until it is resolved. */
  resolution: z.string().nullable(),
  /** Who resolved the alert or settled the refused sale; null for failed pours, which may have been settled one by one. */
  resolvedBy: z.string().nullable(),
  /** Owed, or charged for a sale that is not in the books; null where no amount is known. */
  amount: money().nullable(),
  /** Drinks that were not poured; null for other kinds. */
  glasses: z.number().nullable(),
  /** Kind of the alert; null for failed pours and refused sales. */
  alertKind: z.enum(alertKinds).nullable(),
  /** The alert, or the one about these failed pours, which can be marked as seen or snoozed; null without one. */
  alertId: z.string().nullable(),
  seenAt: timeOut.nullable(),
  seenBy: z.string().nullable(),
  snoozedUntil: timeOut.nullable(),
  /** False for a refused sale that cannot be read: it can only be dismissed. */
  canBeTaken: z.boolean(),
  /** Screen of the dashboard where it is settled, from its root: `/failures?case=…`. */
  link: z.string(),
});

const counts = z.object({
  all: z.number(),
  urgent: z.number(),
  failedPours: z.number(),
  refusedSales: z.number(),
  stock: z.number(),
  units: z.number(),
  other: z.number(),
});

export const listIssues = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/issues',
  summary:
    'What needs somebody at a venue, most urgent first, newest first within that; what is seen or snoozed comes last. With state=resolved what is settled, newest first. The next page is after next',
  permission: 'sales.read',
  query: z.object({
    kind: z.enum(issueKinds, { error: issueMessages.unknownKind }).optional(),
    state: z.enum(['open', 'resolved'], { error: issueMessages.unknownState }).default('open'),
    /** next of the previous page. */
    after: z
      .string()
      .regex(/^[0-3]\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, issueMessages.badAfter)
      .optional(),
    pagination: cursorPaging(25, 100, issueMessages.useAfter),
  }),
  responses: {
    200: z.object({
      asOf: timeOut,
      issues: z.array(issue),
      /** Null for the last page. */
      next: z.string().nullable(),
      /** Open ones of all kinds that the caller may read, neither seen nor snoozed, whatever the query selects. */
      counts,
    }),
  },
});
