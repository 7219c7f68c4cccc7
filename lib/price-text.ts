/** Prices as people type them. */
import { hasAtMostTwoDecimals, toDollars } from './money.ts';

/** The most a price can be, in dollars. */
export const mostDollars = 100_000;

/** What was typed as dollars: `12.5`, `$1,250.00`; null for what is no price, negative, finer than a cent or too much. */
export function dollarsOf(text: string): number | null {
  const plain = text
    .trim()
    .replace(/^\$/, '')
    .replaceAll(/,(?=\d{3}(\D|$))/g, '');
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const dollars = Number(plain);
  return hasAtMostTwoDecimals(dollars) && dollars <= mostDollars ? dollars : null;
}

/** Dollars as they stand in a field: always two decimals, no sign. */
export const priceText = (dollars: number): string => dollars.toFixed(2);

/** Cents as they stand in a field. */
export const priceTextOfCents = (cents: number): string => priceText(toDollars(cents));
