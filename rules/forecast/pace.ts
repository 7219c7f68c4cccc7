/**
 * How tonight goes against what was expected. The pace of a night is gamma distributed around 1, and its sales are
 * Poisson distributed around the pace times what is expected, so that the sales so far give a new gamma distribution:
 * the conjugate prior in Gelman et al., Bayesian Data Analysis, 3rd edition (2013), section 2.6.
 */

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
