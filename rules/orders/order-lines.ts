/**
 * Builds the lines of a sale from an order of a unit: configured prices, configured tax, and shares that add up to the
 * cent.
 */
import { toCents } from '../../lib/money.ts';
import { splitCents } from '../../lib/split-cents.ts';
import { discountedCents, doubleCentsOf, drinkPriceCents } from '../drinks/drink-price.ts';
import { orderMessages } from '../messages.ts';
import { effectivePrice, type PricePlan } from '../prices/effective-price.ts';

/** An ingredient with its prices in the unit. */
export interface StockedIngredient {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  readonly doublePriceCents: number | null;
  readonly servingSizeMl: number;
  readonly category: string;
}

/** A drink of the unit, including deleted ones: a unit that was offline may still report them. */
export interface MenuDrink {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
  readonly doublePriceCents: number | null;
  readonly ingredientIds: readonly string[];
}

/** One ordered drink: either a drink of the menu or a set of ingredients. */
export interface OrderedItem {
  readonly drinkId?: string | undefined;
  readonly ingredients?: readonly string[] | undefined;
  readonly quantity: number;
  readonly successQuantity?: number | undefined;
  readonly isDouble: boolean;
  /** Dollars the customer was charged for one, when the unit reports it. */
  readonly price?: number | undefined;
  readonly pours?: readonly { readonly ingredientId: string }[] | undefined;
}

export interface OrderLine {
  readonly drinkId: string | null;
  readonly name: string;
  readonly ingredients: readonly StockedIngredient[];
  readonly quantity: number;
  readonly successQuantity: number;
  readonly isDouble: boolean;
  /** Price of one; a line costs this times the quantity. */
  readonly unitPriceCents: number;
  /** Price of one before plans and the discount. */
  readonly listPriceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly feeCents: number | null;
}

/** What a unit charges at one time. */
export interface PriceList {
  readonly menu: ReadonlyMap<string, MenuDrink>;
  readonly stock: ReadonlyMap<string, StockedIngredient>;
  /** Discount on every price, as a fraction from 0 to 1. */
  readonly discountRate: number;
  /** Plans in force on the unit, for drinks of its menu. */
  readonly plans?: readonly PricePlan[];
}

export interface OrderCharge {
  /** What the unit may have charged instead of the list, built only if a price that it charged is not on that. */
  readonly otherLists?: Iterable<PriceList>;
  /** Accepts every price that the unit charged, also one that is on no list. */
  readonly acceptChargedPrices?: boolean;
  readonly taxPercentage: number;
  readonly tipCents: number;
  readonly feeCents: number | null;
}

type PricedItem = Omit<OrderLine, 'taxCents' | 'tipCents' | 'feeCents'>;

/**
 * Prices every item and splits tax, tips and fee over them by line price. A price that the unit charged is that of the
 * line if the list or one of the others has it; otherwise the list decides.
 * @param list prices as of the sale
 * @returns the lines, or a message per field (`drinks.0.drinkId`) when an item is not on the unit or a price charged
 * by the unit is on none of the lists
 */
export function orderLines(
  items: readonly OrderedItem[],
  list: PriceList,
  charge: OrderCharge,
): { lines: OrderLine[] } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const priced = items.flatMap((item, index) => {
    const line = chargedItem(item, list, charge);
    const wrong =
      typeof line === 'string'
        ? { field: line, text: orderMessages.notOnUnit }
        : wrongIn(item, line, list.stock);
    if (wrong) problems[`drinks.${index}.${wrong.field}`] = wrong.text;
    return wrong || typeof line === 'string' ? [] : [line];
  });
  if (Object.keys(problems).length > 0) return { problems };

  const linePrices = priced.map((line) => line.unitPriceCents * line.quantity);
  const priceCents = linePrices.reduce((sum, cents) => sum + cents, 0);
  const taxes = splitCents(salesTaxCents(priceCents, charge.taxPercentage), linePrices);
  const tips = splitCents(charge.tipCents, linePrices);
  const fees = charge.feeCents === null ? null : splitCents(charge.feeCents, linePrices);
  return {
    lines: priced.map((line, index) => ({
      ...line,
      taxCents: taxes[index] ?? 0,
      tipCents: tips[index] ?? 0,
      feeCents: fees?.[index] ?? null,
    })),
  };
}

type MissingItem = 'drinkId' | 'ingredients';

