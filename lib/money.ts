/** Amounts: whole cents inside, dollars with at most two decimals on the wire, en-US dollars on screen. */

const usd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  // 'negative' leaves the sign off a zero, so that a rounded -0.001 never reads "-$0.00".
  signDisplay: 'negative',
});

/**
 * Whether an amount in dollars can be held in whole cents: finite, at most two decimals and small
 * enough that its cents are an exact number. 1.005 is not.
 */
export function hasAtMostTwoDecimals(dollars: number): boolean {
  const cents = Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && cents / 100 === dollars;
}

/** Whether a number, such as a percentage, is written with at most this many decimals (0 to 6). */
export function hasAtMostDecimals(value: number, decimals: number): boolean {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale === value;
}

/**
 * Dollars to whole cents. Exact for every amount that `hasAtMostTwoDecimals` accepts (0.29 gives 29,
 * although 0.29 * 100 is not 29 in floating point); anything else is rounded to the nearest cent, so
 * refuse it first.
 */
export function toCents(dollars: number): number {
  // Adding 0 turns a negative zero into zero.
  return Math.round(dollars * 100) + 0;
}

/** Whole cents to dollars: the number whose shortest decimal form has at most two decimals. */
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
