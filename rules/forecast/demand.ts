/** Servings of an ingredient that guests are expected to order from now on. */
import type { Expectation } from './night-profile.ts';
import type { Moments } from './negative-binomial.ts';
import { meanPace, type Pace } from './pace.ts';

/** What one night is expected to take of an ingredient. */
export interface NightDemand {
  /** Servings, by the nights of the past. */
  readonly expectation: Expectation;
  readonly pace: Pace;
  /** Relative variance of the totals of nights. */
  readonly variance: number;
  /** Number of equal nights that vary like those of the past, each with its weight. */
  readonly nights: number;
  /** Mean size of an order, weighted by size: the sum of the squares of sizes over their sum. */
  readonly batch: number;
}

/** Number of equal weights that vary as much as these. */
export function effectiveCount(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight ** 2, 0);
  return squares === 0 ? 0 : sum ** 2 / squares;
}

/**
 * Mean and variance of the demand between two times of a night: chance in units of an order, the uncertainty of the
 * profile, and that of the pace. The variance of the compound Poisson distribution is that of Feller, An Introduction to
 * Probability Theory, volume 1, 3rd edition (1968), section XII.2.
 */
export function demandOf(
  { expectation, pace, variance, nights, batch }: NightDemand,
  fromMs: number,
  untilMs: number,
): Moments {
  const expected = Math.max(0, expectation.until(untilMs) - expectation.until(fromMs));
  const meanOfPace = meanPace(pace);
  const mean = meanOfPace * expected;
  return {
    mean,
    variance:
      batch * mean * (1 + meanOfPace / nights) + mean ** 2 * (1 / pace.shape + variance / nights),
  };
}

/** Demand of several nights, which vary independently. */
export const demandOfNights = (
  demands: readonly NightDemand[],
  fromMs: number,
  untilMs: number,
): Moments =>
  demands
    .map((demand) => demandOf(demand, fromMs, untilMs))
    .reduce((sum, one) => ({ mean: sum.mean + one.mean, variance: sum.variance + one.variance }), {
      mean: 0,
      variance: 0,
    });
