import type { CostedPart } from '../../rules/loss/margins.ts';
import type { CostedIngredient, DrinkPart } from './costs.queries.ts';

/** Ingredients of drinks with what a millilitre of each costs. */
export function costedParts(
  parts: readonly DrinkPart[],
  ingredients: readonly CostedIngredient[],
): CostedPart[] {
  const perMl = new Map(
    ingredients.flatMap(({ id, cost }) => (cost ? [[id, cost.cents / cost.per_ml] as const] : [])),
  );
  return parts.map((part) => ({
    drinkId: part.drink_id,
    servingMl: part.serving_size_ml,
    perMl: perMl.get(part.ingredient_id) ?? null,
  }));
}
