import { expect, test } from 'vitest';
import { discountPercentText, discountRateOf } from './discount.ts';

test.each([
  ['25', 0.25],
  ['150', 1],
  ['-3', 0],
  ['abc', 0],
  ['', 0],
  ['12.5%', 0.125],
  ['7.125', 0.0713],
])('%s percent is %d', (text, rate) => {
  expect(discountRateOf(text)).toBe(rate);
});

test('a stored rate is shown as it was typed', () => {
  for (let percent = 0; percent <= 100; percent += 0.25) {
    expect(discountPercentText(discountRateOf(String(percent)))).toBe(String(percent));
  }
});
