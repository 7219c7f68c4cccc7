/**
 * Negative binomial distribution by its mean and variance (Johnson, Kemp and Kotz, Univariate Discrete Distributions, 3rd
 * edition, 2005, section 5.1): the number of servings that guests order, which varies more than by chance alone.
 */

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