/** The item as charged by the unit if that is accepted, else at its price on the list. */
function chargedItem(
  item: OrderedItem,
  list: PriceList,
  { otherLists = [], acceptChargedPrices = false }: OrderCharge,
): PricedItem | MissingItem {
  const line = pricedItem(item, list);
  if (typeof line === 'string' || item.price === undefined) return line;
  const charged = toCents(item.price);
  if (charged === line.unitPriceCents) return line;
  const other = lineAt(charged, item, otherLists);
  return other ?? (acceptChargedPrices ? { ...line, unitPriceCents: charged } : line);
}

/** The item as it is on the first of the lists that has it at this price. */
function lineAt(
  cents: number,
  item: OrderedItem,
  lists: Iterable<PriceList>,
): PricedItem | undefined {
  for (const list of lists) {
    const line = pricedItem(item, list);
    if (typeof line !== 'string' && line.unitPriceCents === cents) return line;
  }
  return undefined;
}

/** The item at its price on the list, or the name of the field that refers to something the unit does not have. */
export function pricedItem(
  item: OrderedItem,
  { menu, stock, discountRate, plans = [] }: PriceList,
): PricedItem | MissingItem {
  const drink = item.drinkId === undefined ? undefined : menu.get(item.drinkId);
  if (item.drinkId !== undefined && !drink) return 'drinkId';
  const ids = drink?.ingredientIds ?? item.ingredients ?? [];
  const ingredients = ids.flatMap((id) => stock.get(id) ?? []);
  if (ingredients.length < ids.length && !drink) return 'ingredients';

  const prices = {
    priceCents: drink?.priceCents ?? drinkPriceCents(ingredients),
    doublePriceCents: drink?.doublePriceCents ?? null,
  };
  const listCents = item.isDouble ? doubleCentsOf(prices, ingredients) : prices.priceCents;
  const fullCents =
    drink && plans.length > 0 ? plannedCents(drink, item, ingredients, plans) : listCents;
  return {
    drinkId: drink?.id ?? null,
    name: drink?.name ?? joinedName(ingredients),
    ingredients,
    quantity: item.quantity,
    successQuantity: item.successQuantity ?? item.quantity,
    isDouble: item.isDouble,
    unitPriceCents: discountedCents(fullCents, discountRate),
    listPriceCents: listCents,
  };
}

function plannedCents(
  drink: MenuDrink,
  { isDouble }: OrderedItem,
  ingredients: readonly StockedIngredient[],
  plans: readonly PricePlan[],
): number {
  const base = {
    id: drink.id,
    cents: drink.priceCents,
    doubleCents: doubleCentsOf(drink, ingredients),
    categories: ingredients.map(({ category }) => category),
  };
  const { cents, doubleCents } = effectivePrice(base, plans);
  return isDouble ? (doubleCents ?? cents) : cents;
}

/** UTF-16 units of at most three bytes in UTF-8: that many fit into the index of the sums by name. */
const longestName = 640;

/** Name of a set of ingredients: all of theirs, cut between two characters where it is too long to be summed by. */
function joinedName(ingredients: readonly StockedIngredient[]): string {
  const name = ingredients.map((ingredient) => ingredient.name).join(' + ');
  if (name.length <= longestName) return name;
  return `${name.slice(0, longestName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function wrongIn(
  item: OrderedItem,
  line: PricedItem,
  stock: ReadonlyMap<string, StockedIngredient>,
): { field: string; text: string } | null {
  if (item.price !== undefined && toCents(item.price) !== line.unitPriceCents) {
    return { field: 'price', text: orderMessages.otherPrice };
  }
  const strange = item.pours?.findIndex((pour) => !stock.has(pour.ingredientId)) ?? -1;
  return strange < 0
    ? null
    : { field: `pours.${strange}.ingredientId`, text: orderMessages.notOnUnit };
}

const partsPerPercent = 10_000;
const partsPerWhole = BigInt(100 * partsPerPercent);

/**
 * Sales tax on a price, in cents, rounded half up. Computed in integers: 2.28 % of $12.50 is 29 cents (28.5 rounded
 * up), where floating point gives 28.
 * @param priceCents whole cents, 0 or more
 * @param taxPercentage 0 to 100, at most four decimals
 * @throws RangeError outside these ranges
 */
export function salesTaxCents(priceCents: number, taxPercentage: number): number {
  const parts = Math.round(taxPercentage * partsPerPercent);
  if (!(taxPercentage >= 0 && taxPercentage <= 100) || parts / partsPerPercent !== taxPercentage) {
    throw new RangeError('A tax percentage is 0 to 100 with at most four decimals');
  }
  if (!Number.isSafeInteger(priceCents) || priceCents < 0) {
    throw new RangeError('A price is in whole cents of 0 or more');
  }
  return Number((BigInt(priceCents) * BigInt(parts) + partsPerWhole / 2n) / partsPerWhole);
}
