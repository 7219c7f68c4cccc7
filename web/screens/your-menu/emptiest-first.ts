import type { Ingredient } from '../../api/ingredients.ts';
import { ingredientLevel } from '../../components/unit-drawing/levels.ts';

type Leveled = Pick<Ingredient, '_id' | 'name' | 'places' | 'threshold'>;

/** By level, the emptiest first; equal levels keep their order, and ingredients that are not stocked come last. */
export const emptiestFirst = <Item extends Leveled>(ingredients: readonly Item[]): Item[] =>
  ingredients
    .map((ingredient) => ({ ingredient, percent: ingredientLevel(ingredient)?.percent ?? 101 }))
    .toSorted((a, b) => a.percent - b.percent)
    .map(({ ingredient }) => ingredient);
