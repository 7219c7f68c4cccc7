/**
 * Between points in time and what a clock on the wall of a time zone reads. A wall reading is given in
 * "wall milliseconds": the epoch milliseconds at which a clock in UTC would read the same. Exact from
 * 1972 on, when the last zone had come to whole minutes.
 */
import { tzOffset } from '@date-fns/tz/tzOffset';
import { dateMessages } from './date-messages.ts';
import { isTimezone } from './timezones.ts';

const dayMs = 86_400_000;

/** Per zone, the offset of each UTC day on which it stays the same; null for a day on which it changes. */
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
 * How far the zone's clock is ahead of UTC at a point in time, in milliseconds (New York in winter:
 * -18,000,000). Answers of whole days are kept, since asking the platform takes about a microsecond
 * and a report asks for every row.
 * @throws RangeError for an unknown zone
 */
export function offsetMsAt(ms: number, timezone: string): number {
  // One spelling per zone: names are accepted in any case, and each kept spelling would take memory.
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
 * The point in time at which the zone's clock reads this. A reading that comes twice (clocks turned
 * back) means the first; one that never comes (clocks turned forward) is read as if the clock had not
 * been turned yet, so 02:30 in the lost hour is the instant shown as 03:30.
 * @throws RangeError for an unknown zone
 */
export function instantOf(wallMs: number, timezone: string): number {
  const before = wallMs - offsetMsAt(wallMs - dayMs, timezone);
  if (before + offsetMsAt(before, timezone) === wallMs) return before;
  const after = wallMs - offsetMsAt(wallMs + dayMs, timezone);
  return after + offsetMsAt(after, timezone) === wallMs ? after : before;
}

/**
 * The first point in time at which the zone's clock reads this or later: where a day starts. Differs
 * from `instantOf` where clocks jump over the reading, when it is the moment of the jump.
 * @throws RangeError for an unknown zone
 */
export function firstInstantFrom(wallMs: number, timezone: string): number {
  const instant = instantOf(wallMs, timezone);
  if (instant + offsetMsAt(instant, timezone) === wallMs) return instant;
  // The reading is jumped over: close in on the jump, the clock being short of it before and past it after.
  let shortOfIt = wallMs - offsetMsAt(wallMs - dayMs, timezone) - dayMs;
  let past = instant;
  while (past - shortOfIt > 1) {
    const middle = Math.floor((past + shortOfIt) / 2);
    if (middle + offsetMsAt(middle, timezone) < wallMs) shortOfIt = middle;
    else past = middle;
  }
  return past;
}
