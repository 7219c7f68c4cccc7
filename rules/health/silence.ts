/**
 * Silence of a unit that should sell. With the pace of the night gamma distributed, the sales of a time in which λ are
 * expected have a negative binomial distribution; its probability of none is (b / (b + λ))^a.
 */
import type { Pace } from '../forecast/pace.ts';

/** Nights in which about one false finding per unit is accepted. */
const nightsPerFalseFinding = 28;
const leastQuietMs = 10 * 60_000;

/** Probability of no sale in a time in which this many are expected. */
export const oddsOfNone = ({ shape, rate }: Pace, expected: number): number =>
  (rate / (rate + expected)) ** shape;

/**
 * Probability below which silence is reported: every gap between two sales is a try, so it falls with the sales of the
 * night.
 */
export const silenceLimit = (expectedOfNight: number): number =>
  1 / (nightsPerFalseFinding * Math.max(1, expectedOfNight));

export interface Quiet {
  readonly odds: number;
  readonly expectedOfNight: number;
  /** Since the last sale. */
  readonly quietMs: number;
  readonly isOpen: boolean;
}

export const isSilent = ({ odds, expectedOfNight, quietMs, isOpen }: Quiet): boolean =>
  isOpen && quietMs >= leastQuietMs && odds < silenceLimit(expectedOfNight);
