/** Initial price of a drink, computed from its ingredients. */

/** Price of a drink: the sum of its ingredients' prices, in cents. */
export function drinkPriceCents(ingredients: readonly { readonly priceCents: number }[]): number {
  return ingredients.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/**
 * Price of a double, in cents: the sum over the ingredients of the double price when it is set and not below the
 * price, else of the price. A double price below the price is accepted on the ingredient but does not make the double
 * cheaper than the single.
 */
export function drinkDoublePriceCents(
  ingredients: readonly { readonly priceCents: number; readonly doublePriceCents: number | null }[],
): number {
  return ingredients.reduce(
    (sum, { priceCents, doublePriceCents }) => sum + Math.max(priceCents, doublePriceCents ?? 0),
    0,
  );
}

/**
 * Price of a double of a drink, in cents: its own double price, or, if not set, the sum of its ingredients, never less
 * than the single.
 */
export const doubleCentsOf = (
  drink: { readonly priceCents: number; readonly doublePriceCents: number | null },
  ingredients: Parameters<typeof drinkDoublePriceCents>[0],
): number =>
  drink.doublePriceCents ?? Math.max(drink.priceCents, drinkDoublePriceCents(ingredients));

// Discounts: entered in percent, stored as a fraction.

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

// Display order of the drinks of a unit.

export interface Ranked {
  readonly id: string;
  /** Zero-based and unique. */
  readonly rank: number;
}

/**
 * Drinks of a unit in their new order. Each requested rank is granted, counted from 0 and clamped to the last; when
 * two drinks request the same rank, the second gets the next free one. The others keep their order in the remaining
 * ranks. Requests for unknown drinks are ignored.
 */
export function drinkRanks(drinks: readonly Ranked[], params: readonly Ranked[]): string[] {
  const ordered = [...drinks].sort((a, b) => a.rank - b.rank).map(({ id }) => id);
  const known = new Set(ordered);
  const requested = [...params].filter(({ id }) => known.has(id)).sort((a, b) => a.rank - b.rank);
  const moved = new Set(requested.map(({ id }) => id));
  const others = ordered.filter((id) => !moved.has(id));
  const result: string[] = [];
  for (const { id, rank } of requested) {
    const room = Math.max(0, rank - result.length);
    result.push(...others.splice(0, room), id);
  }
  return [...result, ...others];
}

// Prices in time: what a unit charged when a sale was made, although it may have changed since.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Time in which a unit learns of a new price, and by which its clock may differ. A unit that is silent for longer had no
 * contact.
 */
export const contactGraceMs = 15 * minuteMs;

/** Longest time without contact for which former prices are accepted. */
const longestGapMs = 14 * dayMs;

export interface PriceWindow {
  from: Date;
  until: Date;
}

/**
 * Returns the times whose prices a unit may have charged for a sale: up to 15 minutes before and after it, and back to
 * the unit's last contact before it, at most 14 days.
 * @param lastContact null for a unit that was in contact when it sold
 */
export function priceWindow(soldAt: Date, lastContact: Date | null): PriceWindow {
  const soldMs = soldAt.getTime();
  const graceStartMs = soldMs - contactGraceMs;
  const knownMs = Math.min(lastContact?.getTime() ?? graceStartMs, graceStartMs);
  return {
    from: new Date(Math.max(knownMs, soldMs - longestGapMs)),
    until: new Date(soldMs + contactGraceMs),
  };
}

/** A value that held until a moment. */
export interface Former<T> {
  readonly until: Date;
  readonly value: T;
}

/** Returns what held at a moment. Former values in the order in which they ended. */
export function valueAt<T>(present: T, former: readonly Former<T>[], at: Date): T {
  let [low, high] = [0, former.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const value = former[middle];
    if (value && value.until > at) high = middle;
    else low = middle + 1;
  }
  const held = former[low];
  return held === undefined ? present : held.value;
}

/** Returns moments that stand for all prices of the window, where they changed at these. */
export const momentsIn = ({ from, until }: PriceWindow, changes: readonly Date[]): Date[] => [
  from,
  ...changes.filter((change) => change > from && change <= until),
];
