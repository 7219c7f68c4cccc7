import { expect, test } from 'vitest';
import { isDrinkShown, isFilter, readPayment } from './sale-filter.ts';

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

test.each([
  ['4242', { last4: '4242' }],
  [' 0007 ', { last4: '0007' }],
  ['$4242', { cents: 424_200 }],
  ['4242.00', { cents: 424_200 }],
  ['14.5', { cents: 1450 }],
  ['$14.05', { cents: 1405 }],
  ['7', { cents: 700 }],
  ['$0.29', { cents: 29 }],
  ['', null],
  ['14,50', null],
  ['-3', null],
  ['1.005', null],
  ['4242 4242', null],
  ['123456789', null],
  ['rum', null],
])('reads %j as a payment', (text, asked) => expect(readPayment(text)).toEqual(asked));
