import { expect, test } from 'vitest';
import { meanPace, paceOf, relativeVariance, usualVariance } from './pace.ts';

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
