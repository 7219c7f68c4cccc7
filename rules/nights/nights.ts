/**
 * Business days of a venue. A night starts at the first instant at which the clock of the venue reads its start or
 * later, and ends where the next one starts, so that nights leave no gap and no overlap whatever the clocks do.
 */
import { dayText, midnightOf, todayIn, weekdayIndex } from '../../lib/day-range.ts';
import { firstInstantFrom, offsetMsAt } from '../../lib/time-in-zone.ts';
import { clockOn, type VenueClock } from './venue-clock.ts';
import type { TimeRange } from '../reports/rollup-cover.ts';

/** Decides the nights of a venue. */
export interface NightRules {
  /** At least one, by their first day. */
  readonly clocks: readonly VenueClock[];
  /** End of single nights that ended earlier or later, in epoch milliseconds by their day. */
  readonly ends: ReadonlyMap<string, number>;
}

/** Business day with its half-open time range in epoch milliseconds; a day that a zone change leaves out has no time. */
export interface Night {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Of the clock in force. */
  readonly timezone: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A night lasts at least an hour and runs at most 12 hours into the next. */
const shortestMs = hourMs;
const longestOverrunMs = 12 * hourMs;

/** Day after the number of days, or before it when that is negative. */
export const shiftDay = (day: string, days: number): string =>
  dayText(midnightOf(day) + days * dayMs);

/** @param firstWeekday of a week; 0 is Monday */
export const firstOfWeek = (day: string, firstWeekday: number): string =>
  shiftDay(day, -((weekdayIndex(day) - firstWeekday + 7) % 7));

/** Number of days from the first to the last, both included; 0 or less when the last is before the first. */
export const countDays = (from: string, to: string): number =>
  (midnightOf(to) - midnightOf(from)) / dayMs + 1;

/** Start of the night by the clock alone. */
function clockStart(midnightMs: number, { startsMinutes, timezone }: VenueClock): number {
  return firstInstantFrom(midnightMs + startsMinutes * 60_000, timezone);
}

/** Earliest and latest end of a night that started at this instant. */
function endLimits(clocks: readonly VenueClock[], midnightMs: number, startMs: number) {
  const next = midnightMs + dayMs;
  const nextStarts = [midnightMs, next].map((ms) => clockStart(next, clockOn(clocks, dayText(ms))));
  return { earliestMs: startMs + shortestMs, latestMs: Math.max(...nextStarts) + longestOverrunMs };
}

type Start = Omit<Night, 'endMs'>;

/**
 * Starts of the nights from the day on, one more than `count`: the last is the end of the last night. A start never
 * precedes the one before. It is at most 38 hours before midnight UTC of its day and at most 36 hours after it, so it
 * depends on no more than the four days before.
 */
function listStarts({ clocks, ends }: NightRules, fromDay: string, count: number): Start[] {
  const settledAfter = 4;
  const first = midnightOf(fromDay) - settledAfter * dayMs;
  const starts: Start[] = [];
  let startMs = Number.NEGATIVE_INFINITY;
  for (let nth = 0; nth <= count + settledAfter; nth += 1) {
    const midnight = first + nth * dayMs;
    const day = dayText(midnight);
    const clock = clockOn(clocks, day);
    const moved = ends.size === 0 ? undefined : movedStart({ clocks, ends }, midnight - dayMs);
    startMs = Math.max(startMs, moved ?? clockStart(midnight, clock));
    if (nth >= settledAfter) starts.push({ day, startMs, timezone: clock.timezone });
  }
  return starts;
}

/** End of the night before that was set for it; an end that a later change of the clock made impossible is ignored. */
function movedStart({ clocks, ends }: NightRules, midnightBefore: number): number | undefined {
  const day = dayText(midnightBefore);
  const endMs = ends.get(day);
  if (endMs === undefined) return undefined;
  const startMs = clockStart(midnightBefore, clockOn(clocks, day));
  const { earliestMs, latestMs } = endLimits(clocks, midnightBefore, startMs);
  return endMs >= earliestMs && endMs <= latestMs ? endMs : undefined;
}

/**
 * Nights of the days, both included, in their order.
 * @throws RangeError for a day that does not exist
 */
export function nightsOf(rules: NightRules, from: string, to: string): Night[] {
  const count = countDays(from, to);
  if (count < 1) return [];
  const starts = listStarts(rules, from, count);
  return starts.slice(0, count).map(({ day, startMs, timezone }, nth) => {
    const endMs = starts[nth + 1]?.startMs ?? startMs;
    return { day, startMs, endMs, timezone };
  });
}

/** Night of the day. */
export function nightOf(rules: NightRules, day: string): Night {
  const [night] = nightsOf(rules, day, day);
  if (!night) throw new RangeError('A day is a night of its own');
  return night;
}

/** Half-open time range of the nights of the days, both included. */
export function nightRange(rules: NightRules, from: string, to: string) {
  return { startMs: nightOf(rules, from).startMs, endMs: nightOf(rules, to).endMs };
}

/** Night that contains the instant. */
export function nightAt(rules: NightRules, ms: number): Night {
  const day = dayText(Math.floor(ms / dayMs) * dayMs);
  const found = nightsOf(rules, shiftDay(day, -2), shiftDay(day, 2)).find(
    ({ startMs, endMs }) => startMs <= ms && ms < endMs,
  );
  if (!found) throw new RangeError('Nights leave no gap');
  return found;
}

/** Business day at a time; without rules, the day in the time zone. */
export const dayAt = (rules: NightRules | null | undefined, ms: number, timezone: string): string =>
  rules ? nightAt(rules, ms).day : todayIn(timezone, ms);

/** Days of the nights that the range consists of; null when it starts or ends within a night. */
export function wholeNights(
  rules: NightRules,
  { startMs, endMs }: Pick<Night, 'startMs' | 'endMs'>,
): { from: string; to: string } | null {
  const [first, last] = [nightAt(rules, startMs), nightAt(rules, endMs - 1)];
  const isWhole = first.startMs === startMs && last.endMs === endMs;
  return isWhole ? { from: first.day, to: last.day } : null;
}

/** Length of a night in hours, with at most two decimals: 25 where clocks are turned back. */
export const hoursOf = ({ startMs, endMs }: Pick<Night, 'startMs' | 'endMs'>): number =>
  Math.round((100 * (endMs - startMs)) / hourMs) / 100;

/**
 * Earliest and latest end that can be set for the night of this day, in epoch milliseconds: it lasts an hour at least,
 * and runs at most 12 hours into the next.
 */
export function limitsOfEnd(rules: NightRules, day: string) {
  return endLimits(rules.clocks, midnightOf(day), nightOf(rules, day).startMs);
}

/**
 * End to set for the night before, so that it stays as it was when the clock changes from the day on; null where the
 * day starts when it did, and for the first clock of a venue.
 */
export function endToKeep(before: NightRules, after: NightRules, fromDay: string): number | null {
  if (!before.clocks.some((clock) => clock.fromDay < fromDay)) return null;
  const { startMs } = nightOf(before, fromDay);
  return nightOf(after, fromDay).startMs === startMs ? null : startMs;
}

// The running night so far: what its clock has shown, and the same part of another night.

/** Clocks change at multiples of this since the epoch. */
const changeStepMs = 900_000;

/**
 * Latest time that the clock showed since the night started, in milliseconds after midnight of its day. It stands still
 * in an hour that comes twice.
 */
export function readingReached({ day, startMs, timezone }: Night, nowMs: number): number {
  let reached = nowMs + offsetMsAt(nowMs, timezone);
  const firstStep = Math.ceil((startMs + 1) / changeStepMs) * changeStepMs;
  for (let stepMs = firstStep; stepMs <= nowMs; stepMs += changeStepMs) {
    reached = Math.max(reached, stepMs + offsetMsAt(stepMs - 1, timezone));
  }
  return reached - midnightOf(day);
}

/** Part of a night before its clock shows this time for the first time. */
export function untilReading(night: Night, reading: number): TimeRange {
  const { day, startMs, endMs, timezone } = night;
  const cutMs = firstInstantFrom(midnightOf(day) + reading, timezone);
  return { startMs, endMs: Math.min(Math.max(cutMs, startMs), endMs) };
}

// Suggests when the business day of a venue should start, from the hours in which it sells.

/** Number of orders by the hour that the clock of the venue showed, 24 of them. */
export type OrdersByHour = readonly number[];

/** Days that are looked at. */
export const suggestionDays = 56;

const hoursOfDay = 24;
const latestHour = 12;
const likelyHour = 5;
/** Share of the orders close to the start above which another start is suggested. */
const tolerated = 0.005;

/** Orders within an hour on either side of a time; where it is no whole hour, shares of the hours that it divides. */
function ordersAround(orders: OrdersByHour, minutes: number): number {
  const hour = Math.floor(minutes / 60);
  const share = (minutes % 60) / 60;
  const inHour = (nth: number) => orders[(nth + hoursOfDay) % hoursOfDay] ?? 0;
  return (1 - share) * inHour(hour - 1) + inHour(hour) + share * inHour(hour + 1);
}

/**
 * Start to suggest, in minutes after midnight: the whole hour up to noon with the fewest orders around it, closest to
 * 5 AM where several have as few. Null while few orders are close to the present start.
 * @param startsMinutes the present start: 0 for a venue without a clock
 */
export function suggestStart(orders: OrdersByHour, startsMinutes: number): number | null {
  const total = orders.reduce((sum, count) => sum + count, 0);
  const present = ordersAround(orders, startsMinutes);
  if (total === 0 || present <= tolerated * total) return null;
  const [best] = Array.from({ length: latestHour + 1 }, (_, hour) => hour).toSorted(
    (one, other) =>
      ordersAround(orders, one * 60) - ordersAround(orders, other * 60) ||
      Math.abs(one - likelyHour) - Math.abs(other - likelyHour),
  );
  if (best === undefined || ordersAround(orders, best * 60) >= present) return null;
  return best * 60;
}

// Hours in which a venue sells, as its clock shows them.

/**
 * Orders by the hour that the clock showed. Where an hour of the sums lies across two of the zone, as in India, its
 * orders are divided between them.
 * @param sums orders of whole hours in UTC
 * @throws RangeError for an unknown zone
 */
export function countByReading(
  sums: readonly { readonly startMs: number; readonly orders: number }[],
  timezone: string,
): OrdersByHour {
  const counts = Array.from({ length: 24 }, () => 0);
  const add = (hour: number, orders: number) => {
    counts[hour % 24] = (counts[hour % 24] ?? 0) + orders;
  };
  for (const { startMs, orders } of sums) {
    const wallHours = (startMs + offsetMsAt(startMs, timezone)) / hourMs;
    const hour = Math.floor(wallHours) % 24;
    const later = wallHours - Math.floor(wallHours);
    add(hour, orders * (1 - later));
    if (later > 0) add(hour + 1, orders * later);
  }
  return counts.map((count) => Math.round(count * 100) / 100);
}

/** Orders below which nothing is known of when a venue sells. */
const fewestOrders = 100;
/** Of the orders: before the first and after the last such share the venue is taken to be closed. */
const marginalShare = 0.01;

/**
 * Hours in which a venue usually sells, whole ones, in minutes after the midnight of its business day: closing may be
 * on the next day. Null while too little was sold, and where it opens after midnight.
 * @param startsMinutes start of the business day
 */
export function usualHours(
  orders: OrdersByHour,
  startsMinutes: number,
): { readonly opensMinutes: number; readonly closesMinutes: number } | null {
  const first = Math.floor(startsMinutes / 60);
  const total = orders.reduce((sum, count) => sum + count, 0);
  if (total < fewestOrders) return null;
  let sold = 0;
  const until = Array.from({ length: hoursOfDay }, (_, nth) => {
    sold += orders[(first + nth) % hoursOfDay] ?? 0;
    return sold / total;
  });
  const opens = first + until.findIndex((share) => share > marginalShare);
  const closes = first + 1 + until.findIndex((share) => share >= 1 - marginalShare);
  return opens < hoursOfDay ? { opensMinutes: opens * 60, closesMinutes: closes * 60 } : null;
}
