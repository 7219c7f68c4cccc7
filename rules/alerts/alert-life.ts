/**
 * The life of alerts: one per cause, opened once the cause has lasted, resolved once it has ended, and reopened when it
 * is back soon.
 */
import { dateAndTimeIn, instantOf } from '../../lib/time-in-zone.ts';
import { type AlertKind, isMoreUrgent, kindsOfAlerts, type Severity } from './alert-kinds.ts';

/** A cause that comes back within this time after its alert was resolved reopens it. */
export const reopensWithinMs = 30 * 60_000;
/** An alert is announced again at most so often, however often it is reopened. */
const announcedEveryMs = 60 * 60_000;

/** Something that is wrong now. */
export interface Cause {
  /** Kind, unit, and ingredient or position. */
  readonly key: string;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly text: string;
  readonly unitId: string | null;
}

/** An alert that is open, or was resolved a short while ago. */
export interface KnownAlert {
  readonly id: string;
  readonly key: string;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly snoozedUntilMs: number | null;
  readonly announcedMs: number | null;
  readonly resolvedMs: number | null;
  /** Null while its cause lasts. */
  readonly causeEndedMs: number | null;
}

export type Appearance = 'same' | 'repeated' | 'reopened';

/** An alert whose cause is there. */
export interface SeenAlert {
  readonly alert: KnownAlert;
  readonly cause: Cause;
  readonly appearance: Appearance;
  /** It is more urgent than before. */
  readonly isRaised: boolean;
  /** Its snooze is over: by itself, or because it is more urgent. */
  readonly isAwake: boolean;
  /** People are to get a message. */
  readonly isAnnounced: boolean;
}

export interface AlertChanges {
  readonly opened: readonly Cause[];
  readonly seen: readonly SeenAlert[];
  /** Alerts whose cause is gone since now. */
  readonly ended: readonly KnownAlert[];
  readonly resolved: readonly KnownAlert[];
  /** Start of causes that have not lasted long enough, by key. */
  readonly pending: Readonly<Record<string, number>>;
  /** When the next change is due without any new event; null for never. */
  readonly dueMs: number | null;
}

/**
 * What changes between the alerts of a venue and its causes now.
 * @param known all open alerts, and those resolved within 30 minutes or by a person while the cause lasts
 * @param pending of the last time
 */
export function alertChanges(
  known: readonly KnownAlert[],
  causes: readonly Cause[],
  pending: Readonly<Record<string, number>>,
  nowMs: number,
): AlertChanges {
  const opened: Cause[] = [];
  const seen: SeenAlert[] = [];
  const waiting: Record<string, number> = {};
  const due: number[] = [];
  for (const cause of causes) {
    const alert = latestOf(known, cause.key);
    if (alert && isUnderway(alert)) {
      seen.push(seenAs(alert, cause, nowMs));
      continue;
    }
    const { opensAfterMs } = kindsOfAlerts[cause.kind];
    const sinceMs = pending[cause.key] ?? nowMs;
    if (nowMs - sinceMs < opensAfterMs) {
      waiting[cause.key] = sinceMs;
      due.push(sinceMs + opensAfterMs);
    } else if (alert && nowMs - (alert.resolvedMs ?? 0) <= reopensWithinMs) {
      seen.push(seenAs(alert, cause, nowMs));
    } else {
      opened.push(cause);
    }
  }
  const present = new Set(causes.map(({ key }) => key));
  const absent = known.filter(({ key }) => !present.has(key));
  const open = absent.filter(({ resolvedMs }) => resolvedMs === null);
  const endOf = ({ kind, causeEndedMs }: KnownAlert): number =>
    (causeEndedMs ?? nowMs) + kindsOfAlerts[kind].endsAfterMs;
  due.push(...open.map(endOf).filter((ms) => ms > nowMs));
  due.push(...seen.flatMap(({ alert }) => alert.snoozedUntilMs ?? []).filter((ms) => ms > nowMs));
  return {
    opened,
    seen,
    ended: absent.filter(({ causeEndedMs }) => causeEndedMs === null),
    resolved: open.filter((alert) => endOf(alert) <= nowMs),
    pending: waiting,
    dueMs: due.length === 0 ? null : Math.min(...due),
  };
}

/** The open alert of a key, or the one that was resolved last. */
function latestOf(known: readonly KnownAlert[], key: string): KnownAlert | undefined {
  const own = known.filter((alert) => alert.key === key);
  const at = ({ resolvedMs }: KnownAlert): number => resolvedMs ?? Number.MAX_SAFE_INTEGER;
  return own.reduce<KnownAlert | undefined>(
    (last, one) => (last === undefined || at(one) > at(last) ? one : last),
    undefined,
  );
}

/** Open, or resolved by a person although its cause has not ended since. */
const isUnderway = ({ resolvedMs, causeEndedMs }: KnownAlert): boolean =>
  resolvedMs === null || causeEndedMs === null;

function seenAs(alert: KnownAlert, cause: Cause, nowMs: number): SeenAlert {
  const isResolved = alert.resolvedMs !== null;
  if (isResolved && alert.causeEndedMs === null)
    return {
      alert,
      cause,
      appearance: 'same',
      isRaised: false,
      isAwake: false,
      isAnnounced: false,
    };
  const appearance = isResolved
    ? ('reopened' as const)
    : alert.causeEndedMs === null
      ? ('same' as const)
      : ('repeated' as const);
  const isRaised = isMoreUrgent(cause.severity, alert.severity);
  const isSnoozed = alert.snoozedUntilMs !== null;
  const isAwake = isSnoozed && (isRaised || (alert.snoozedUntilMs ?? 0) <= nowMs);
  const isQuiet = isSnoozed && !isAwake;
  const isDue = nowMs - (alert.announcedMs ?? 0) >= announcedEveryMs;
  const isAnnounced =
    !isQuiet && (isRaised || (isAwake && !isResolved) || (appearance === 'reopened' && isDue));
  return { alert, cause, appearance, isRaised, isAwake, isAnnounced };
}

// The end of a snooze as a day and a time of day in the zone of the venue.

const stepMs = 1_800_000;
const hourMs = 3_600_000;

export interface LocalTime {
  /** YYYY-MM-DD. */
  readonly day: string;
  /** HH:mm, 24 hours. */
  readonly time: string;
}

/** The half hour that is at least an hour ahead. */
export function suggestedSnooze(nowMs: number, timezone: string): LocalTime {
  const { date, time } = dateAndTimeIn(Math.ceil((nowMs + hourMs) / stepMs) * stepMs, timezone);
  return { day: date, time: time.slice(0, 5) };
}

/**
 * Point in time in ISO 8601, the first of an hour that the clock has twice; null for what is not a day and a time of
 * day.
 * @throws RangeError for an unknown zone
 */
export function snoozeEnd(day: string | null, time: string, timezone: string): string | null {
  if (day === null || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null;
  const wallMs = Date.parse(`${day}T${time}:00Z`);
  return Number.isNaN(wallMs) ? null : new Date(instantOf(wallMs, timezone)).toISOString();
}
