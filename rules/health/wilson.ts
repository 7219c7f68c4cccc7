/** Confidence interval of a share. */

/** Quantile of the normal distribution for 95 %, both sides. */
const z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson score interval (95 %) of a share: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical
 * Inference, Journal of the American Statistical Association 22 (1927). From 0 to 1 without any trial.
 */
export function wilsonInterval(found: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 };
  const share = found / trials;
  const scale = 1 + z ** 2 / trials;
  const middle = (share + z ** 2 / (2 * trials)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2);
  // Rounding must not leave the range.
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
