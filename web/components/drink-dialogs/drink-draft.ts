/** A drink as it is put together: its name and price follow what is chosen until they are typed over. */
import { drinkMessages } from '../../../rules/messages.ts';
import { formatCents } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import type { Drink, NewDrink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { chosenOf, isDrinkAlready, newDrink, sumOf } from '../new-drink.ts';

export interface DrinkDraft {
  /** In the order of choosing. */
  readonly chosen: readonly string[];
  /** null follows the ingredients. */
  readonly typedName: string | null;
  readonly typedPrice: string | null;
}

export const emptyDraft: DrinkDraft = { chosen: [], typedName: null, typedPrice: null };

export type DrinkField = 'name' | 'price' | 'ingredients';
export type DrinkErrors = Partial<Record<DrinkField | 'rest', string>>;

/** `Rum + Cola`, unless another name was typed. */
export const nameOf = (ingredients: readonly Ingredient[], draft: DrinkDraft): string =>
  draft.typedName ?? newDrink(chosenOf(ingredients, draft.chosen), false).name;

/** The sum of the ingredients as a price, unless another was typed; nothing while nothing is chosen. */
export function priceOf(ingredients: readonly Ingredient[], draft: DrinkDraft): string {
  if (draft.typedPrice !== null) return draft.typedPrice;
  const parts = chosenOf(ingredients, draft.chosen);
  return parts.length === 0 ? '' : formatCents(sumOf(parts));
}

/** What a double of it will cost, in dollars. */
export const doublePriceOf = (ingredients: readonly Ingredient[], draft: DrinkDraft): number =>
  Math.max(
    dollarsOf(priceOf(ingredients, draft)) ?? 0,
    newDrink(chosenOf(ingredients, draft.chosen), true).doublePrice ?? 0,
  );

/** What is wrong with the draft, at the field it concerns. */
export function errorsOf(
  ingredients: readonly Ingredient[],
  drinks: readonly Drink[],
  draft: DrinkDraft,
): DrinkErrors {
  const price = priceOf(ingredients, draft).trim();
  const parts = chosenOf(ingredients, draft.chosen);
  return {
    ...(nameOf(ingredients, draft).trim() === '' && { name: drinkMessages.empty }),
    ...(price === '' && { price: drinkMessages.empty }),
    ...(price !== '' && dollarsOf(price) === null && { price: drinkMessages.badPrice }),
    ...(parts.length === 0 && { ingredients: drinkMessages.noIngredients }),
    ...(parts.length > 0 &&
      isDrinkAlready(parts, drinks) && { ingredients: drinkMessages.alreadyCreated }),
  };
}

/** What is sent for a draft without problems. */
export const drinkOf = (
  ingredients: readonly Ingredient[],
  draft: DrinkDraft,
  at: { readonly venueId: string; readonly unitId: string; readonly withDouble: boolean },
): NewDrink => ({
  name: nameOf(ingredients, draft).trim(),
  price: dollarsOf(priceOf(ingredients, draft)) ?? 0,
  ...(at.withDouble && { doublePrice: doublePriceOf(ingredients, draft) }),
  ingredients: [...draft.chosen],
  venueId: at.venueId,
  unitId: at.unitId,
});
