import { expect, test } from 'vitest';
import { isDrinkShown, isFilter } from './sale-filter.ts';

const drink = { name: 'Rum', quantity: 2, successQuantity: 2, price: 7, status: 'paid' };

test.each([
  ['failed', { successQuantity: 1 }],
  ['comp', { price: 0 }],
  ['refunded', { status: 'Refunded' }],
] as const)('finds a drink that is %s', (show, changed) => {
  expect(isDrinkShown({ show }, drink)).toBe(false);
  expect(isDrinkShown({ show }, { ...drink, ...changed })).toBe(true);
  expect(isDrinkShown({ show, drink: 'Gin' }, { ...drink, ...changed })).toBe(false);
});

test('an empty filter is none', () => {
  expect(isFilter({ drink: '', reader: undefined })).toBe(false);
  expect(isFilter({ reader: 'Bar' })).toBe(true);
  expect(isDrinkShown({}, drink)).toBe(true);
});
