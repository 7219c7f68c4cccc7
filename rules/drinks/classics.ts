/** Which well-known cocktails can be made of what stands in a unit. */
import { classicRecipes } from './classic-recipes.ts';
import { type PourColour, pourColourOf, pourKindOf } from './pour-kinds.ts';

interface Loaded {
  readonly id: string;
  readonly name: string;
}

export interface Classic<Ingredient extends Loaded> {
  readonly name: string;
  /** In the order of the recipe. */
  readonly ingredients: readonly Ingredient[];
  /** Of each of them. */
  readonly colours: readonly PourColour[];
}

/**
 * The classics whose every ingredient is loaded, by name; of two bottles of a kind the first is taken. Those that the unit has
 * already, by whatever name, are left out.
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

/** The same text for the same ingredients in any order. */
export const setOf = (ids: readonly string[]): string => [...new Set(ids)].sort().join(' ');
