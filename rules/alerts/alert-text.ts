/** Alerts in words: in messages, and how they ended. */
import { firstInstantFrom, offsetMsAt } from '../../lib/time-in-zone.ts';
import { isMoreUrgent, type Severity } from './alert-kinds.ts';
import { type CaseCause, causeText, drinksText } from '../cases/case-messages.ts';
import { durationText } from '../health/health-messages.ts';

export interface AlertOfMessage {
  readonly id: string;
  readonly venueId: string;
  readonly venueName: string;
  /** Null for an alert of the whole venue. */
  readonly unitNumber: number | null;
  readonly severity: Severity;
  readonly text: string;
  /** Set for one that has ended before its message is sent: how long it lasted. */
  readonly endedAfterMs: number | null;
}

interface AlertMessage {
  readonly subject: string;
  /** Of a mail. */
  readonly body: string;
  readonly sms: string;
  /** The words of the text message; a tap opens the path. */
  readonly push: { readonly title: string; readonly text: string; readonly path: string };
}

/** `Rooftop Bar, unit 1042: Offline 14 min; about 9 sales are missing`. */
const lineOf = (alert: AlertOfMessage): string => `${placeOf(alert)}: ${causeOf(alert)}`;

const placeOf = ({ venueName, unitNumber }: AlertOfMessage): string =>
  unitNumber === null ? venueName : `${venueName}, unit ${unitNumber}`;

const causeOf = ({ text, endedAfterMs }: AlertOfMessage): string =>
  endedAfterMs === null ? text : `${text} (over after ${durationText(endedAfterMs)})`;

