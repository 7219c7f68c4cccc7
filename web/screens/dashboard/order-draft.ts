/** An order as it is put together by hand: drinks of the menu, or of ingredients that stand in one unit. */
import { doubleCentsOf, drinkPriceCents } from '../../../rules/drinks/drink-price.ts';
import { toCents } from '../../../lib/money.ts';
import type { Drink } from '../../api/drinks.ts';
import type { NewOrder } from '../../api/orders.ts';
import type { Unit } from '../../api/units.ts';
import type { IngredientChoice } from '../../components/ingredient-picker.tsx';

export interface DraftDrink {
  /** Of the menu; null for what is put together from ingredients. */
  readonly drinkId: string | null;
  readonly ingredientIds: readonly string[];
  readonly quantity: number;
  readonly isDouble: boolean;
}

interface Doubled {
  /** null where a double has no price of its own. */
  readonly doublePriceCents: number | null;
}

/** What a unit can sell. */
export interface Offer {
  readonly drinks: readonly (IngredientChoice & Doubled)[];
  readonly ingredients: readonly (IngredientChoice & Doubled)[];
}

/** The most drinks of one kind that an order takes. */
export const mostOfOne = 100;
/** The most kinds of drinks that an order takes. */
export const mostDrinks = 50;

export const emptyDrink: DraftDrink = {
  drinkId: null,
  ingredientIds: [],
  quantity: 1,
  isDouble: false,
};

/** The drinks of its menu, and what stands in it in the order of its inventory; what has no position cannot be poured. */
export const offerOf = (unit: Unit | undefined, drinks: readonly Drink[]): Offer => ({
  drinks: drinks.map(({ _id: id, name, price, doublePrice }) => ({
    id,
    name,
    priceCents: toCents(price),
    doublePriceCents: doublePrice === undefined ? null : toCents(doublePrice),
  })),
  ingredients: Object.values(unit?.inventory ?? {})
    .filter(({ positionInUnit }) => positionInUnit.length > 0)
    .map(({ ingredientId: id, name, price, doublePrice }) => ({
      id,
      name,
      priceCents: toCents(price),
      doublePriceCents: toCents(doublePrice),
    })),
});

/** Whether the unit can sell anything by hand. */
export const canSell = (unit: Unit): boolean => offerOf(unit, []).ingredients.length > 0;

const partsOf = ({ ingredients }: Offer, { ingredientIds }: DraftDrink) =>
  ingredientIds.flatMap((id) => ingredients.find((one) => one.id === id) ?? []);

const ofMenu = ({ drinks }: Offer, { drinkId }: DraftDrink) =>
  drinks.find(({ id }) => id === drinkId);

/** `Negroni` of the menu, or `Beefeater + Tonic` in the order of choosing; a double says so. */
export function drinkName(offer: Offer, drink: DraftDrink): string {
  const name =
    ofMenu(offer, drink)?.name ??
    partsOf(offer, drink)
      .map((part) => part.name)
      .join(' + ');
  return drink.isDouble ? `${name}, double` : name;
}

/** Before tax, for all of its quantity. */
export function drinkCents(offer: Offer, drink: DraftDrink): number {
  const parts = partsOf(offer, drink);
  const prices = ofMenu(offer, drink) ?? {
    priceCents: drinkPriceCents(parts),
    doublePriceCents: null,
  };
  return drink.quantity * (drink.isDouble ? doubleCentsOf(prices, parts) : prices.priceCents);
}

export const isEmpty = ({ drinkId, ingredientIds }: DraftDrink): boolean =>
  drinkId === null && ingredientIds.length === 0;

/** What is sent for the drinks that have something in them. */
export const orderOf = (unitNumber: number, drinks: readonly DraftDrink[]): NewOrder => ({
  unitNumber,
  drinks: drinks
    .filter((drink) => !isEmpty(drink))
    .map(({ drinkId, ingredientIds, quantity, isDouble }) => ({
      ...(drinkId === null ? { ingredients: [...ingredientIds] } : { drinkId }),
      quantity,
      ...(isDouble && { isDouble }),
    })),
});

/** Sentences of the server where they belong. */
export interface OrderErrors {
  readonly unit?: string;
  /** By the position of the drink in what was sent. */
  readonly drinks: ReadonlyMap<number, string>;
  /** What belongs nowhere in particular. */
  readonly rest?: string;
}

/** @param fields as the server names them: `unitNumber`, `drinks.0.ingredients` */
export function positionErrors(fields: ReadonlyMap<string, string>): OrderErrors {
  const drinks = new Map<number, string>();
  let unit: string | undefined;
  let rest: string | undefined;
  for (const [field, text] of fields) {
    const index = /^drinks\.(\d+)\b/.exec(field)?.[1];
    if (index !== undefined) drinks.set(Number(index), drinks.get(Number(index)) ?? text);
    else if (field === 'unitNumber') unit = text;
    else rest ??= text;
  }
  return {
    drinks,
    ...(unit === undefined ? {} : { unit }),
    ...(rest === undefined ? {} : { rest }),
  };
}
