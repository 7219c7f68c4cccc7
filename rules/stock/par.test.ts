import { expect, test } from 'vitest';
import { oddsOfAtLeast } from '../forecast/demand.ts';
import { nightsOfPar, proposedPar, servingsFor, timesOfNight } from './par.ts';

const demand = { mean: 13.516, variance: 27.084 };

test('a demand exceeds the servings with odds of at most 5 %, and one serving less with more', () => {
  for (const one of [demand, { mean: 0.2, variance: 0.2 }, { mean: 4_000, variance: 90_000 }]) {
    const servings = servingsFor(one);
    expect(oddsOfAtLeast(servings + 1, one)).toBeLessThanOrEqual(0.05);
    expect(oddsOfAtLeast(servings, one)).toBeGreaterThan(0.05);
  }
  expect(servingsFor({ mean: 0, variance: 0 })).toBe(0);
});

test('a par is whole bottles, in whole cases', () => {
  const servings = servingsFor(demand);
  const exact = { servingMl: 40, bottleMl: servings * 40, caseSize: 1 };
  expect(proposedPar(demand, exact)).toBe(1);
  expect(proposedPar(demand, { ...exact, bottleMl: servings * 40 - 1 })).toBe(2);
  expect(proposedPar(demand, { ...exact, caseSize: 6 })).toBe(6);
  expect(proposedPar({ mean: 0, variance: 0 }, { ...exact, caseSize: 6 })).toBe(0);
});

test('ten nights are three nights of the week twice and four once', () => {
  expect(nightsOfPar({ deliveryDays: 7, leadDays: 3 })).toBe(10);
  expect([0, 1, 2, 3, 4, 5, 6].map((nth) => timesOfNight(nth, 10))).toEqual([2, 2, 2, 1, 1, 1, 1]);
  expect([0, 1, 2, 3, 4, 5, 6].map((nth) => timesOfNight(nth, 2))).toEqual([1, 1, 0, 0, 0, 0, 0]);
});
