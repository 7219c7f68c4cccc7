import { expect, test } from 'vitest';
import { oddsOfAtLeast } from './negative-binomial.ts';

const rest = { mean: 13.516, variance: 27.084 };

test('the quantiles of 13.516 servings with a variance of 27.084 are 7, 13 and 20', () => {
  for (const [quantile, odds] of [
    [7, 0.1],
    [13, 0.5],
    [20, 0.9],
  ] as const) {
    expect(1 - oddsOfAtLeast(quantile + 1, rest)).toBeGreaterThanOrEqual(odds);
    expect(1 - oddsOfAtLeast(quantile, rest)).toBeLessThan(odds);
  }
});

test('the odds that they are at least 15 are 0.389', () => {
  expect(oddsOfAtLeast(15, rest)).toBeCloseTo(0.389, 3);
});

test('a geometric distribution is the negative binomial of size 1', () => {
  // Mean 4 and variance 20: P(at least k) = (4/5)^k.
  for (const count of [1, 3, 10, 40])
    expect(oddsOfAtLeast(count, { mean: 4, variance: 20 })).toBeCloseTo(0.8 ** count, 10);
});

test('without more variance than by chance it is a Poisson distribution', () => {
  // P(at least 3) of a mean of 2 is 1 - 5 / e².
  const exact = 1 - 5 * Math.exp(-2);
  expect(oddsOfAtLeast(3, { mean: 2, variance: 2 })).toBeCloseTo(exact, 6);
  expect(oddsOfAtLeast(3, { mean: 2, variance: 0 })).toBeCloseTo(exact, 6);
});

test('large counts are computed as well', () => {
  const large = { mean: 5_000, variance: 5_500 };
  expect(oddsOfAtLeast(5_000, large)).toBeCloseTo(0.5, 1);
  expect(oddsOfAtLeast(4_700, large)).toBeGreaterThan(0.999);
  expect(oddsOfAtLeast(9_000, large)).toBe(0);
});

test('at least none is certain, and more than none impossible where nothing is expected', () => {
  expect(oddsOfAtLeast(0, rest)).toBe(1);
  expect(oddsOfAtLeast(1, { mean: 0, variance: 0 })).toBe(0);
});
