import { expect, test } from 'vitest';
import { discountedCents, discountPercentText, discountRateOf } from './discount.ts';

test.each([
  ['25', 0.25],
  ['150', 1],
  ['-3', 0],
  ['abc', 0],
  ['', 0],
  ['12.5%', 0.125],
  ['7.125', 0.0713],
])('%s percent is the rate %d', (text, rate) => {
  expect(discountRateOf(text)).toBe(rate);
});

test('shows a stored rate as it was entered', () => {
  for (let percent = 0; percent <= 100; percent += 0.25) {
    expect(discountPercentText(discountRateOf(String(percent)))).toBe(String(percent));
  }
});

test.each([
  [900, 0, 900],
  [900, 0.25, 675],
  [900, 0.125, 788],
  [1, 0.5, 1],
  [1450, 1, 0],
  [1, 0.5001, 0],
])('%d cents with a discount of %d are %d', (cents, rate, left) => {
  expect(discountedCents(cents, rate)).toBe(left);
});
