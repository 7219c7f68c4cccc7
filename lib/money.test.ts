import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents, formatMoney, hasAtMostTwoDecimals, toCents, toDollars } from './money.ts';

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
