import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import {
  changedCents,
  changedPrice,
  type PriceChange,
  priceChangeText,
  priceRoundings,
  roundingNames,
} from './price-change.ts';

const percent = (by: number, more: Partial<PriceChange> = {}): PriceChange => ({
  operation: 'percent',
  by,
  rounding: 'none',
  ...more,
});

test.each([
  [1150, percent(-15), 978],
  [1150, percent(10), 1265],
  [1150, percent(-15, { rounding: '0.25' }), 975],
  [1150, percent(-15, { rounding: '.50' }), 950],
  [1150, percent(10, { rounding: '.99' }), 1299],
  [1150, percent(10, { rounding: '.00' }), 1300],
  [1150, { operation: 'amount', by: -2, rounding: 'none' }, 950],
  [100, { operation: 'amount', by: -2, rounding: 'none' }, 0],
  [100, { operation: 'amount', by: -2, rounding: '.99' }, 99],
  [1150, { operation: 'set', by: 9, rounding: 'none' }, 900],
] satisfies [number, PriceChange, number][])(
  '%i cents changed by %j cost %i',
  (cents, change, is) => {
    expect(changedCents(cents, change)).toBe(is);
  },
);

test('PRICE-06 -15 %, rounded to .50 with a floor of $5: no price below, none with odd cents', () => {
  const change = percent(-15, { rounding: '.50', floor: 5 });
  for (let cents = 0; cents <= 3000; cents += 1) {
    const is = changedCents(cents, change);
    expect(is).toBeGreaterThanOrEqual(500);
    expect(is % 100).toBe(50);
  }
});

test('any change gives the nearest price that fits its rounding and floor', () => {
  const random = seededRandom(12);
  for (let round = 0; round < 2_000; round += 1) {
    const rounding = roundingNames[Math.floor(random() * roundingNames.length)] ?? 'none';
    const { step, end } = priceRoundings[rounding];
    const floor = Math.floor(random() * 1000) / 100;
    const cents = Math.floor(random() * 3000);
    const by = Math.floor(random() * 100 - 50);
    const is = changedCents(cents, percent(by, { rounding, floor }));
    const exact = (cents * (100 + by)) / 100;
    expect((is - end) % step).toBe(0);
    expect(is).toBeGreaterThanOrEqual(Math.round(floor * 100));
    const isLowest = is - step < floor * 100;
    if (!isLowest) expect(Math.abs(is - exact)).toBeLessThanOrEqual(step / 2 + 0.5);
  }
});

describe('a double', () => {
  test('changes by the same rule, and is never below the single', () => {
    expect(changedPrice({ cents: 1000, doubleCents: 1600 }, percent(-10))).toEqual({
      cents: 900,
      doubleCents: 1440,
    });
    const raised: PriceChange = { operation: 'percent', by: 0, rounding: '.99', floor: 20 };
    expect(changedPrice({ cents: 1000, doubleCents: 1600 }, raised)).toEqual({
      cents: 2099,
      doubleCents: 2099,
    });
  });

  test('keeps its distance from a price that is set', () => {
    const set: PriceChange = { operation: 'set', by: 12, rounding: 'none' };
    expect(changedPrice({ cents: 1000, doubleCents: 1600 }, set)).toEqual({
      cents: 1200,
      doubleCents: 1800,
    });
  });

  test('without a price of its own follows from its ingredients', () => {
    expect(changedPrice({ cents: 1000, doubleCents: null }, percent(10))).toEqual({
      cents: 1100,
      doubleCents: null,
    });
  });
});

test('a change in words', () => {
  expect(priceChangeText(percent(-15, { rounding: '.50', floor: 5 }))).toBe(
    '−15%, to .50, at least $5.00',
  );
  expect(priceChangeText({ operation: 'amount', by: 1, rounding: 'none' })).toBe('+$1.00');
  expect(priceChangeText({ operation: 'set', by: 9.5, rounding: 'none' })).toBe('$9.50');
});
