import { expect, test } from 'vitest';
import { restockMessage, shortagesIn, type WatchedPosition } from './restock.ts';

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

const campari = {
  venueName: 'Rooftop Bar',
  unit: { unitNumber: 1042, name: null },
  ingredientName: 'Campari',
};

test('names the location, the ingredient and the remaining percentage', () => {
  expect(restockMessage({ ...campari, percent: 18 })).toEqual({
    subject: 'Campari is at 18% in unit 1042',
    text: 'Rooftop Bar, unit 1042: Campari is at 18%. Restock it soon.',
  });
});

test('states that nothing is left', () => {
  expect(restockMessage({ ...campari, percent: 0 })).toEqual({
    subject: 'Campari is out in unit 1042',
    text: 'Rooftop Bar, unit 1042: Campari is out. Restock it now.',
  });
});

test('states the name of the unit with its number', () => {
  const unit = { unitNumber: 1042, name: 'Rooftop left' };
  expect(restockMessage({ ...campari, unit, percent: 18 })).toEqual({
    subject: 'Campari is at 18% in unit 1042 (Rooftop left)',
    text: 'Rooftop Bar, unit 1042 (Rooftop left): Campari is at 18%. Restock it soon.',
  });
});
