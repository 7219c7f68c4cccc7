/**
 * What a unit is expected to sell tonight, hour by hour of the clock: the weighted mean of the last same nights. It is
 * made from the sums by hour, so that eight weeks cost little.
 */
import { midnightOf } from '../../lib/day-range.ts';
import { offsetMsAt } from '../../lib/time-in-zone.ts';
import { type Night, nightOf, type NightRules, nightsOf, shiftDay } from '../nights/nights.ts';

const hourMs = 3_600_000;
/** Clocks differ from UTC by multiples of this, and nights start at multiples of it. */
const stepMs = hourMs / 4;

const sameNightsUsed = 8;
const weightPerWeek = 0.85;
/** With fewer same nights, all nights of the last four weeks are used. */
export const leastSameNights = 3;
const recentNightsUsed = 28;
/** With fewer nights in all, nothing is expected. */
export const leastNights = 7;

/** A night of the past and how much it counts. */
export interface PastNight {
  readonly night: Night;
  readonly weight: number;
}

/** A night of the past, by its index, and how much it counts. */
export interface NightWeight {
  readonly nth: number;
  readonly weight: number;
}

type IsCounted = (day: string) => boolean;

/**
 * The same nights of the last eight weeks, each counting 0.85 times the one after it.
 * @param isCounted false for nights that were closed or special
 */
export function sameNights(rules: NightRules, day: string, isCounted: IsCounted): PastNight[] {
  const weeks = Array.from({ length: sameNightsUsed }, (_, nth) => nth + 1);
  return weeks
    .map((week) => ({ day: shiftDay(day, -7 * week), weight: weightPerWeek ** (week - 1) }))
    .filter((past) => isCounted(past.day))
    .map((past) => ({ night: nightOf(rules, past.day), weight: past.weight }));
}

/** All nights of the last four weeks, which count alike. */
export const recentNights = (rules: NightRules, day: string, isCounted: IsCounted): PastNight[] =>
  nightsOf(rules, shiftDay(day, -recentNightsUsed), shiftDay(day, -1))
    .filter((night) => isCounted(night.day))
    .map((night) => ({ night, weight: 1 }));

/** Nights that ended after a unit was created. */
export const nightsSince = (nights: readonly PastNight[], createdMs: number): NightWeight[] =>
  nights.flatMap(({ night, weight }, nth) => (night.endMs > createdMs ? [{ nth, weight }] : []));

/** Share of an hour of UTC that is within a night and at an hour of its clock. */
export interface HourShare {
  readonly startMs: number;
  /** Hours after midnight of the night's day; those after 24 are of the next day. */
  readonly hour: number;
  readonly share: number;
}

/** Hours of UTC that a night consists of, each divided among the hours that the clock showed in it. */
export function hoursOfNight(night: Night): HourShare[] {
  const hourAt = clockOf(night);
  const shares: HourShare[] = [];
  for (const ms of stepsOf(night)) {
    const startMs = Math.floor(ms / hourMs) * hourMs;
    const hour = hourAt(ms);
    // Steps of the same hour follow each other.
    const last = shares.at(-1);
    const isSame = last?.startMs === startMs && last.hour === hour;
    if (isSame) shares.pop();
    shares.push({ startMs, hour, share: (isSame ? last.share : 0) + stepMs / hourMs });
  }
  return shares;
}

export type WeightedHour = HourShare & NightWeight;

export const hoursOfNights = (nights: readonly PastNight[]): WeightedHour[] =>
  nights.flatMap(({ night, weight }, nth) =>
    hoursOfNight(night).map((hour) => ({ ...hour, nth, weight })),
  );

function stepsOf({ startMs, endMs }: Night): number[] {
  const first = Math.floor(startMs / stepMs) * stepMs;
  const count = Math.ceil((endMs - first) / stepMs);
  return Array.from({ length: Math.max(0, count) }, (_, nth) => first + nth * stepMs);
}

/** Hour of the clock of a night at a time. */
function clockOf({ day, timezone }: Night): (ms: number) => number {
  const midnightMs = midnightOf(day);
  return (ms) => Math.floor((ms + offsetMsAt(ms, timezone) - midnightMs) / hourMs);
}

/** Sales expected from the start of a night on. */
export interface Expectation {
  /** Of the whole night. */
  readonly total: number;
  /** Until a time; the same after the end as at the end. */
  until(ms: number): number;
}

/**
 * Spreads what is expected in each hour of the clock over the hours of this night. An hour that comes twice is expected
 * once, over both; an hour that clocks skip is not expected.
 * @param expectedInHour by hour of the clock
 */
export function expectationOf(
  night: Night,
  expectedInHour: ReadonlyMap<number, number>,
): Expectation {
  return spreadOver(stepsOfClock(night), expectedInHour);
}

/** Steps of a night, computed once for all its units. */
export interface StepsOfClock {
  readonly firstMs: number;
  /** Hour of the clock of each step. */
  readonly hours: readonly number[];
  /** Number of steps of each hour. */
  readonly counts: ReadonlyMap<number, number>;
}

export function stepsOfClock(night: Night): StepsOfClock {
  const steps = stepsOf(night);
  const hours = steps.map(clockOf(night));
  const counts = new Map<number, number>();
  for (const hour of hours) counts.set(hour, (counts.get(hour) ?? 0) + 1);
  return { firstMs: steps[0] ?? night.startMs, hours, counts };
}

export function spreadOver(
  { firstMs, hours, counts }: StepsOfClock,
  expectedInHour: ReadonlyMap<number, number>,
): Expectation {
  const sums = [0];
  let sum = 0;
  for (const hour of hours) {
    sum += (expectedInHour.get(hour) ?? 0) / (counts.get(hour) ?? 1);
    sums.push(sum);
  }
  return {
    total: sum,
    until(ms) {
      const steps = Math.min(Math.max((ms - firstMs) / stepMs, 0), hours.length);
      const whole = Math.floor(steps);
      const before = sums[whole] ?? sum;
      return before + (steps - whole) * ((sums[whole + 1] ?? sum) - before);
    },
  };
}

interface TimeRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * Share of each hour of the clock, in each night, that lies within these times, which do not overlap; without hours
 * that lie outside.
 * @param nights hours of UTC that each consists of
 */
export const outsByHour = (
  nights: readonly { readonly nth: number; readonly hours: readonly HourShare[] }[],
  stockouts: readonly TimeRange[],
): { nth: number; hour: number; share: number }[] =>
  nights.flatMap(({ nth, hours }) => {
    const [first, last] = [hours[0], hours.at(-1)];
    if (!first || !last) return [];
    const touching = stockouts.filter(
      ({ fromMs, untilMs }) => untilMs > first.startMs && fromMs < last.startMs + hourMs,
    );
    if (touching.length === 0) return [];
    const byHour = new Map<number, { out: number; whole: number }>();
    for (const { hour, startMs, share } of hours) {
      const sums = byHour.get(hour) ?? { out: 0, whole: 0 };
      sums.whole += share;
      for (const one of touching) sums.out += (share * overlapMs(one, startMs)) / hourMs;
      byHour.set(hour, sums);
    }
    return [...byHour].flatMap(([hour, { out, whole }]) =>
      out > 0 ? [{ nth, hour, share: out / whole }] : [],
    );
  });

const overlapMs = ({ fromMs, untilMs }: TimeRange, hourStartMs: number): number =>
  Math.max(0, Math.min(untilMs, hourStartMs + hourMs) - Math.max(fromMs, hourStartMs));
