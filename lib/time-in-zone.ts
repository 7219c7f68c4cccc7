/** Points in time as text in a time zone. */
import { tzOffset } from '@date-fns/tz/tzOffset';
import { isTimezone } from './timezones.ts';

const dayMs = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

// Rows are ordered by time, so the date is mostly that of the previous row.
let lastDay = Number.NaN;
let lastDate = '';

/**
 * Local date `YYYY-MM-DD` and time `HH:mm:ss` (24 hours) in the zone. Optimized for the rows of a download: over a
 * million a second.
 * @param ms epoch milliseconds
 * @throws RangeError for an unknown zone
 */
export function dateAndTimeIn(ms: number, timezone: string): { date: string; time: string } {
  const wallMs = ms + offsetMsAt(ms, timezone);
  const day = Math.floor(wallMs / dayMs);
  if (day !== lastDay) {
    lastDate = new Date(day * dayMs).toISOString().slice(0, 10);
    lastDay = day;
  }
  const seconds = Math.floor((wallMs - day * dayMs) / 1000);
  const hour = twoDigits[Math.floor(seconds / 3600)];
  const minute = twoDigits[Math.floor(seconds / 60) % 60];
  const second = twoDigits[seconds % 60];
  return { date: lastDate, time: `${hour}:${minute}:${second}` };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a point in time for display, with the abbreviation valid at that time: `Mar 1, 2024, 10:15 AM EST`, and EDT
 * in July.
 * @param ms epoch milliseconds
 * @throws RangeError for an unknown zone
 */
export function formatInZone(ms: number, timezone: string): string {
  const zone = timezone.toLowerCase();
  let format = formats.get(zone);
  if (!format) {
    if (!isTimezone(zone)) throw new RangeError(dateMessages.unknownTimezone);
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
    formats.set(zone, format);
  }
  // Some platforms put a narrow no-break space before AM and PM, others a normal space.
  return format.format(ms).replaceAll('\u202f', ' ');
}

// Time zones available for reports.

// Converts between points in time and local time in a time zone. Local time is given in "wall milliseconds": the epoch
// milliseconds at which a UTC clock would read the same. Exact from 1972 on, when the last zone moved to whole
// minutes.

/** Per zone, the offset of each UTC day on which it is constant; null for a day on which it changes. */
const offsetsByZone = new Map<string, Map<number, number | null>>();

function offsetsOf(zone: string): Map<number, number | null> {
  const known = offsetsByZone.get(zone);
  if (known) return known;
  if (!isTimezone(zone)) throw new RangeError(dateMessages.unknownTimezone);
  const offsets = new Map<number, number | null>();
  offsetsByZone.set(zone, offsets);
  return offsets;
}

const findOffsetMs = (zone: string, ms: number): number =>
  Math.round(tzOffset(zone, new Date(ms)) * 60_000);

/**
 * UTC offset of the zone at a point in time, in milliseconds (New York in winter: -18,000,000). Offsets of whole days
 * are cached, because a platform lookup takes about a microsecond and a report needs one per row.
 * @throws RangeError for an unknown zone
 */
export function offsetMsAt(ms: number, timezone: string): number {
  // One spelling per zone: names are accepted in any case, and each cached spelling would take memory.
  const zone = timezone.toLowerCase();
  const offsets = offsetsOf(zone);
  const day = Math.floor(ms / dayMs);
  let offset = offsets.get(day);
  if (offset === undefined) {
    const atStart = findOffsetMs(zone, day * dayMs);
    offset = atStart === findOffsetMs(zone, (day + 1) * dayMs) ? atStart : null;
    offsets.set(day, offset);
  }
  return offset ?? findOffsetMs(zone, ms);
}

/**
 * Point in time at which the zone's clock reads this local time. An ambiguous time (clocks turned back) resolves to
 * the first; a skipped time (clocks turned forward) is read with the offset before the change, so 02:30 in the lost
 * hour is the instant shown as 03:30.
 * @throws RangeError for an unknown zone
 */
export function instantOf(wallMs: number, timezone: string): number {
  const before = wallMs - offsetMsAt(wallMs - dayMs, timezone);
  if (before + offsetMsAt(before, timezone) === wallMs) return before;
  const after = wallMs - offsetMsAt(wallMs + dayMs, timezone);
  return after + offsetMsAt(after, timezone) === wallMs ? after : before;
}

/**
 * First point in time at which the zone's clock reads this or later; used for the start of a day. Differs from
 * `instantOf` for a time that clocks skip: the result is then the instant of the jump.
 * @throws RangeError for an unknown zone
 */
export function firstInstantFrom(wallMs: number, timezone: string): number {
  // Nearly always, and decided with two offsets: a list of nights computes one start per day.
  const before = wallMs - offsetMsAt(wallMs - dayMs, timezone);
  if (before + offsetMsAt(before, timezone) === wallMs) return before;
  const instant = instantOf(wallMs, timezone);
  if (instant + offsetMsAt(instant, timezone) === wallMs) return instant;
  // The time is skipped: bisect to the jump, with the clock before the time on one side and past it on the other.
  let shortOfIt = wallMs - offsetMsAt(wallMs - dayMs, timezone) - dayMs;
  let past = instant;
  while (past - shortOfIt > 1) {
    const middle = Math.floor((past + shortOfIt) / 2);
    if (middle + offsetMsAt(middle, timezone) < wallMs) shortOfIt = middle;
    else past = middle;
  }
  return past;
}

/** Messages about days and time zones. */
export const dateMessages = {
  badDay: 'Use a date such as 11/1/2026',
  daysReversed: 'The first day must not be after the last day',
  unknownTimezone: 'Unknown timezone',
} as const;
