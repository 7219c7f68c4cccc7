/** Glasses that a unit failed to pour, against its own usual rate. */

/** Number of glasses, the newest, that decide; none older than a day. */
export const glassesCounted = 50;
export const hoursCounted = 24;
/** Days that give the usual rate of a unit. */
export const daysOfUsualRate = 28;

const leastUsualRate = 0.005;
const timesUsual = 3;
/** Fewer failed glasses are never reported. */
export const leastFailed = 4;

/** Glasses of a drink of a sale; its failed glasses are the last ones. */
export interface PouredLine {
  readonly glasses: number;
  readonly failed: number;
}

export interface FailureCount {
  readonly failed: number;
  readonly glasses: number;
}

/**
 * Failed glasses among the last 50.
 * @param lines newest first
 */
export function countLastGlasses(lines: readonly PouredLine[]): FailureCount {
  let [failed, glasses] = [0, 0];
  for (const line of lines) {
    const counted = Math.min(line.glasses, glassesCounted - glasses);
    failed += Math.min(line.failed, counted);
    glasses += counted;
  }
  return { failed, glasses };
}

export interface FailureRate extends FailureCount, Interval {
  /** Rate of the last 28 days. */
  readonly usual: number;
}

export function failureRateOf(last: FailureCount, usual: FailureCount): FailureRate {
  return {
    ...last,
    ...wilsonInterval(last.failed, last.glasses),
    usual: usual.glasses === 0 ? 0 : usual.failed / usual.glasses,
  };
}

/** True when surely more than three times as many fail as usual. */
export const isFailing = ({ failed, low, usual }: FailureRate): boolean =>
  failed >= leastFailed && low > timesUsual * Math.max(usual, leastUsualRate);

// Confidence interval of a share.

/** Quantile of the normal distribution for 95 %, both sides. */
export const normalQuantile = 1.959963984540054;
const z = normalQuantile;

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
