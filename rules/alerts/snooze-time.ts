/** The end of a snooze as a day and a time of day in the zone of the venue. */
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';
import { instantOf } from '../../lib/wall-clock.ts';

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
