import { expect, test } from 'vitest';
import { outOfStock, outsBetween, suspectsAfter } from './stockouts.ts';

const place = (position: number, ingredientId: string, remainingMl: number, isSuspect = false) => ({
  position,
  ingredientId,
  remainingMl,
  isSuspect,
});
const servings = new Map([
  ['gin', 40],
  ['lime', 20],
]);

test('an ingredient is out with less than a serving in all of its places', () => {
  expect(
    outOfStock(servings, [place(1, 'gin', 25), place(2, 'gin', 15), place(3, 'lime', 19.99)]),
  ).toEqual(new Set(['lime']));
  expect(outOfStock(servings, [])).toEqual(new Set(['gin', 'lime']));
});

test('a suspect place counts as empty', () => {
  expect(outOfStock(new Map([['gin', 40]]), [place(1, 'gin', 700, true)])).toEqual(
    new Set(['gin']),
  );
});

test('what ran out and what is back is the difference', () => {
  expect(outsBetween(new Set(['gin', 'rum']), new Set(['lime', 'rum']))).toEqual({
    begun: ['lime'],
    ended: ['gin'],
  });
});

test('a pour that finds a full place empty makes it suspect, and a whole pour ends that', () => {
  const full = [place(1, 'gin', 700)];
  const empty = { position: 1, ingredientId: 'gin', outcome: 'empty' };
  const poured = { ...empty, outcome: 'poured' };
  expect(suspectsAfter(full, [poured, empty], servings)).toEqual([place(1, 'gin', 700, true)]);
  expect(suspectsAfter([place(1, 'gin', 700, true)], [empty, poured], servings)).toEqual(full);
  expect(suspectsAfter(full, [{ ...empty, outcome: 'blocked' }], servings)).toEqual(full);
  expect(suspectsAfter(full, [{ ...empty, ingredientId: 'rum' }], servings)).toEqual(full);
});

test('a place that is empty by the books is not suspect', () => {
  const rest = [place(1, 'gin', 12)];
  const empty = { position: 1, ingredientId: 'gin', outcome: 'empty' };
  expect(suspectsAfter(rest, [empty], servings)).toEqual(rest);
});
