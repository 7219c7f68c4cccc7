import { expect, test } from 'vitest';
import { nightOf } from '../nights/nights.ts';
import { demandOf, demandOfNights, effectiveCount } from './demand.ts';
import { expectationOf } from './night-profile.ts';
import { paceOf } from './pace.ts';

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
