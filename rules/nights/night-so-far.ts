/** The running night so far: what its clock has shown, and the same part of another night. */
import { midnightOf } from '../../lib/day-range.ts';
import { firstInstantFrom, offsetMsAt } from '../../lib/wall-clock.ts';
import type { Stretch } from '../reports/rollup-cover.ts';
import type { Night } from './nights.ts';

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
