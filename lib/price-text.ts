/** Prices as entered by users. */
import { hasAtMostTwoDecimals, toDollars } from './money.ts';

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

/** Text of a number with its comma as a decimal point, because keyboards of some regions have no point. */
export const withPoint = (text: string): string => text.replace(',', '.');
