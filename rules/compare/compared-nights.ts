/** Nights that a period is compared with, and the part of each that is compared. */
import { midnightOf } from '../../lib/day-range.ts';
import { compareMessages } from './compare-messages.ts';
import {
  countDays,
  type Night,
  type NightRules,
  nightsOf,
  readingReached,
  shiftDay,
  untilReading,
} from '../nights/nights.ts';
import type { TimeRange } from '../reports/rollup-cover.ts';
import { soFar } from './so-far.ts';

/**
 * previous: as many nights before; weekday: the same weekdays of the latest weeks before; year: 364 days before; month:
 * the same days of the month before; average4: for each night the mean of those 7, 14, 21 and 28 days before.
 */
export const againstNames = ['previous', 'weekday', 'year', 'month', 'average4'] as const;
export type Against = (typeof againstNames)[number];

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A mean reads each of its nights by itself. */
export const mostAveragedNights = 35;

const weeksOfAverage = [1, 2, 3, 4];
const daysPerYear = 364;

/** Reason why this period cannot be compared so; null when it can. */
export function whyNotAgainst(against: Against, { from, to }: Days): string | null {
  if (against === 'month' && !isOfOneMonth({ from, to })) return compareMessages.noMonth;
  if (against === 'average4' && countDays(from, to) > mostAveragedNights)
    return compareMessages.tooManyToAverage(mostAveragedNights);
  return null;
}

/** From the first of a month to a day of the same month. */
const isOfOneMonth = ({ from, to }: Days): boolean =>
  from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);

/** Same day of the month before; null where that has fewer days. */
function monthBefore(day: string): string | null {
  const lastOfMonth = shiftDay(`${day.slice(0, 8)}01`, -1);
  return day.slice(8) <= lastOfMonth.slice(8) ? lastOfMonth.slice(0, 8) + day.slice(8) : null;
}

/** Days that a day of the period is compared with, latest first. */
function daysAgainst(against: Against, day: string, { from, to }: Days): string[] {
  const days = countDays(from, to);
  if (against === 'average4') return weeksOfAverage.map((weeks) => shiftDay(day, -7 * weeks));
  if (against === 'month') return [monthBefore(day)].filter((found) => found !== null);
  if (against === 'year') return [shiftDay(day, -daysPerYear)];
  return [shiftDay(day, against === 'previous' ? -days : -7 * Math.ceil(days / 7))];
}

/** A night that is compared with, and its part that is. */
export interface OtherNight {
  readonly night: Night;
  readonly part: TimeRange;
}

export interface NightPair {
  readonly current: Night;
  /** Empty where there is no such night; only a mean has several. */
  readonly others: readonly OtherNight[];
}

export interface ComparedNights {
  /** The period, so far where it is compared so far. */
  readonly current: TimeRange;
  /** Nights of the period that have begun, or all of them, in their order. */
  readonly pairs: readonly NightPair[];
  /** Latest time on the clock since the running night began, in milliseconds; null where whole nights are compared. */
  readonly reading: number | null;
}

export interface CompareOptions extends Days {
  readonly against: Against;
  /** Compares the running night until now, where the period has it. */
  readonly soFar: boolean;
  readonly nowMs: number;
}

/**
 * Pairs the nights of a period with those they are compared with. The running night is compared until the same reading
 * of the clock, and nights after it are not.
 * @throws RangeError for days that do not exist
 */
export function compareNights(
  rules: NightRules,
  { from, to, against, soFar: isSoFar, nowMs }: CompareOptions,
): ComparedNights {
  const nights = nightsOf(rules, from, to);
  const [first, last] = [nights[0], nights.at(-1)];
  if (!first || !last) throw new RangeError('A period has a night');
  const whole = { startMs: first.startMs, endMs: last.endMs };
  const running = isSoFar
    ? nights.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs)
    : undefined;
  const current = running ? soFar(whole, nowMs) : whole;
  const reading = running ? readingReached(running, nowMs) : null;
  const begun = running ? nights.filter(({ startMs }) => startMs <= nowMs) : nights;
  const wanted = begun.map((night) => daysAgainst(against, night.day, { from, to }));
  const known = listNights(rules, wanted.flat());
  const pairs = begun.map((night, nth) => ({
    current: night,
    others: (wanted[nth] ?? [])
      .flatMap((day) => known.get(day) ?? [])
      .filter(({ startMs, endMs }) => startMs < endMs)
      .map((other) => ({
        night: other,
        part: night === running && reading !== null ? untilReading(other, reading) : partOf(other),
      })),
  }));
  const isCut = pairs.at(-1)?.others.length !== 0;
  return { current, pairs, reading: isCut ? reading : null };
}

const partOf = ({ startMs, endMs }: Night): TimeRange => ({ startMs, endMs });

/** Nights of the days, by day, in one list: each night by itself would compute those around it again. */
function listNights(rules: NightRules, days: readonly string[]): Map<string, Night> {
  const [first, last] = bounds(days);
  if (first === undefined || last === undefined) return new Map();
  return new Map(nightsOf(rules, first, last).map((night) => [night.day, night]));
}

/** First and last of the days. */
export function bounds(days: readonly string[]): [string, string] | [undefined, undefined] {
  const [first] = days;
  if (first === undefined) return [undefined, undefined];
  return days.reduce<[string, string]>(
    ([low, high], day) => [day < low ? day : low, day > high ? day : high],
    [first, first],
  );
}

/** Joins ranges that adjoin, so that their sums take no more reads than one. */
export function joinTimeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const next of ranges) {
    const last = joined.at(-1);
    if (last && last.endMs === next.startMs)
      joined[joined.length - 1] = { startMs: last.startMs, endMs: next.endMs };
    else joined.push(next);
  }
  return joined;
}

/** Time of day of a reading, `22:14`. */
export const readingText = (reading: number): string =>
  new Date(midnightOf('2000-01-01') + reading).toISOString().slice(11, 16);

/** Days of a time zone from midnight, for a venue without a clock. */
export const calendarDays = (timezone: string): NightRules => ({
  clocks: [{ fromDay: '2000-01-01', timezone, startsMinutes: 0 }],
  ends: new Map(),
});
