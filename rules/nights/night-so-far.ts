/** The running night, next to the same weekday a week before at the same reading of the clock. */
import { midnightOf } from '../../lib/day-range.ts';
import { firstInstantFrom, offsetMsAt } from '../../lib/wall-clock.ts';
import type { Stretch } from '../reports/rollup-cover.ts';
import { type Night, nightAt, nightOf, type NightRules, shiftDay } from './nights.ts';

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
export function untilReading(night: Night, reading: number): Stretch {
  const { day, startMs, endMs, timezone } = night;
  const cutMs = firstInstantFrom(midnightOf(day) + reading, timezone);
  return { startMs, endMs: Math.min(Math.max(cutMs, startMs), endMs) };
}

export interface NightSoFar {
  readonly night: Night;
  /** From the start of the night until now. */
  readonly today: Stretch;
  readonly weekBefore: Stretch;
}

/** The night at this instant, and the night seven before it until the same reading. */
export function nightSoFar(rules: NightRules, nowMs: number): NightSoFar {
  const night = nightAt(rules, nowMs);
  const before = nightOf(rules, shiftDay(night.day, -7));
  return {
    night,
    today: { startMs: night.startMs, endMs: nowMs },
    weekBefore: untilReading(before, readingReached(night, nowMs)),
  };
}
