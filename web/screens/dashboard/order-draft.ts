/** Draft of a manually entered order: drinks of the menu, or of ingredients in one unit. */
import { doubleCentsOf, drinkPriceCents } from '../../../rules/drinks/drink-price.ts';
import { toCents } from '../../../lib/money.ts';
import type { Drink } from '../../api/drinks.ts';
import type { NewOrder } from '../../api/orders.ts';
import type { Unit } from '../../api/units.ts';
import type { IngredientChoice } from '../../components/ingredient-picker.tsx';

export interface DraftDrink {
  /** Drink of the menu; null for one made from ingredients. */
  readonly drinkId: string | null;
  readonly ingredientIds: readonly string[];
  readonly quantity: number;
  readonly isDouble: boolean;
}

interface Doubled {
  /** null when a double has no price of its own. */
  readonly doublePriceCents: number | null;
}

/** Drinks and ingredients a unit can sell. */
export interface Offer {
  readonly drinks: readonly (IngredientChoice & Doubled)[];
  readonly ingredients: readonly (IngredientChoice & Doubled)[];
}

/** Maximum quantity per drink in an order. */
export const mostOfOne = 100;
/** Maximum number of different drinks in an order. */
export const mostDrinks = 50;

export const emptyDrink: DraftDrink = {
  drinkId: null,
  ingredientIds: [],
  quantity: 1,
  isDouble: false,
};

/**
 * Drinks of the menu and ingredients of the unit in inventory order; ingredients without a position cannot be poured.
 */
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

/** True when the unit can sell anything by manual entry. */
export const canSell = (unit: Unit): boolean => offerOf(unit, []).ingredients.length > 0;

const partsOf = ({ ingredients }: Offer, { ingredientIds }: DraftDrink) =>
  ingredientIds.flatMap((id) => ingredients.find((one) => one.id === id) ?? []);

const ofMenu = ({ drinks }: Offer, { drinkId }: DraftDrink) =>
  drinks.find(({ id }) => id === drinkId);

/** `Negroni` of the menu, or `Beefeater + Tonic` in the order chosen; doubles are marked. */
export function drinkName(offer: Offer, drink: DraftDrink): string {
  const name =
    ofMenu(offer, drink)?.name ??
    partsOf(offer, drink)
      .map((part) => part.name)
      .join(' + ');
  return drink.isDouble ? `${name}, double` : name;
}

/** Price before tax for the whole quantity. */
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

/** Request body; empty drinks are left out. */
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

/** Server error messages by location. */
export interface OrderErrors {
  readonly unit?: string;
  /** By index of the drink in the request. */
  readonly drinks: ReadonlyMap<number, string>;
  /** Errors without a specific location. */
  readonly rest?: string;
}

/** @param fields server field names: `unitNumber`, `drinks.0.ingredients` */
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