/** `6 more, 4 at unit 1042`; empty without any. */
function othersText(others: readonly AlertOfMessage[]): string {
  if (others.length === 0) return '';
  const counts = new Map<number, number>();
  for (const { unitNumber } of others)
    if (unitNumber !== null) counts.set(unitNumber, (counts.get(unitNumber) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  const at = most && most[1] > 1 ? `, ${most[1]} at unit ${most[0]}` : '';
  return `${others.length} more${at}`;
}

/**
 * One message about these alerts, most urgent first. Its links open the dashboard, and change nothing.
 * @param publicUrl without a trailing slash
 */
export function alertMessage(alerts: readonly AlertOfMessage[], publicUrl: string): AlertMessage {
  const inOrder = [...alerts].sort(
    (one, other) =>
      Number(isMoreUrgent(other.severity, one.severity)) -
      Number(isMoreUrgent(one.severity, other.severity)),
  );
  const [first, ...others] = inOrder;
  if (!first) throw new Error('A message needs an alert');
  const more = othersText(others);
  const subject = more === '' ? lineOf(first) : `${lineOf(first)} (${more})`;
  const list = ({ venueId }: AlertOfMessage): string => `/alerts?venue=${venueId}`;
  const link = (alert: AlertOfMessage): string => `${list(alert)}&alert=${alert.id}`;
  const body = [
    ...inOrder.map((alert) => `${lineOf(alert)}\n${publicUrl}${link(alert)}`),
    `Who gets which alert: ${publicUrl}/profile?tab=notifications#alerts`,
  ].join('\n\n');
  const path = others.length === 0 ? link(first) : list(first);
  const ending = more === '' ? '.' : `. ${more}.`;
  return {
    subject,
    body,
    sms: `${lineOf(first)}${ending} ${publicUrl}${path}`,
    push: { title: placeOf(first), text: `${causeOf(first)}${ending}`, path },
  };
}

/** How an alert ended: `Over by itself after 14 min`, `Resolved after 14 min: Bottle was changed`. */
export function resolutionText(
  { openedMs, resolvedMs }: { openedMs: number; resolvedMs: number },
  { isByPerson, note }: { isByPerson: boolean; note: string },
): string {
  const after = `after ${durationText(resolvedMs - openedMs)}`;
  if (!isByPerson) return `Over by itself ${after}`;
  return `Resolved ${after}${note === '' ? '' : `: ${note}`}`;
}

const countText = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`;

/** Causes of alerts in words, where they are not findings about units. Without times of the clock: not every venue has one. */
export const causeTexts = {
  out: (ingredient: string) => `${ingredient} is out`,
  outSoon: (ingredient: string, inMs: number) =>
    `${ingredient} is likely out in ${durationText(inMs)}, before close`,
  low: (ingredient: string, percent: number) => `${ingredient} is at ${percent}%`,
  failures: (cause: CaseCause, { glasses, forMs }: { glasses: number; forMs: number }) =>
    `${causeText(cause)}: ${drinksText(glasses)} in ${durationText(forMs)}`,
  refundStuck: (count: number) =>
    `${countText(count, 'refund has', 'refunds have')} not gone through for over an hour`,
  refusedSales: (count: number) => `${countText(count, 'sale needs', 'sales need')} a decision`,
  refundCap: 'Automatic refunds have reached their cap for tonight; refund the rest by hand',
  revokedKey: 'A revoked key is still in use; its requests are refused',
  messages: (count: number) =>
    `${countText(count, 'message', 'messages')} could not be delivered in the last 24 hours`,
  webhook: (host: string) => `The webhook to ${host} is off: nothing was delivered for three days`,
} as const;

// Entries of the log of an alert in words.

interface LogEntry {
  readonly kind: string;
  /** Null for what happened by itself. */
  readonly person: string | null;
  readonly note: string;
}

const channels: Readonly<Record<string, string>> = {
  mail: 'Email',
  sms: 'Text message',
  push: 'Push message',
};

/** `Seen by Sam: On my way`, `Text message to Kim`, `Over by itself`. */
export function eventText({ kind, person, note }: LogEntry): string {
  const by = person === null ? '' : ` by ${person}`;
  const more = note === '' ? '' : `: ${note}`;
  switch (kind) {
    case 'opened':
      return 'Opened';
    case 'reopened':
      return person === null ? 'Opened again: the cause is back' : `Reopened${by}${more}`;
    case 'repeated':
      return 'The cause paused, and is back';
    case 'raised':
      return note === '' ? 'More urgent than before' : note;
    case 'sent':
      return `${channels[note] ?? 'Message'} to ${person ?? 'an account that is gone'}`;
    case 'undelivered':
      return `${person ?? 'An account that is gone'} could not be reached${more}`;
    case 'acknowledged':
      return `Seen${by}${more}`;
    case 'snoozed':
      return `Snoozed${by}${more}`;
    default:
      return person === null ? 'Over by itself' : `Resolved${by}${more}`;
  }
}

/** How a push service treats a message, and what a tap on it opens. */
export interface PushDelivery {
  /** Path of the dashboard. */
  path: string;
  /** A newer message of the same topic replaces one that is not delivered yet; at most 32 characters of base64url. */
  topic: string;
  urgency: 'high' | 'normal' | 'low';
  /** It is not delivered later than this. */
  ttlSeconds: number;
}

/** High: wakes a phone that saves energy. A message that is not delivered in this time never is. */
export const pushUrgency: Readonly<Record<Severity, Pick<PushDelivery, 'urgency' | 'ttlSeconds'>>> =
  {
    urgent: { urgency: 'high', ttlSeconds: 4 * 3600 },
    soon: { urgency: 'normal', ttlSeconds: 12 * 3600 },
    later: { urgency: 'low', ttlSeconds: 24 * 3600 },
  };

/** An id without its dashes, which are too many for a topic. */
export const pushTopic = (id: string): string => id.replaceAll('-', '');

/** How push messages about alerts are delivered, and the text of a test message. */
export const testPush = {
  title: 'Barback',
  body: 'This is a test. Messages about alerts look like this.',
  delivery: {
    path: '/profile?tab=notifications#alerts',
    topic: 'test',
    urgency: 'high',
    ttlSeconds: 300,
  },
} as const;

// When messages about alerts are sent: quiet hours, and several alerts in one message.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A person gets at most one message in this time; the next one has all that came meanwhile. */
export const mergedMs = 5 * minuteMs;

interface Quiet {
  readonly quiet: { readonly fromMinutes: number; readonly toMinutes: number } | null;
  readonly timezone: string;
}

/**
 * End of the quiet hours that hold at a time; null outside of them. They go by the clock of the time zone, so they are
 * an hour shorter or longer in a night in which clocks change; an end that clocks skip is the time of the jump.
 * @param ms epoch milliseconds
 */
export function endOfQuiet({ quiet, timezone }: Quiet, ms: number): number | null {
  if (quiet === null) return null;
  const wallMs = ms + offsetMsAt(ms, timezone);
  const midnight = Math.floor(wallMs / dayMs) * dayMs;
  const minutes = (wallMs - midnight) / minuteMs;
  const { fromMinutes, toMinutes } = quiet;
  const isOverMidnight = fromMinutes > toMinutes;
  const isQuiet = isOverMidnight
    ? minutes >= fromMinutes || minutes < toMinutes
    : minutes >= fromMinutes && minutes < toMinutes;
  if (!isQuiet) return null;
  const endDay = isOverMidnight && minutes >= fromMinutes ? midnight + dayMs : midnight;
  const endMs = firstInstantFrom(endDay + toMinutes * minuteMs, timezone);
  return endMs > ms ? endMs : null;
}

/** A message that is planned, and when its alert was acknowledged, snoozed or resolved; null for never. */
export interface PlannedMessage {
  readonly dueMs: number;
  readonly isHeld: boolean;
  readonly endedMs: number | null;
}

/** Messages about what has ended before are not sent, except in the summary after quiet hours. */
const isSentAt = ({ isHeld, endedMs }: PlannedMessage, ms: number): boolean =>
  isHeld || endedMs === null || endedMs >= ms;

/**
 * Times of the messages that one person gets, several alerts in one.
 * @param planned of one person, in any order
 */
export function messageTimes(planned: readonly PlannedMessage[]): number[] {
  const times: number[] = [];
  const inOrder = [...planned].sort((one, other) => one.dueMs - other.dueMs);
  for (const message of inOrder) {
    const last = times.at(-1);
    const earliestMs = last === undefined ? message.dueMs : last + mergedMs;
    // The last message is still to be sent, and has it.
    if (last !== undefined && message.dueMs <= last) continue;
    const atMs = Math.max(message.dueMs, earliestMs);
    if (isSentAt(message, atMs)) times.push(atMs);
  }
  return times;
}
