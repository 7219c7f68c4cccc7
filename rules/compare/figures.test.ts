import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SaleSums, totalsOf } from '../reports/sales-totals.ts';
import { changeOf, figuresOf, meanFigures } from './figures.ts';

const none = totalsOf([]);
const sums = (salesCents: number, orders: number): SaleSums => ({
  ...none,
  salesCents,
  priceCents: salesCents,
  orders,
});

test('a mean of three nights is rounded once', () => {
  expect(meanFigures([[sums(100, 1), sums(100, 1), sums(101, 2)]])).toMatchObject({
    salesCents: 100,
    grossCents: 100,
    orders: 1.3,
    averagePriceCents: 75,
  });
});

test('a period is compared with the sum of the means of its nights', () => {
  const nights = [[sums(100, 1), sums(300, 3)], [sums(50, 1)], []];
  expect(meanFigures(nights)).toMatchObject({ salesCents: 250, orders: 3 });
  expect(meanFigures([[], []])).toBeNull();
});

test('the mean of one to four nights with the same figures is those figures', () => {
  const cents = fc.integer({ min: 0, max: 1e9 });
  const night = fc.record({
    salesCents: cents,
    taxCents: cents,
    tipCents: cents,
    refundCents: cents,
  });
  fc.assert(
    fc.property(night, fc.integer({ min: 1, max: 4 }), cents, (amounts, count, orders) => {
      const one = { ...none, ...amounts, orders, priceCents: amounts.salesCents };
      expect(meanFigures([Array.from({ length: count }, () => one)])).toEqual(figuresOf(one));
    }),
    { numRuns: 50 },
  );
});

test('CMP-07 no change is infinite or NaN', () => {
  const amount = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(amount, amount, (current, other) => {
      const { by, ratio } = changeOf(current, other);
      expect(by).toBe(current - other);
      expect(ratio === null || Number.isFinite(ratio)).toBe(true);
      expect(ratio === null).toBe(other === 0);
    }),
  );
  expect(changeOf(0, 0)).toEqual({ by: 0, ratio: null });
});
