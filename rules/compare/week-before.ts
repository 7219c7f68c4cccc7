/** The running night so far, beside the same weekday a week before. */
import { type Night, nightAt, type NightRules } from '../nights/nights.ts';
import type { Stretch } from '../reports/rollup-cover.ts';
import { compareNights } from './compared-nights.ts';

export interface NightSoFar {
  readonly night: Night;
  /** From the start of the night until now. */
  readonly today: Stretch;
  /** The night a week before until the same reading; empty where it has no time. */
  readonly weekBefore: readonly Stretch[];
}

export function weekBeforeSoFar(rules: NightRules, nowMs: number): NightSoFar {
  const night = nightAt(rules, nowMs);
  const days = { from: night.day, to: night.day };
  const { pairs } = compareNights(rules, { ...days, against: 'weekday', soFar: true, nowMs });
  return {
    night,
    today: { startMs: night.startMs, endMs: nowMs },
    weekBefore: pairs.flatMap(({ others }) => others.map(({ part }) => part)),
  };
}
