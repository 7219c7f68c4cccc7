/** Draft of a drink: its name and price are derived from the chosen ingredients until edited. */
import { drinkMessages } from '../../../rules/messages.ts';
import { formatCents } from '../../../lib/money.ts';
import { dollarsOf } from '../../../lib/price-text.ts';
import type { Drink, NewDrink } from '../../api/drinks.ts';
import type { Ingredient } from '../../api/ingredients.ts';
import { hasShape } from '../use-kept.ts';
import { chosenOf, sameDrink, newDrink, sumOf } from '../new-drink.ts';

export interface DrinkDraft {
  /** In the order chosen. */
  readonly chosen: readonly string[];
  /** null derives the name from the ingredients. */
  readonly typedName: string | null;
  readonly typedPrice: string | null;
}

export const emptyDraft: DrinkDraft = { chosen: [], typedName: null, typedPrice: null };

/** True when something was chosen or typed. */
export const isDrafted = ({ chosen, typedName, typedPrice }: DrinkDraft): boolean =>
  chosen.length > 0 || typedName !== null || typedPrice !== null;

/** Reads a draft that was kept over the end of a session. */
export function readDraft(kept: unknown): DrinkDraft | null {
  if (!hasShape(kept, { chosen: [''] })) return null;
  const { typedName = null, typedPrice = null } = kept as Partial<DrinkDraft>;
  return { chosen: kept.chosen, typedName, typedPrice };
}

export type DrinkField = 'name' | 'price' | 'ingredients';
export type DrinkErrors = Partial<Record<DrinkField | 'rest', string>>;

/** `Rum + Cola`, unless a name was entered. */
export const nameOf = (ingredients: readonly Ingredient[], draft: DrinkDraft): string =>
  draft.typedName ?? newDrink(chosenOf(ingredients, draft.chosen), false).name;

/** Sum of the ingredient prices, unless a price was entered; empty without ingredients. */
export function priceOf(ingredients: readonly Ingredient[], draft: DrinkDraft): string {
  if (draft.typedPrice !== null) return draft.typedPrice;
  const parts = chosenOf(ingredients, draft.chosen);
  return parts.length === 0 ? '' : formatCents(sumOf(parts));
}

/** Price of a double, in dollars. */
export const doublePriceOf = (ingredients: readonly Ingredient[], draft: DrinkDraft): number =>
  Math.max(
    dollarsOf(priceOf(ingredients, draft)) ?? 0,
    newDrink(chosenOf(ingredients, draft.chosen), true).doublePrice ?? 0,
  );

/** Validation errors of the draft by field. */
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
      sameDrink(parts, drinks) && { ingredients: drinkMessages.alreadyCreated }),
  };
}

/** Request body for a valid draft. */
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
