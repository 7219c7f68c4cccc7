import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { salesTaxCents } from './sales-tax.ts';

test('rounds half a cent up', () => {
  expect(salesTaxCents(400, 8.875)).toBe(36);
  expect(salesTaxCents(399, 8.875)).toBe(35);
  expect(salesTaxCents(10, 5)).toBe(1);
  // Floating point makes this 28.499999999999996.
  expect(salesTaxCents(1250, 2.28)).toBe(29);
});

test('computes no tax, full tax, and tax on a zero price', () => {
  expect(salesTaxCents(1234, 0)).toBe(0);
  expect(salesTaxCents(1234, 100)).toBe(1234);
  expect(salesTaxCents(0, 8.875)).toBe(0);
});

test('rejects percentages outside 0 to 100 or finer than four decimals', () => {
  for (const bad of [-0.0001, 100.0001, 1.00005, Number.NaN, Infinity]) {
    expect(() => salesTaxCents(100, bad), String(bad)).toThrow(RangeError);
  }
});

test('rejects prices that are not non-negative whole cents', () => {
  for (const bad of [-1, 0.5, Number.NaN, 2 ** 53]) {
    expect(() => salesTaxCents(bad, 8), String(bad)).toThrow(RangeError);
  }
});

test('the tax is the integer nearest to the exact tax, rounded up on a tie', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (priceCents, parts) => {
        const tax = BigInt(salesTaxCents(priceCents, parts / 10_000));
        const twiceOff = 2n * (tax * 1_000_000n - BigInt(priceCents) * BigInt(parts));
        expect(twiceOff > -1_000_000n && twiceOff <= 1_000_000n).toBe(true);
      },
    ),
  );
});
