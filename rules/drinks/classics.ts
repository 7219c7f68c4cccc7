/** Finds well-known cocktails that can be made from the ingredients loaded in a unit. */
import { classicRecipes } from './classic-recipes.ts';
import { type PourColour, pourColourOf, pourKindOf } from './pour-kinds.ts';

interface Loaded {
  readonly id: string;
  readonly name: string;
}

export interface Classic<Ingredient extends Loaded> {
  readonly name: string;
  /** In recipe order. */
  readonly ingredients: readonly Ingredient[];
  /** One colour per ingredient. */
  readonly colours: readonly PourColour[];
}

/**
 * Classics whose every ingredient is loaded, by name; of two bottles of a kind the first is used. Classics the unit
 * already has, under any name, are left out.
 * @param existing the ingredient ids of each drink of the unit
 */
export function classicsOf<Ingredient extends Loaded>(
  loaded: readonly Ingredient[],
  existing: readonly (readonly string[])[],
): Classic<Ingredient>[] {
  const byKind = new Map<string, Ingredient>();
  for (const ingredient of loaded) {
    const kind = pourKindOf(ingredient.name);
    if (kind !== null && !byKind.has(kind)) byKind.set(kind, ingredient);
  }
  const taken = new Set(existing.map(setOf));
  return classicRecipes.flatMap(({ name, of }) => {
    const ingredients = of.flatMap((kind) => byKind.get(kind) ?? []);
    const isComplete = ingredients.length === of.length;
    if (!isComplete || taken.has(setOf(ingredients.map(({ id }) => id)))) return [];
    return [{ name, ingredients, colours: of.map(pourColourOf) }];
  });
}

/** Order-independent key of a set of ingredients. */
export const setOf = (ids: readonly string[]): string => [...new Set(ids)].sort().join(' ');
