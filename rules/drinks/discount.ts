/** Discounts: entered in percent, stored as a fraction. */

/**
 * Parses an entered percentage to a fraction from 0 to 1: clamped to 0 to 100 percent, 0 when it is not a number. At
 * most four decimals.
 */
export function discountRateOf(text: string): number {
  const percent = Number(text.trim().replace(/%$/, ''));
  if (!Number.isFinite(percent)) return 0;
  return Math.round(Math.min(100, Math.max(0, percent)) * 100) / 10_000;
}

/** Formats a stored fraction as percent: 0.25 gives `25`. */
export const discountPercentText = (rate: number): string =>
  String(Math.round(rate * 10_000) / 100);

/**
 * Price after the discount, in cents, rounded half up.
 * @param rate a fraction from 0 to 1, at most four decimals
 */
export const discountedCents = (cents: number, rate: number): number =>
  Math.floor((cents * (10_000 - Math.round(rate * 10_000)) + 5000) / 10_000);
