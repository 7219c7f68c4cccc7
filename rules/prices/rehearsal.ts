/** What a change of prices would have earned in the past. */
import { changedCents, changedPrice, type DrinkPrice, type PriceChange } from './price-change.ts';

/** Glasses of a drink that were poured and paid at one price. */
export interface SoldGlasses {
  readonly drinkId: string;
  readonly isDouble: boolean;
  /** Each, as charged. */
  readonly cents: number;
  /** Before the discount of the unit. */
  readonly listCents: number;
  readonly glasses: number;
}

/** What is done to a drink: the change, or a price of its own; and its present price, which a set price refers to. */
export interface Repricing {
  readonly present: DrinkPrice;
  readonly change: PriceChange;
  /** Cents that the ingredients of a single cost; null where one of them has no cost. */
  readonly costCents?: number | null;
}

/** Fewer glasses say too little. */
export const fewestGlasses = 20;

export const rehearsedDays = 28;

export interface Rehearsal {
  readonly glasses: number;
  /** Sales of these glasses before tax and tips, in cents: as charged, and at the new prices. */
  readonly beforeCents: number;
  readonly afterCents: number;
  /** Share of the glasses that may stay away for the sales, or the margin, to be the same; 0 where they do not grow. */
  readonly breakEven: number;
  /** True when breakEven is that of the margin: the ingredients of all these drinks have costs. */
  readonly isOfMargin: boolean;
}

/** Glasses at the price that was charged, and at the one that would have been. */
export interface RepricedGlasses {
  readonly glasses: number;
  readonly isDouble: boolean;
  readonly cents: number;
  readonly newCents: number;
  /** Cents that the ingredients of a single cost; null where one of them has no cost. */
  readonly costCents: number | null;
}

/** Glasses at the prices of a change, each with the discount that it had. */
export const repriceByChange = (
  sold: readonly SoldGlasses[],
  repricings: ReadonlyMap<string, Repricing>,
): RepricedGlasses[] =>
  sold.flatMap((line) => {
    const repricing = repricings.get(line.drinkId);
    if (!repricing) return [];
    const { costCents = null } = repricing;
    return [{ ...line, newCents: chargedCents(line, repricing), costCents }];
  });

/**
 * Sales before and after.
 * @param elasticity by how much percent fewer glasses are sold for each percent of the price: from 0 to -3
 */
export function rehearse(repriced: readonly RepricedGlasses[], elasticity: number): Rehearsal {
  let [glasses, beforeCents, after, withAll, costs] = [0, 0, 0, 0, 0];
  let isOfMargin = true;
  for (const line of repriced) {
    const cents = line.newCents;
    const share = elasticity === 0 || cents === 0 ? 1 : (cents / line.cents) ** elasticity;
    glasses += line.glasses;
    beforeCents += line.glasses * line.cents;
    after += line.glasses * share * cents;
    withAll += line.glasses * cents;
    if (line.costCents === null) isOfMargin = false;
    else costs += line.glasses * line.costCents * (line.isDouble ? 2 : 1);
  }
  isOfMargin &&= beforeCents > costs;
  const saved = isOfMargin ? costs : 0;
  const breakEven = withAll > beforeCents ? 1 - (beforeCents - saved) / (withAll - saved) : 0;
  return { glasses, beforeCents, afterCents: Math.round(after), breakEven, isOfMargin };
}

/** Glasses of some drinks, and of all drinks, in the weeks before or after a change of price. */
export interface SharedGlasses {
  readonly own: number;
  readonly all: number;
}

/** Guests that buy less for a higher price: from 0, none, to -3. */
const elasticities = { least: -3, most: 0 } as const;

/**
 * Elasticity that a past change showed: how the share of its drinks in all glasses moved with their price. Null where
 * fewer than `fewestGlasses` of them were sold before or after.
 * @param wasCents mean price of the glasses before the change, and isCents that of the same glasses after it
 */
export function measuredElasticity(
  { wasCents, isCents }: { readonly wasCents: number; readonly isCents: number },
  before: SharedGlasses,
  after: SharedGlasses,
): number | null {
  if (before.own < fewestGlasses || after.own < fewestGlasses) return null;
  if (wasCents <= 0 || isCents <= 0 || wasCents === isCents) return null;
  const ratio = after.own / after.all / (before.own / before.all);
  const measured = Math.log(ratio) / Math.log(isCents / wasCents);
  const bounded = Math.min(elasticities.most, Math.max(elasticities.least, measured));
  return Math.round(bounded * 100) / 100 || 0;
}

/** Price that would have been charged: of the price at that time, less the discount that it had. */
function chargedCents(line: SoldGlasses, { present, change }: Repricing): number {
  const list = newListCents(line, { present, change });
  return line.listCents === 0 ? list : Math.round((list * line.cents) / line.listCents);
}

function newListCents(
  { isDouble, listCents }: SoldGlasses,
  { present, change }: Repricing,
): number {
  if (!isDouble || change.operation !== 'set') return changedCents(listCents, change);
  // A set price leaves a double its distance from the single.
  return changedPrice({ ...present, doubleCents: listCents }, change).doubleCents ?? listCents;
}

const mostNames = 3;

export const rehearsalMessages = {
  tooFew: 'Too few of these were sold in the last four weeks to say what it changes.',
  perNight: (night: string, week: string, year: string) =>
    `That is ${night} a night, ${week} a week and ${year} a year.`,
  /** @param night of an earlier change of prices, whose demand was measured */
  asAfter: (night: string) => `As after your change of ${night}`,
  isNew: (names: readonly string[]) =>
    `${names.length > mostNames ? `${names.length} drinks` : names.join(', ')} ${names.length === 1 ? 'is' : 'are'} on the menu for less than four weeks: only sales since then count.`,
} as const;
