/** Breakdown of the sales of a period: the same figures by drink, unit, hour and so on, which together are the report. */
import { groupBy } from '../../lib/lists.ts';
import { splitCents } from '../../lib/split-cents.ts';
import { timeOfDayText } from '../nights/night-text.ts';
import { reportTotals, type SaleSums } from './sales-totals.ts';

export const breakdownKinds = [
  'drink',
  'category',
  'unit',
  'hour',
  'weekday',
  'person',
  'payment',
] as const;
export type BreakdownKind = (typeof breakdownKinds)[number];

/** Figures of a row, in cents and counts; null where a kind of breakdown does not have them. */
export interface RowFigures {
  readonly salesCents: number | null;
  readonly orders: number | null;
  readonly servings: number | null;
  /** Poured. */
  readonly glasses: number | null;
  /** Price of a sale before tax and tips, or of a glass; null without any. */
  readonly averageCents: number | null;
  readonly refundCents: number | null;
  readonly tipCents: number | null;
  readonly taxCents: number | null;
}

export interface BreakdownRow extends RowFigures {
  readonly key: string;
  readonly name: string;
}

export const noFigures: RowFigures = {
  salesCents: null,
  orders: null,
  servings: null,
  glasses: null,
  averageCents: null,
  refundCents: null,
  tipCents: null,
  taxCents: null,
};

/** Of rows that have all figures of the sales report. */
export function figuresOfSums(sums: SaleSums): RowFigures {
  const { averagePriceCents } = reportTotals(sums, { feesReported: false });
  return {
    ...noFigures,
    salesCents: sums.salesCents,
    orders: sums.orders,
    servings: sums.servings,
    averageCents: sums.orders === 0 ? null : averagePriceCents,
    refundCents: sums.refundCents,
    tipCents: sums.tipCents,
    taxCents: sums.taxCents,
  };
}

/** Sales of a drink on one unit, by its key. */
export interface SoldDrinkSums {
  readonly key: string;
  readonly name: string;
  readonly glasses: number;
  readonly pouredGlasses: number;
  readonly refundedGlasses: number;
  readonly salesCents: number;
}

/** Amounts of the lines of a drink, by its key, and the sales that have one. */
export interface LinesOfDrink {
  readonly key: string;
  readonly orders: number;
  readonly refundCents: number;
  readonly tipCents: number;
  readonly taxCents: number;
}

const ofLines = (
  lines: readonly LinesOfDrink[],
): Pick<RowFigures, 'orders' | 'refundCents' | 'tipCents' | 'taxCents'> => {
  const sum = (figure: (one: LinesOfDrink) => number) =>
    lines.reduce((all, one) => all + figure(one), 0);
  return {
    orders: sum(({ orders }) => orders),
    refundCents: sum(({ refundCents }) => refundCents),
    tipCents: sum(({ tipCents }) => tipCents),
    taxCents: sum(({ taxCents }) => taxCents),
  };
};

const ofDrinks = (sold: readonly SoldDrinkSums[]): RowFigures => {
  const sum = (figure: (one: SoldDrinkSums) => number) =>
    sold.reduce((all, one) => all + figure(one), 0);
  const kept = sum(({ glasses, refundedGlasses }) => glasses - refundedGlasses);
  const salesCents = sum((one) => one.salesCents);
  return {
    ...noFigures,
    salesCents,
    glasses: sum(({ pouredGlasses }) => pouredGlasses),
    averageCents: kept === 0 ? null : Math.round(salesCents / kept),
  };
};

/**
 * Rows and their total by drink. A renamed drink is one, under its newest name; drinks of the same name on several units
 * are one, and a deleted drink keeps the name of its last sale.
 * @param names present names of drinks by their key
 * @param read figures of single sales, of which one with two drinks is in the row of each and once in the total; null where
 * they are not read
 */
export function breakdownByDrink(
  sold: readonly SoldDrinkSums[],
  names: ReadonlyMap<string, string>,
  read: { lines: readonly LinesOfDrink[]; orders: number } | null,
): { rows: BreakdownRow[]; total: RowFigures } {
  const byName = groupBy(sold, ({ key, name }) => names.get(key) ?? name);
  const linesOf = (own: readonly SoldDrinkSums[]) => {
    const keys = new Set(own.map(({ key }) => key));
    return read && ofLines(read.lines.filter(({ key }) => keys.has(key)));
  };
  return {
    rows: [...byName].map(([name, own]) => ({
      key: name,
      name,
      ...ofDrinks(own),
      ...linesOf(own),
    })),
    total: {
      ...ofDrinks(sold),
      ...(read && { ...ofLines(read.lines), orders: read.orders }),
    },
  };
}

/** Sums of lines that have the same ingredients at the same prices. */
export interface SoldComposition {
  readonly ingredientIds: readonly string[];
  /** Of each ingredient in one drink; empty where they are not known. */
  readonly priceCents: readonly number[];
  readonly salesCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly refundCents: number;
}

const amounts = ['salesCents', 'taxCents', 'tipCents', 'refundCents'] as const;
const noAmounts = { salesCents: 0, taxCents: 0, tipCents: 0, refundCents: 0 };
const otherCategory = 'Other';

/**
 * Rows by ingredient category. The amounts of a drink are divided over its ingredients by their prices, evenly where
 * these are not known, in whole cents that add up to the drink.
 * @param categories of ingredients, by their id
 */
export function breakdownByCategory(
  sold: readonly SoldComposition[],
  categories: ReadonlyMap<string, string>,
): { rows: BreakdownRow[]; total: RowFigures } {
  const byCategory = new Map<string, typeof noAmounts>();
  for (const one of sold) {
    const ids = one.ingredientIds.length === 0 ? [''] : one.ingredientIds;
    const isPriced =
      one.priceCents.length === ids.length && one.priceCents.some((price) => price > 0);
    const weights = isPriced ? one.priceCents : ids.map(() => 1);
    for (const amount of amounts)
      splitCents(one[amount], weights).forEach((cents, nth) => {
        const name = categories.get(ids[nth] ?? '') ?? otherCategory;
        const sums = byCategory.get(name) ?? { ...noAmounts };
        sums[amount] += cents;
        byCategory.set(name, sums);
      });
  }
  const total = { ...noAmounts };
  for (const one of sold) for (const amount of amounts) total[amount] += one[amount];
  return {
    rows: [...byCategory].map(([name, sums]) => ({ key: name, name, ...noFigures, ...sums })),
    total: { ...noFigures, ...total },
  };
}

/** `9 PM`, of an hour of the clock. */
export const hourText = (reading: number): string => timeOfDayText(reading * 60).replace(':00', '');

const paymentNames: Readonly<Record<string, string>> = {
  stripe: 'Card, Stripe',
  shift4: 'Card, Shift4',
  demo: 'Card, demonstration',
  card: 'Card, provider not known',
  none: 'Without a card',
};

export const paymentName = (key: string): string => paymentNames[key] ?? key;

export const breakdownMessages = {
  unknownKind: 'Use drink, category, unit, hour, weekday, person or payment',
  notRecorded: 'Not recorded',
  drinksOfDays: (days: number) =>
    `Orders, refunds, tips and taxes of each drink are shown for at most ${days} days`,
  latestDays: (days: number) =>
    `Of the last ${days} days: these figures are read from single sales`,
} as const;

/** A share of sales, or of refunds where there is nothing else; null where there is nothing to divide. */
export function shareOf(row: RowFigures, total: RowFigures): number | null {
  const name = total.salesCents === null ? 'refundCents' : 'salesCents';
  const whole = total[name];
  return whole === null || whole === 0 ? null : (row[name] ?? 0) / whole;
}
