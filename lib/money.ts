/** Amounts: whole cents internally, dollars with at most two decimals on the wire, en-US dollars on screen. */

const usd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  // 'negative' omits the sign of a zero, so that a rounded -0.001 is never shown as "-$0.00".
  signDisplay: 'negative',
});

/**
 * True when an amount in dollars fits in whole cents: finite, at most two decimals and small enough that its cents are
 * an exact number. 1.005 does not.
 */
export function hasAtMostTwoDecimals(dollars: number): boolean {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && cents / 100 === dollars;
}

/** True when a number, such as a percentage, has at most this many decimals (0 to 6). */
export function hasAtMostDecimals(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
}

/**
 * Converts dollars to whole cents. Exact for every amount that `hasAtMostTwoDecimals` accepts (0.29 gives 29, although
 * 0.29 * 100 is not 29 in floating point); anything else is rounded to the nearest cent, so validate first.
 */
export function toCents(dollars: number): number {
  // Adding 0 turns negative zero into zero.
  return Math.round(dollars * 100) + 0;
}

/** Converts whole cents to dollars: the number whose shortest decimal form has at most two decimals. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Dollars as shown on screen: `$1,234.50`, `-$3.00`. */
export function formatMoney(dollars: number): string {
  return usd.format(dollars);
}

/** Whole cents as shown on screen: 123450 gives `$1,234.50`. */
export function formatCents(cents: number): string {
  return formatMoney(toDollars(cents));
}

// Prices as entered by users.
