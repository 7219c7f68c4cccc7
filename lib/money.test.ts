import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents, formatMoney, hasAtMostTwoDecimals, toCents, toDollars } from './money.ts';
import { splitCents } from './split-cents.ts';
import { dollarsOf, priceText } from './price-text.ts';

describe('cents and dollars', () => {
  test('converts amounts correctly that floating point gets wrong', () => {
    expect(toCents(0.29)).toBe(29);
    expect(toCents(1.1)).toBe(110);
    expect(toCents(4.35)).toBe(435);
    expect(toCents(115_392.58)).toBe(11_539_258);
    expect(toCents(-0)).toBe(0);
  });

  test('round-trips every whole number of cents through dollar text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const text = `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
        expect(toCents(Number(text))).toBe(cents);
        expect(toDollars(cents)).toBe(Number(text));
        expect(hasAtMostTwoDecimals(Number(text))).toBe(true);
      }),
    );
  });

  test('rejects more than two decimals, infinities and amounts that are too large', () => {
    for (const bad of [1.005, 0.001, 12.345, Number.NaN, Infinity, 1e15]) {
      expect(hasAtMostTwoDecimals(bad), String(bad)).toBe(false);
    }
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (c, m) => {
        expect(hasAtMostTwoDecimals((c * 10 + m) / 1000)).toBe(false);
      }),
    );
  });
});

describe('money formatting', () => {
  test('formats US dollars in en-US form', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatCents(11_539_258)).toBe('$115,392.58');
    expect(formatCents(-300)).toBe('-$3.00');
  });

  test('never formats zero with a sign', () => {
    expect(formatMoney(-0)).toBe('$0.00');
    expect(formatMoney(-0.001)).toBe('$0.00');
  });
});

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
  ['0,500', 0.5],
  ['1.250,50', 1250.5],
  ['1 250.50', 1250.5],
  ["1'250.50", 1250.5],
  ['\u200e12.50\u202c', 12.5],
  ['\ufeff$\u00a012.50', 12.5],
  ['$ 12.50', 12.5],
  ['12.50 USD', 12.5],
  ['USD 12.50', 12.5],
  ['US$12.50', 12.5],
  ['1\u202f250,00 $', 1250],
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
  '0,125',
  '1.250.50',
  '1250,500,1',
  '€12.50',
  '12.50 EUR',
  '−1',
  '(1.00)',
  '1 2.50',
  '0.500.00',
  '100,000.01',
  ',',
  '0x10',
  '$',
])('rejects %j as a price', (text) => {
  expect(dollarsOf(text)).toBeNull();
});

test('formats a price with two decimals for a field', () => {
  expect(priceText(7)).toBe('7.00');
  expect(priceText(toDollars(1250))).toBe('12.50');
  expect(dollarsOf(priceText(1234.5))).toBe(1234.5);
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const weights = fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 12 });
const cents = fc.integer({ min: 0, max: 1_000_000_000 });

test('a sale of one drink gets the whole amount', () => {
  expect(splitCents(257, [900])).toEqual([257]);
});

test('the largest remainder gets the leftover cent', () => {
  // Exact shares: 33.33, 66.67
  expect(splitCents(100, [1, 2])).toEqual([33, 67]);
  // Exact shares: 0.6, 0.6, 1.8
  expect(splitCents(3, [1, 1, 3])).toEqual([1, 0, 2]);
});

test('the earlier of two equal remainders gets the cent', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitCents(2, [5, 5, 5])).toEqual([1, 1, 0]);
});

test('a free drink in a paid sale gets no share', () => {
  expect(splitCents(150, [0, 500, 0])).toEqual([0, 150, 0]);
});

test('the first drink gets everything when all are free', () => {
  expect(splitCents(80, [0, 0, 0])).toEqual([80, 0, 0]);
});

test('splits zero over no weights, and rejects an amount over no weights', () => {
  expect(splitCents(0, [])).toEqual([]);
  expect(() => splitCents(1, [])).toThrow(RangeError);
});

test('rejects fractions and negative numbers', () => {
  expect(() => splitCents(1.5, [1])).toThrow(RangeError);
  expect(() => splitCents(-1, [1])).toThrow(RangeError);
  expect(() => splitCents(1, [-1])).toThrow(RangeError);
  expect(() => splitCents(1, [Number.NaN])).toThrow(RangeError);
});

test('shares add up exactly and are within a cent of the exact share', () => {
  fc.assert(
    fc.property(cents, weights, (total, entries) => {
      const shares = splitCents(total, entries);
      expect(shares).toHaveLength(entries.length);
      expect(sum(shares)).toBe(total);
      const weightSum = BigInt(sum(entries));
      if (weightSum === 0n) return;
      shares.forEach((share, index) => {
        const exactTimesSum = BigInt(total) * BigInt(entries[index] ?? 0);
        const offBy = BigInt(share) * weightSum - exactTimesSum;
        expect(offBy < weightSum && offBy > -weightSum).toBe(true);
      });
    }),
  );
});

test('a more expensive drink never gets less than a cheaper one', () => {
  fc.assert(
    fc.property(cents, weights, (total, entries) => {
      if (sum(entries) === 0) return;
      const shares = splitCents(total, entries);
      const byWeight = entries
        .map((weight, index) => ({ weight, share: shares[index] ?? 0 }))
        .sort((a, b) => a.weight - b.weight);
      byWeight.forEach((entry, index) => {
        const next = byWeight[index + 1];
        if (next && next.weight > entry.weight)
          expect(next.share).toBeGreaterThanOrEqual(entry.share);
      });
    }),
  );
});
