import { expect, test } from 'vitest';
import { nearlyFull, quotasOf, usualQuotas } from './quotas.ts';

test('limits that are not set are the usual ones', () => {
  expect(quotasOf(null)).toEqual(usualQuotas);
  expect(quotasOf({ units: 3, drinks: null, pizzas: 5 })).toEqual({ ...usualQuotas, units: 3 });
  expect(quotasOf({ units: 0 }).units).toBe(0);
});

test('a limit is nearly full from 90 %, and a limit of zero only with something stored', () => {
  const nothing = { venues: 0, units: 0, unitKeys: 0, ingredients: 0, drinks: 0, imageBytes: 0 };
  const limits = { ...usualQuotas, venues: 10, units: 10, drinks: 0, ingredients: 0 };
  expect(nearlyFull(limits, nothing)).toEqual([]);
  expect(nearlyFull(limits, { ...nothing, venues: 8, units: 9 })).toEqual(['units']);
  expect(nearlyFull(limits, { ...nothing, venues: 11, ingredients: 1 })).toEqual([
    'venues',
    'ingredients',
  ]);
  expect(nearlyFull(limits, { ...nothing, imageBytes: 449_999_999 })).toEqual([]);
  expect(nearlyFull(limits, { ...nothing, imageBytes: 450_000_000 })).toEqual(['imageBytes']);
});
