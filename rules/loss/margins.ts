/** Margins of drinks: price less the cost of their ingredients, and which of them sell. */
import { decimalPercent } from '../../lib/decimal-percent.ts';
import { groupBy } from '../../lib/lists.ts';
import { medianOf } from '../../lib/median.ts';

/** An ingredient of a drink. */
export interface CostedPart {
  readonly drinkId: string;
  /** Of a single. */
  readonly servingMl: number;
  /** Cents of a millilitre; null where no cost is entered. */
  readonly perMl: number | null;
}

/** Cents that a single of each drink costs, not rounded, of drinks whose ingredients all have costs. */
export function drinkCosts(parts: readonly CostedPart[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [drinkId, ofDrink] of groupBy(parts, (part) => part.drinkId)) {
    const costs = ofDrink.map(({ perMl, servingMl }) => (perMl ?? Number.NaN) * servingMl);
    const cents = costs.reduce((sum, cost) => sum + cost, 0);
    if (!Number.isNaN(cents)) found.set(drinkId, cents);
  }
  return found;
}

/** A drink that several units may have at the same prices. */
export interface PricedDrink {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly doubleCents: number;
  /** Of a single, not rounded; null where an ingredient has no cost. */
  readonly costCents: number | null;
  /** Poured and not free. */
  readonly singles: number;
  readonly doubles: number;
}

export const corners = ['star', 'workhorse', 'puzzle', 'dog'] as const;
export type Corner = (typeof corners)[number];

/** Without price, cost and margin of a single where an ingredient has no cost. */
export interface DrinkMargin {
  readonly drinkIds: readonly string[];
  readonly name: string;
  /** Of a single, as the margin. */
  readonly priceCents: number;
  readonly costCents: number | null;
  readonly marginCents: number | null;
  /** Cost by price; null for a free drink too. */
  readonly pourCostRatio: number | null;
  /** Singles and doubles. */
  readonly glasses: number;
  /** Of all these glasses, at the prices and costs of now; a double has two servings. */
  readonly earnedCents: number | null;
  /** Null without a cost, and where fewer than four drinks have one. */
  readonly corner: Corner | null;
}

/** Fewer drinks have no corners. */
export const leastCornered = 4;

export interface Margins {
  /** Most earned first, then those without a cost by name. */
  readonly drinks: DrinkMargin[];
  /** Medians of the drinks with a cost, where the corners meet; null without corners. */
  readonly middle: { readonly glasses: number; readonly marginCents: number } | null;
}

/** Margins of drinks; those of the same name, prices and cost are one. */
export function marginsOf(drinks: readonly PricedDrink[]): Margins {
  const same = groupBy(drinks, ({ name, cents, doubleCents, costCents }) =>
    JSON.stringify([name, cents, doubleCents, costCents]),
  );
  const found = [...same.values()].flatMap((drinks) =>
    drinks.slice(0, 1).map((one) => marginOf(one, drinks)),
  );
  const known = found.flatMap(({ glasses, marginCents }) =>
    marginCents === null ? [] : { glasses, marginCents },
  );
  const middle =
    known.length < leastCornered
      ? null
      : {
          glasses: medianOf(known.map(({ glasses }) => glasses)),
          marginCents: medianOf(known.map(({ marginCents }) => marginCents)),
        };
  return {
    middle,
    drinks: found
      .map((drink) => ({ ...drink, corner: cornerOf(drink, middle) }))
      .toSorted(
        (a, b) =>
          (b.earnedCents ?? -Infinity) - (a.earnedCents ?? -Infinity) ||
          a.name.localeCompare(b.name, 'en'),
      ),
  };
}

function marginOf(
  { name, cents, doubleCents, costCents }: PricedDrink,
  same: readonly PricedDrink[],
): Omit<DrinkMargin, 'corner'> {
  const singles = same.reduce((sum, drink) => sum + drink.singles, 0);
  const doubles = same.reduce((sum, drink) => sum + drink.doubles, 0);
  const ofKnown = (value: (cost: number) => number): number | null =>
    costCents === null ? null : value(costCents);
  const rounded = ofKnown(Math.round);
  return {
    drinkIds: same.map(({ id }) => id),
    name,
    priceCents: cents,
    costCents: rounded,
    marginCents: rounded === null ? null : cents - rounded,
    pourCostRatio: cents === 0 ? null : ofKnown((cost) => cost / cents),
    glasses: singles + doubles,
    earnedCents: ofKnown((cost) =>
      Math.round(singles * (cents - cost) + doubles * (doubleCents - 2 * cost)),
    ),
  };
}

/** What is on the median is above it. */
function cornerOf(
  { glasses, marginCents }: Pick<DrinkMargin, 'glasses' | 'marginCents'>,
  middle: Margins['middle'],
): Corner | null {
  if (marginCents === null || middle === null) return null;
  const isSold = glasses >= middle.glasses;
  if (marginCents >= middle.marginCents) return isSold ? 'star' : 'puzzle';
  return isSold ? 'workhorse' : 'dog';
}

export const cornerLabels: Readonly<Record<Corner, string>> = {
  star: 'Stars',
  workhorse: 'Workhorses',
  puzzle: 'Puzzles',
  dog: 'Dogs',
};

/** What the drinks of a corner are, and what to do with them. */
export const cornerTexts: Readonly<Record<Corner, string>> = {
  star: 'sell well and earn well: keep them as they are.',
  workhorse: 'sell well and earn little: try a higher price or a cheaper recipe.',
  puzzle: 'earn well and sell little: show them higher on the menu.',
  dog: 'sell little and earn little: change or replace them.',
};

/** User-visible messages about margins. */
export const marginMessages = {
  none: 'There are no drinks yet',
  noCosts: 'No drink has a known cost: margins need the costs of all its ingredients.',
  someWithout: (count: number) =>
    count === 1
      ? 'One drink is left out: an ingredient of it has no cost.'
      : `${count.toLocaleString('en-US')} drinks are left out: an ingredient of each has no cost.`,
  tooFew: 'With four drinks of known cost they are told apart by glasses and margin.',
  basis: 'At the prices and costs of now, without tax, tips and card fees.',
} as const;

/** `18.4%`; a dash where it is not known. */
export const pourCostText = (ratio: number | null): string =>
  ratio === null ? '–' : decimalPercent(ratio);
