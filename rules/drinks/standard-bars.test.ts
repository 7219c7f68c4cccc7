import { expect, test } from 'vitest';
import { settleIngredient } from '../stock/ingredient.ts';
import { settlePositions } from '../stock/positions.ts';
import { sizesToEdit, containerFor } from '../stock/serving-sizes.ts';
import { classicRecipes } from './classics.ts';
import { pourKindOf } from './pour-kinds.ts';
import {
  standardBarNames,
  standardBars,
  standardBarsFor,
  standardCents,
  standardDoubleCents,
} from './standard-bars.ts';

test('the standard classic bar has 16 bottles, four lines of the soda gun and 20 classics', () => {
  const { ingredients, drinks } = standardBars.classic;
  expect(ingredients.filter(({ source }) => source === 'carousel')).toHaveLength(16);
  expect(ingredients.filter(({ source }) => source === 'soda gun')).toHaveLength(4);
  expect(drinks).toHaveLength(20);
  for (const { name, ingredients: of } of drinks)
    expect([name, of.map(pourKindOf)]).toEqual([
      name,
      classicRecipes.find((recipe) => recipe.name === name)?.of,
    ]);
});

test.each(standardBarNames)('every ingredient of the standard bar %s is stored as it is', (bar) => {
  const { category, ingredients } = standardBars[bar];
  for (const each of ingredients) {
    expect(settleIngredient(each, category)).toEqual({
      facts: {
        source: each.source,
        baseOrMixer: each.baseOrMixer,
        category: each.category,
        servingSizeMl: each.servingSize,
        sizeMl: each.ingredientSize,
        pouringTimeMs: null,
      },
    });
    expect(settlePositions([each.position], category, each.source)).toEqual({
      positions: [Number(each.position)],
    });
    const sizes = sizesToEdit(containerFor(category, each.source)).map(({ ml }) => ml);
    expect(sizes).toContain(each.ingredientSize);
  }
  expect(new Set(ingredients.map(({ position }) => position)).size).toBe(ingredients.length);
});

test.each(standardBarNames)(
  'every ingredient of the standard bar %s is poured by a drink, and no two drinks are the same',
  (bar) => {
    const { ingredients, drinks } = standardBars[bar];
    const names = ingredients.map(({ name }) => name);
    const poured = new Set(drinks.flatMap((drink) => drink.ingredients));
    expect([...poured].sort()).toEqual(names.toSorted());
    const sets = drinks.map((drink) => drink.ingredients.toSorted().join());
    expect(new Set(sets).size).toBe(sets.length);
  },
);

test('a unit has standard bars of its own category', () => {
  expect(standardBarsFor('ROTENDER_CLASSIC')).toEqual(['classic', 'sodaGun']);
  expect(standardBarsFor('BEERTENDER')).toEqual(['beer']);
});

test('standard prices follow a percentage in quarters of a dollar, and a double costs half more', () => {
  expect(standardCents(1300, 100)).toBe(1300);
  expect(standardCents(1300, 85)).toBe(1100);
  expect(standardCents(100, 10)).toBe(25);
  expect(standardDoubleCents(1300)).toBe(1950);
});
