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

/** Text of a number with its comma as a decimal point, because keyboards of some regions have no point. */
export const withPoint = (text: string): string => text.replace(',', '.');

// Prices as entered by users.

/** Maximum price in dollars. */
export const mostDollars = 100_000;

/**
 * Parses entered dollars: `12.5`, `$1,250.00` or `12,50`; null when the text is not a price, negative, finer than a cent
 * or above the maximum.
 */
export function dollarsOf(text: string): number | null {
  const ungrouped = text
    .trim()
    .replace(/^\$/, '')
    .replaceAll(/,(?=\d{3}(\D|$))/g, '');
  const plain = withPoint(ungrouped);
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const dollars = Number(plain);
  return hasAtMostTwoDecimals(dollars) && dollars <= mostDollars ? dollars : null;
}

/** Formats dollars for an input field: always two decimals, no sign. */
export const priceText = (dollars: number): string => dollars.toFixed(2);

/** Formats cents for an input field. */
export const priceTextOfCents = (cents: number): string => priceText(toDollars(cents));

/**
 * Splits an amount in proportion to weights, in whole cents that add up to it exactly; used to split the tax, tips and
 * processing fee of a sale over its drinks by line price. Uses the largest remainder method; the tie-break favours the
 * earlier entry. When every weight is zero (a sale of free drinks) the first entry gets all of it.
 * @param totalCents whole cents, 0 or more
 * @param weights whole numbers, 0 or more
 * @returns one share per weight, each within a cent of its exact share
 * @throws RangeError for amounts or weights outside these ranges, and when there is an amount to split but no weights
 */
export function splitCents(totalCents: number, weights: readonly number[]): number[] {
  if (![totalCents, ...weights].every((value) => Number.isSafeInteger(value) && value >= 0)) {
    throw new RangeError('An amount is split in whole cents by whole weights of 0 or more');
  }
  if (weights.length === 0) {
    if (totalCents === 0) return [];
    throw new RangeError('There is nothing to split the amount over');
  }
  // BigInt, because an amount times a weight can exceed the safe integer range.
  const total = BigInt(totalCents);
  const weightSum = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (weightSum === 0n) return weights.map((_, index) => (index === 0 ? totalCents : 0));

  const products = weights.map((weight) => total * BigInt(weight));
  const shares = products.map((product) => Number(product / weightSum));
  const leftCents = totalCents - shares.reduce((sum, share) => sum + share, 0);
  products
    .map((product, index) => ({ index, remainder: product % weightSum }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
    .slice(0, leftCents)
    .forEach(({ index }) => {
      shares[index] = (shares[index] ?? 0) + 1;
    });
  return shares;
}
