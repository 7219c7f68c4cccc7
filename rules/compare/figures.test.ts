import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeOf, figuresOf, isMissed, meanFigures, sellingHours } from './figures.ts';
import { type SaleSums, totalsOf } from '../reports/sales-totals.ts';

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

const at = (text: string) => Date.parse(text);
const timeRange = (from: string, until: string) => ({ startMs: at(from), endMs: at(until) });
const evenings = Array.from({ length: 24 }, (_, hour) => (hour >= 17 || hour < 2 ? 50 : 0));
const venue = { hours: sellingHours(evenings), timezone: 'America/New_York' };
const saturday = timeRange('2026-06-13T09:00Z', '2026-06-14T02:14Z');

describe('CMP-06 a unit without contact', () => {
  test('for two hours of selling is left out', () => {
    // From 8:10 PM until 10:14 PM.
    expect(isMissed(timeRange('2026-06-14T00:10Z', '2026-06-14T02:14Z'), [saturday], venue)).toBe(
      true,
    );
    expect(isMissed(timeRange('2026-06-14T00:20Z', '2026-06-14T02:14Z'), [saturday], venue)).toBe(
      false,
    );
  });

  test('while the venue does not sell misses nothing', () => {
    expect(isMissed(timeRange('2026-06-13T06:00Z', '2026-06-13T22:30Z'), [saturday], venue)).toBe(
      false,
    );
    expect(isMissed(timeRange('2026-06-13T06:00Z', '2026-06-13T23:00Z'), [saturday], venue)).toBe(
      true,
    );
  });

  test('in time that is not compared is not left out', () => {
    expect(isMissed(timeRange('2026-06-14T02:14Z', '2026-06-15T02:14Z'), [saturday], venue)).toBe(
      false,
    );
  });
});

test('an hour with hardly any sale is not one in which the venue sells', () => {
  const orders = evenings.map((count, hour) => (hour === 11 ? 2 : count));
  expect(sellingHours(orders).has(11)).toBe(false);
  expect(sellingHours(orders).size).toBe(9);
  expect(sellingHours(evenings.map(() => 0)).size).toBe(0);
});
