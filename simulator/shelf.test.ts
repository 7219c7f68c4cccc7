import { expect, test } from 'vitest';
import { Shelf } from './shelf.ts';
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

test('a refill fills every position', () => {
  const shelf = new Shelf([rum]);
  shelf.refill('rum');
  expect(shelf.part('rum', 1)).toMatchObject({ position: 1, leftMl: 1000 });
});
