import { expect, test } from 'vitest';
import { dollarsOf, priceText, priceTextOfCents } from './price-text.ts';

test.each([
  ['12.5', 12.5],
  [' $12.50 ', 12.5],
  ['0', 0],
  ['.5', 0.5],
  ['7.', 7],
  ['1,250.00', 1250],
  ['$100,000', 100_000],
  ['12,50', 12.5],
  ['1,5', 1.5],
  ['7,', 7],
  ['1,250,5', 1250.5],
])('parses %s as %d dollars', (text, dollars) => {
  expect(dollarsOf(text)).toBe(dollars);
});

test.each([
  '',
  ' ',
  '-1',
  '1.005',
  '1e3',
  'abc',
  '12 50',
  '1.250,50',
  '100,000.01',
  ',',
  '0x10',
  '$',
])('rejects %j as a price', (text) => {
  expect(dollarsOf(text)).toBeNull();
});

test('formats a price with two decimals for a field', () => {
  expect(priceText(7)).toBe('7.00');
  expect(priceTextOfCents(1250)).toBe('12.50');
  expect(dollarsOf(priceText(1234.5))).toBe(1234.5);
});
