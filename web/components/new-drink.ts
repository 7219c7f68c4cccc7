/** Builds a drink from the chosen ingredients. */
import { drinkDoublePriceCents, drinkPriceCents } from '../../rules/drinks/drink-price.ts';
import { toCents, toDollars } from '../../lib/money.ts';
import type { Drink, NewDrink } from '../api/drinks.ts';
import type { Ingredient } from '../api/ingredients.ts';

/** In the order chosen; ingredients that can no longer be poured are dropped. */
export const chosenOf = (ingredients: readonly Ingredient[], chosen: readonly string[]) =>
  chosen.flatMap(
    (id) => ingredients.find(({ _id, activeInUnit }) => _id === id && activeInUnit) ?? [],
  );

const inCents = (parts: readonly Ingredient[]) =>
  parts.map(({ price, doublePrice }) => ({
    priceCents: toCents(price),
    doublePriceCents: toCents(doublePrice),
  }));

/** In cents. */
export const sumOf = (parts: readonly Ingredient[]): number => drinkPriceCents(inCents(parts));

/** @param doubles true when drinks of the venue have a double price */
export const newDrink = (parts: readonly Ingredient[], doubles: boolean): NewDrink => ({
  name: parts.map(({ name }) => name).join(' + '),
  price: toDollars(sumOf(parts)),
  ...(doubles ? { doublePrice: toDollars(drinkDoublePriceCents(inCents(parts))) } : {}),
  ingredients: parts.map(({ _id }) => _id),
  venueId: parts[0]?.venueId ?? '',
  ...(parts[0] ? { unitId: parts[0].unitId } : {}),
});

/** The drink with the same ingredients, in any order, which may be deactivated. */
export function sameDrink(
  parts: readonly Ingredient[],
  drinks: readonly Drink[],
): Drink | undefined {
  const ids = new Set(parts.map(({ _id }) => _id));
  return drinks.find(
    ({ ingredients }) =>
      ingredients.length === ids.size && ingredients.every(({ _id }) => ids.has(_id)),
  );
}
