/** Changes of many prices at once. */
import { toCents, toDollars } from '../../lib/money.ts';

export const priceOperations = ['percent', 'amount', 'set'] as const;
type PriceOperation = (typeof priceOperations)[number];

/** Multiples of an amount, or prices that end so, in cents; and in words. */
export const priceRoundings = {
  none: { step: 1, end: 0, text: 'to the cent' },
  '0.05': { step: 5, end: 0, text: 'to 5 cents' },
  '0.10': { step: 10, end: 0, text: 'to 10 cents' },
  '0.25': { step: 25, end: 0, text: 'to 25 cents' },
  '0.50': { step: 50, end: 0, text: 'to 50 cents' },
  '.00': { step: 100, end: 0, text: 'to whole dollars' },
  '.50': { step: 100, end: 50, text: 'to .50' },
  '.99': { step: 100, end: 99, text: 'to .99' },
} as const;
export type PriceRounding = keyof typeof priceRoundings;

const isRounding = (text: string): text is PriceRounding => text in priceRoundings;
export const roundingNames = Object.keys(priceRoundings).filter(isRounding);

export interface PriceChange {
  readonly operation: PriceOperation;
  /** Percent, or dollars; below 0 for a reduction. With `set`, the price. */
  readonly by: number;
  readonly rounding: PriceRounding;
  /** Dollars; no price becomes less. */
  readonly floor?: number | undefined;
}

/** A change can be undone for 30 days. */
export const undoDays = 30;

export const highestPriceCents = 10_000_000;

/**
 * Price after the change, in cents: rounded to the nearest price that fits, half up, and the lowest that fits and is not
 * below the floor where it would be.
 */
export function changedCents(cents: number, change: PriceChange): number {
  const { step, end } = priceRoundings[change.rounding];
  const nearest = Math.round((movedCents(cents, change) - end) / step) * step + end;
  const lowest = Math.ceil((Math.max(0, toCents(change.floor ?? 0)) - end) / step) * step + end;
  return Math.max(nearest, lowest);
}

function movedCents(cents: number, { operation, by }: PriceChange): number {
  if (operation === 'set') return toCents(by);
  if (operation === 'amount') return cents + toCents(by);
  return Math.round((cents * Math.round(10_000 + by * 100)) / 10_000);
}

/** Price of a single and of a double in cents; null for a double that follows from its ingredients. */
export interface DrinkPrice {
  readonly cents: number;
  readonly doubleCents: number | null;
}

/** Both prices after the change; a double is never below the single. */
export function changedPrice({ cents, doubleCents }: DrinkPrice, change: PriceChange): DrinkPrice {
  const single = changedCents(cents, change);
  if (doubleCents === null) return { cents: single, doubleCents };
  // Set to one price, a double keeps its distance from the single.
  const double =
    change.operation === 'set'
      ? single + Math.max(0, doubleCents - cents)
      : changedCents(doubleCents, change);
  return { cents: single, doubleCents: Math.max(single, double) };
}

const signed = (by: number, text: (size: number) => string): string =>
  `${by < 0 ? '−' : '+'}${text(Math.abs(by))}`;
const dollarText = (dollars: number): string => `$${dollars.toFixed(2)}`;

export const priceChangeMessages = {
  namedTwice: 'Name each drink once',
  none: 'No price has changed in the last 30 days.',
  noChange: 'Choose a change, or a price for each drink',
  tooHigh: (name: string) =>
    `${name} would cost more than ${dollarText(toDollars(highestPriceCents))}`,
  changedMeanwhile: (name: string, unit: string, price: number) =>
    `${name} on ${unit} costs ${dollarText(price)} by now`,
  undone: 'This change has been undone already',
  tooLate: `A change can be undone for ${undoDays} days`,
} as const;

/** "−15%, to .50, at least $5.00". */
export function priceChangeText({ operation, by, rounding, floor = 0 }: PriceChange): string {
  const moved = {
    percent: () => signed(by, (size) => `${size}%`),
    amount: () => signed(by, dollarText),
    set: () => dollarText(by),
  }[operation]();
  return [
    moved,
    ...(rounding === 'none' ? [] : [priceRoundings[rounding].text]),
    ...(floor > 0 ? [`at least ${dollarText(floor)}`] : []),
  ].join(', ');
}
