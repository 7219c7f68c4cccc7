import { expect, test } from 'vitest';
import { shortagesIn, type WatchedPosition } from './restock.ts';

const place = (
  ingredientId: string,
  remainingMl: number,
  thresholdPercent = 20,
  sizeMl = 1000,
): WatchedPosition => ({ ingredientId, remainingMl, thresholdPercent, sizeMl });

test('an ingredient is short at or below its threshold, in percent rounded down', () => {
  expect(shortagesIn([place('rum', 200.01)])).toEqual([]);
  expect(shortagesIn([place('rum', 200)])).toEqual([{ ingredientId: 'rum', percent: 20 }]);
  expect(shortagesIn([place('rum', 199.99)])).toEqual([{ ingredientId: 'rum', percent: 19 }]);
  expect(shortagesIn([place('rum', 0, 0)])).toEqual([{ ingredientId: 'rum', percent: 0 }]);
  expect(shortagesIn([place('rum', 1, 0)])).toEqual([]);
});

test('all positions of an ingredient count together, by size', () => {
  expect(shortagesIn([place('rum', 0), place('rum', 410)])).toEqual([]);
  expect(shortagesIn([place('rum', 0), place('gin', 900), place('rum', 400)])).toEqual([
    { ingredientId: 'rum', percent: 20 },
  ]);
  expect(shortagesIn([place('cola', 100, 20, 9000), place('cola', 1000)])).toEqual([
    { ingredientId: 'cola', percent: 11 },
  ]);
});

test('hundredths of a millilitre do not change the result', () => {
  expect(shortagesIn([place('rum', 0.3, 30, 0.7), place('rum', 0, 30, 0.3)])).toEqual([
    { ingredientId: 'rum', percent: 30 },
  ]);
});

test('a full ingredient is not short, even with a threshold of 100', () => {
  expect(shortagesIn([place('rum', 1000, 100)])).toEqual([]);
  expect(shortagesIn([place('rum', 999.99, 100)])).toEqual([{ ingredientId: 'rum', percent: 99 }]);
});
