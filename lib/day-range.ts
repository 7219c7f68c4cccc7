/** Calendar days as time ranges in a time zone: days of 23, 24 and 25 hours, and the presets of the report. */
import { dateMessages, firstInstantFrom, offsetMsAt } from './time-in-zone.ts';

/** Whole calendar days, both included: `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Whole calendar days in a time zone (IANA name). */
export interface DaysInZone extends Days {
  readonly timezone: string;
}

const dayMs = 86_400_000;

/** Day of wall milliseconds, `YYYY-MM-DD`. */
export function dayText(wallMs: number): string {
  const date = new Date(wallMs);
  const year = date.getUTCFullYear();
  // Several times as fast as toISOString, and reports of many venues name thousands of days.
  if (year < 1000 || year > 9999 || Number.isNaN(year)) return date.toISOString().slice(0, 10);
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/**
 * Midnight of the day in wall milliseconds. Converting it back reveals a day that does not exist, such as 2024-02-30.
 * @throws RangeError with a message for a day that does not exist
 */
export function midnightOf(day: string): number {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || dayText(midnight) !== day)
    throw new RangeError(dateMessages.badDay);
  return midnight;
}

/** Weekday of a day; 0 is Monday. */
export const weekdayIndex = (day: string): number =>
  (new Date(midnightOf(day)).getUTCDay() + 6) % 7;

/**
 * Half-open range of the days in the zone, in epoch milliseconds: `endMs` is the start of the next day, so that
 * adjacent days leave no gap and no overlap. A day begins at the first instant of its date, which is 01:00 where
 * midnight is skipped; a date that a zone skipped altogether has zero length.
 * @throws RangeError with a message for a day that does not exist, days in the wrong order and an unknown zone
 */
export function dayRange({ from, to, timezone }: DaysInZone): { startMs: number; endMs: number } {
  const first = midnightOf(from);
  const last = midnightOf(to);
  if (first > last) throw new RangeError(dateMessages.daysReversed);
  return {
    startMs: firstInstantFrom(first, timezone),
    endMs: firstInstantFrom(last + dayMs, timezone),
  };
}

/**
 * The same range as the sales endpoints take it: epoch milliseconds from 00:00:00.000 of the first day through
 * 23:59:59.999 of the last, both included.
 * @throws RangeError as `dayRange` does
 */
export function widenDays(days: DaysInZone): { startDate: number; endDate: number } {
  const { startMs, endMs } = dayRange(days);
  return { startDate: startMs, endDate: endMs - 1 };
}

/**
 * Calendar day in the zone at a point in time, `YYYY-MM-DD`.
 * @throws RangeError for an unknown zone
 */
export function todayIn(timezone: string, nowMs: number): string {
  return dayText(nowMs + offsetMsAt(nowMs, timezone));
}

/**
 * Preset ranges shown next to the calendar. Those of the present month and year end today.
 * @param today `YYYY-MM-DD`
 * @throws RangeError for a day that does not exist
 */
export function rangePresets(today: string): ({ label: string } & Days)[] {
  const midnight = midnightOf(today);
  const daysAgo = (days: number) => dayText(midnight - days * dayMs);
  const monthStart = `${today.slice(0, 8)}01`;
  const lastMonthEnd = dayText(midnightOf(monthStart) - dayMs);
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: daysAgo(1), to: daysAgo(1) },
    { label: 'Last 7 days', from: daysAgo(6), to: today },
    { label: 'Last 30 days', from: daysAgo(29), to: today },
    { label: 'This month', from: monthStart, to: today },
    { label: 'Last month', from: `${lastMonthEnd.slice(0, 8)}01`, to: lastMonthEnd },
    { label: 'This year', from: `${today.slice(0, 5)}01-01`, to: today },
  ];
}
