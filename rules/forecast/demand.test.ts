import { expect, test } from 'vitest';
import {
  demandOf,
  demandOfNights,
  demandOfRepeated,
  effectiveCount,
  meanPace,
  oddsOfAtLeast,
  paceOf,
  relativeVariance,
  usualVariance,
} from './demand.ts';
import { expectationOf } from './night-profile.ts';
import { nightOf } from '../nights/nights.ts';

const night = nightOf(
  { clocks: [{ fromDay: '2020-01-01', timezone: 'UTC', startsMinutes: 300 }], ends: new Map() },
  '2026-06-13',
);
const weights = Array.from({ length: 8 }, (_, nth) => 0.85 ** nth);
const demand = {
  expectation: expectationOf(night, new Map([[22, 12]])),
  pace: paceOf({ variance: 0.06, sold: 48, expected: 40, batch: 1.4 }),
  variance: 0.06,
  nights: effectiveCount(weights),
  batch: 1.4,
};

test('eight nights of which each counts 0.85 times the next are 7.051 equal ones', () => {
  expect(effectiveCount(weights)).toBeCloseTo(7.051, 3);
  expect(effectiveCount([])).toBe(0);
});

test('12 servings of the profile at a pace of 1.1263 are 13.516 with a variance of 27.084', () => {
  const { mean, variance } = demandOf(demand, night.startMs, night.endMs);
  expect(mean).toBeCloseTo(13.516, 3);
  expect(variance).toBeCloseTo(27.084, 2);
});

test('demands of several nights add up, and none comes from before', () => {
  const one = demandOf(demand, night.startMs, night.endMs);
  const both = demandOfNights([demand, demand], night.startMs, night.endMs);
  expect(both).toEqual({ mean: 2 * one.mean, variance: 2 * one.variance });
  expect(demandOf(demand, night.endMs, night.startMs)).toEqual({ mean: 0, variance: 0 });
});

test('a whole night that comes once is that night; twice, its chance counts twice and its profile four times', () => {
  const usual = { ...demand, pace: paceOf({ variance: 0.06, sold: 0, expected: 0 }) };
  const once = demandOf(usual, night.startMs, night.endMs);
  const [repeated, twice] = [1, 2].map((times) => demandOfRepeated([{ demand: usual, times }]));
  expect(repeated?.mean).toBeCloseTo(once.mean, 9);
  expect(repeated?.variance).toBeCloseTo(once.variance, 9);
  expect(twice?.mean).toBeCloseTo(24, 9);
  const byNight = 1.4 * 12 + 12 ** 2 * 0.06;
  const byProfile = once.variance - byNight;
  expect(twice?.variance).toBeCloseTo(2 * byNight + 4 * byProfile, 9);
  const both = demandOfRepeated([
    { demand: usual, times: 1 },
    { demand: usual, times: 1 },
  ]);
  expect(both.variance).toBeCloseTo(twice?.variance ?? 0, 9);
});

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

test('48 servings where 40 were expected, in orders of 1.4, are a pace of 1.1263', () => {
  const pace = paceOf({ variance: 0.06, sold: 48, expected: 40, batch: 1.4 });
  expect(pace.shape).toBeCloseTo(50.952, 3);
  expect(pace.rate).toBeCloseTo(45.238, 3);
  expect(meanPace(pace)).toBeCloseTo(1.1263, 4);
});

const even = (totals: number[]) => totals.map((total) => ({ total, weight: 1 }));

test('the variance of equal nights is the sample variance beyond chance, with four usual nights more', () => {
  const totals = [60, 140, 100, 100, 90, 110, 120, 80];
  const mean = 100;
  const sample = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / 7;
  const beyond = (sample - mean) / mean ** 2;
  expect(relativeVariance(even(totals))).toBeCloseTo((8 * beyond + 4 * 0.06) / 12, 12);
});

test('nights that vary less than by chance have the least variance that so few nights can show', () => {
  expect(relativeVariance(even(Array.from({ length: 8 }, () => 100)))).toBeCloseTo(0.02, 12);
  expect(relativeVariance(even(Array.from({ length: 200 }, () => 100)))).toBe(0.01);
});

test('the variance is at most a half, and the usual one where nothing is known', () => {
  expect(relativeVariance(even([0, 500, 0, 500, 0, 500, 0, 500]))).toBe(0.5);
  expect(relativeVariance(even([]))).toBe(usualVariance);
  expect(relativeVariance(even([40]))).toBe(usualVariance);
  expect(relativeVariance(even([0, 0, 0]))).toBe(usualVariance);
});
