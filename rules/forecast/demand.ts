/** Servings of an ingredient that guests are expected to order from now on. */
import type { Expectation } from './night-profile.ts';

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

/** A whole night that comes several times, such as the same night of several weeks. */
export interface RepeatedNight {
  readonly demand: NightDemand;
  readonly times: number;
}

/**
 * Demand of whole nights that are expected from the same past nights: chance and pace vary from one to the next, and
 * what the past nights said too much or too little is the same in each.
 */
export function demandOfRepeated(nights: readonly RepeatedNight[]): Moments {
  let [mean, byNight, deviationOfProfile] = [0, 0, 0];
  for (const { demand, times } of nights) {
    const { expectation, pace, variance, nights: past, batch } = demand;
    const meanOfPace = meanPace(pace);
    const one = meanOfPace * expectation.total;
    mean += times * one;
    byNight += times * (batch * one + one ** 2 / pace.shape);
    deviationOfProfile +=
      times * Math.sqrt((batch * one * meanOfPace + one ** 2 * variance) / past);
  }
  return { mean, variance: byNight + deviationOfProfile ** 2 };
}

/** Sum of counts that vary independently. */
export const sumOf = (counts: readonly Moments[]): Moments =>
  counts.reduce(
    (sum, one) => ({ mean: sum.mean + one.mean, variance: sum.variance + one.variance }),
    { mean: 0, variance: 0 },
  );

/** Demand of several nights, which vary independently. */
export const demandOfNights = (
  demands: readonly NightDemand[],
  fromMs: number,
  untilMs: number,
): Moments => sumOf(demands.map((demand) => demandOf(demand, fromMs, untilMs)));

// Negative binomial distribution by its mean and variance (Johnson, Kemp and Kotz, Univariate Discrete Distributions, 3rd
// edition, 2005, section 5.1): the number of servings that guests order, which varies more than by chance alone.

/** Mean and variance of a count. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Counts that are further above the mean than this many standard deviations are impossible for all purposes. */
const mostDeviations = 15;
/** A variance that is hardly above the mean is that of a Poisson distribution. */
const leastExcess = 1e-9;

/** The exponential of less than this is no longer a normal number. */
const leastExponent = -700;

/** Probability that the count is at least so many. */
export function oddsOfAtLeast(count: number, { mean, variance }: Moments): number {
  if (count <= 0) return 1;
  if (mean <= 0 || count > mean + 1 + mostDeviations * Math.sqrt(Math.max(mean, variance)))
    return 0;
  const excess = Math.max(variance - mean, mean * leastExcess);
  const size = mean ** 2 / excess;
  const ratio = mean / (size + mean);
  const logOfNone = -size * Math.log1p(mean / size);
  const below =
    logOfNone > leastExponent
      ? sumBelow(count, { none: Math.exp(logOfNone), size, ratio })
      : sumBelowByLogs(count, { logOfNone, size, ratio });
  return Math.min(Math.max(1 - below, 0), 1);
}

interface Shape {
  readonly size: number;
  readonly ratio: number;
}

/** Probability of less than the count, from that of none. */
function sumBelow(count: number, { none, size, ratio }: Shape & { none: number }): number {
  let odds = none;
  let below = none;
  for (let value = 1; value < count; value += 1) {
    odds *= ((value - 1 + size) / value) * ratio;
    below += odds;
  }
  return below;
}

/** The same by logarithms, for a mean so large that the probability of none is below what a number can hold. */
function sumBelowByLogs(
  count: number,
  { logOfNone, size, ratio }: Shape & { logOfNone: number },
): number {
  let logOdds = logOfNone;
  let below = 0;
  for (let value = 1; value < count; value += 1) {
    logOdds += Math.log(((value - 1 + size) / value) * ratio);
    below += Math.exp(logOdds);
  }
  return below;
}

/** Relative variance of nights of which too little is known. */
export const usualVariance = 0.06;
const [leastVariance, mostVariance] = [0.01, 0.5];
/** Nights that the usual variance counts for beside those of the unit. */
const priorNights = 4;

/** Gamma distribution of the pace. */
export interface Pace {
  readonly shape: number;
  readonly rate: number;
}

/**
 * Pace after the sales so far.
 * @param variance relative variance of the totals of nights
 * @param batch mean size of what is counted: 1 for orders
 */
export function paceOf({
  variance,
  sold,
  expected,
  batch = 1,
}: {
  variance: number;
  sold: number;
  expected: number;
  batch?: number;
}): Pace {
  return { shape: 1 / variance + sold / batch, rate: 1 / variance + expected / batch };
}

/**
 * How tonight goes against what was expected. The pace of a night is gamma distributed around 1, and its sales are
 * Poisson distributed around the pace times what is expected, so that the sales so far give a new gamma distribution:
 * the conjugate prior in Gelman et al., Bayesian Data Analysis, 3rd edition (2013), section 2.6.
 */
export const meanPace = ({ shape, rate }: Pace): number => shape / rate;

/** Total of a night and how much it counts. */
export interface NightTotal {
  readonly total: number;
  readonly weight: number;
}

/**
 * Relative variance of the totals of nights beyond what chance alone gives, between 0.01 and 0.5. Eight nights say
 * little of a variance, so the usual one counts as four nights more.
 */
export function relativeVariance(totals: readonly NightTotal[]): number {
  const weights = totals.reduce((sum, { weight }) => sum + weight, 0);
  const mean = totals.reduce((sum, { total, weight }) => sum + weight * total, 0) / weights;
  if (totals.length < 2 || mean === 0) return usualVariance;
  const squares = totals.reduce((sum, { weight }) => sum + weight * weight, 0) / weights ** 2;
  const spread =
    totals.reduce((sum, { total, weight }) => sum + weight * (total - mean) ** 2, 0) /
    (weights * (1 - squares));
  const beyondChance = Math.max(0, (spread - mean) / mean ** 2);
  const nights = 1 / squares;
  const variance = (nights * beyondChance + priorNights * usualVariance) / (nights + priorNights);
  return Math.min(Math.max(variance, leastVariance), mostVariance);
}
