/** Alerts in words: in messages, and how they ended. */
import { durationText } from '../health/health-messages.ts';
import { isMoreUrgent, type Severity } from './alert-kinds.ts';

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
    `Who gets which alert: ${publicUrl}/profile#alerts`,
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
