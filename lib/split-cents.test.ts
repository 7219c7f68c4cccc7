import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCents } from './split-cents.ts';

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
