import { expect, test } from 'vitest';
import { pourKindOf } from '../rules/drinks/pour-kinds.ts';
import { settleIngredient } from '../rules/stock/ingredient.ts';
import { settlePositions } from '../rules/stock/positions.ts';
import { barList, drinkList, Shelf } from './stock-units.ts';
import { stockedIngredient } from './testing/menu.ts';

const rum = stockedIngredient('rum', [
  ['1', 30],
  ['2', 100],
]);
const cola = stockedIngredient('cola', [['101', 1000]]);

test('pours an ingredient from the first position with enough in it', () => {
  const shelf = new Shelf([rum, cola]);
  expect(shelf.part('rum', 1)).toMatchObject({ position: 2, leftMl: 100, servingMl: 45 });
  expect(shelf.part('gin', 1)).toBeNull();
});

test('pouring reduces the level, and less than a serving counts as short', () => {
  const shelf = new Shelf([rum, cola]);
  shelf.drain([{ ingredientId: 'rum', position: 2, ml: 90, ms: 4000, outcome: 'poured' }]);
  expect(shelf.part('rum', 1)).toMatchObject({ position: 1, leftMl: 30 });
  expect(shelf.isShortOf('rum')).toBe(true);
  expect(shelf.isShortOf('cola')).toBe(false);
  expect(shelf.isShortOf('gin')).toBe(false);
});

test('what is taken is not poured, and a place with less is left as it is', () => {
  const shelf = new Shelf([rum]);
  expect([shelf.take(1, 300), shelf.take(2, 60)]).toEqual([false, true]);
  expect(shelf.bottles.map(({ remainingMl }) => remainingMl)).toEqual([30, 40]);
  shelf.fill(2);
  expect(shelf.bottles.map(({ remainingMl }) => remainingMl)).toEqual([30, 1000]);
});

test('a refill fills every position', () => {
  const shelf = new Shelf([rum]);
  shelf.refill('rum');
  expect(shelf.part('rum', 1)).toMatchObject({ position: 1, leftMl: 1000 });
});

test.each(['ROTENDER_CLASSIC', 'BEERTENDER'] as const)(
  'the stock for %s fits its positions, without duplicates',
  (category) => {
    const list = barList(category);
    const positions = list.flatMap((ingredient) => ingredient.positions);
    expect(new Set(positions).size).toBe(positions.length);
    for (const ingredient of list) {
      expect(settlePositions(ingredient.positions, category, ingredient.source)).not.toHaveProperty(
        'problem',
      );
      expect(settleIngredient(ingredient, category)).not.toHaveProperty('problems');
    }
  },
);

test('every bottle of the bar list is of a kind that recipes use', () => {
  const strange = barList('ROTENDER_CLASSIC').filter(({ name }) => pourKindOf(name) === null);
  expect(strange).toEqual([]);
});

test('a bar mixes classics and one free drink; a beer unit pours its taps', () => {
  const drinks = drinkList('ROTENDER_CLASSIC');
  const names = drinks.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['Negroni', 'Margarita', 'Moscow Mule', 'Daiquiri']),
  );
  expect(drinks.filter(({ priceCents }) => priceCents === 0)).toHaveLength(1);
  expect(drinkList('BEERTENDER').map(({ name }) => name)).toEqual(['House Lager', 'House Ale']);
});
