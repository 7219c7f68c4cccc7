import { expect, test } from 'vitest';
import { nightOf } from '../nights/nights.ts';
import { expectationOf } from './night-profile.ts';
import { paceOf } from './demand.ts';
import { forecastUnit, type StockedIngredient } from './unit-forecast.ts';

const night = nightOf(
  { clocks: [{ fromDay: '2020-01-01', timezone: 'UTC', startsMinutes: 300 }], ends: new Map() },
  '2026-06-13',
);
const nineMs = Date.parse('2026-06-13T21:00:00Z');
const closeMs = Date.parse('2026-06-14T02:00:00Z');
/** 20 servings an hour from 8 PM to 2 AM. */
const even = expectationOf(night, new Map([20, 21, 22, 23, 24, 25].map((hour) => [hour, 20])));

const demandAt = (sold: number) => [
  {
    expectation: even,
    pace: paceOf({ variance: 0.06, sold, expected: 20 }),
    variance: 0.06,
    nights: 7,
    batch: 1,
  },
];
const level = (position: number, remainingMl: number) => ({
  position,
  sizeMl: 1000,
  remainingMl,
  isSuspect: false,
});
const gin = (places: ReturnType<typeof level>[], sold = 20): StockedIngredient => ({
  ingredientId: 'gin',
  servingMl: 40,
  places,
  demands: demandAt(sold),
});
const earnings = [
  { expectation: even, pace: { shape: 1, rate: 1 }, byDrink: new Map([['martini', 60_000]]) },
];
const drinks = [{ id: 'martini', ingredientIds: ['gin'] }];

test('25 servings at 20 an hour last a little over an hour', () => {
  const { ingredients } = forecastUnit(
    { ingredients: [gin([level(1, 1000)])], drinks, earnings },
    nineMs,
    closeMs,
  );
  const [forecast] = ingredients;
  const minutes = ((forecast?.runOut.likelyMs ?? 0) - nineMs) / 60_000;
  expect(minutes).toBeGreaterThan(70);
  expect(minutes).toBeLessThan(85);
  expect(forecast?.left).toBe(25);
  expect(forecast?.ratePerHour).toBeCloseTo(20, 0);
  // Three hours and three quarters of five are left to lose, of $500.
  expect(forecast?.atRiskCents).toBeGreaterThan(33_000);
  expect(forecast?.atRiskCents).toBeLessThan(40_000);
});

test('RUN-02 twice as many sales by 9 PM make the likely time earlier, with the next sale on', () => {
  const likely = (sold: number) =>
    forecastUnit({ ingredients: [gin([level(1, 1000)], sold)], drinks, earnings }, nineMs, closeMs)
      .ingredients[0]?.runOut.likelyMs ?? 0;
  expect(likely(40)).toBeLessThan(likely(20));
  expect(likely(21)).toBeLessThan(likely(20));
});

test('RUN-04 two places of an ingredient last as long as one that holds as much', () => {
  const runOut = (places: ReturnType<typeof level>[]) =>
    forecastUnit({ ingredients: [gin(places)], drinks, earnings }, nineMs, closeMs).ingredients[0]
      ?.runOut;
  expect(runOut([level(1, 400), level(9, 600)])).toEqual(runOut([level(1, 1000)]));
});

test('what is out has no time, risks all its drinks, and is refilled', () => {
  const places = [level(1, 30)];
  const { ingredients, atRiskCents } = forecastUnit(
    { ingredients: [gin(places)], drinks, earnings },
    nineMs,
    closeMs,
  );
  expect(ingredients[0]).toMatchObject({
    left: 0,
    runOut: { odds: 1, likelyMs: null },
    refill: places,
  });
  expect(atRiskCents).toBe(50_000);
});

test('RUN-05 without enough nights it says what is left and no time', () => {
  const unknown = { ...gin([level(1, 440)]), demands: null };
  const { ingredients, atRiskCents } = forecastUnit(
    { ingredients: [unknown], drinks, earnings },
    nineMs,
    closeMs,
  );
  expect(ingredients).toEqual([
    {
      ingredientId: 'gin',
      places: unknown.places,
      left: 11,
      ratePerHour: null,
      runOut: { earliestMs: null, likelyMs: null, latestMs: null, odds: 0 },
      atRiskCents: 0,
      refill: [],
    },
  ]);
  expect(atRiskCents).toBe(0);
});

test('what lasts beyond close is not on the list', () => {
  const { ingredients } = forecastUnit(
    {
      ingredients: [gin([1, 2, 3, 4, 5, 6, 7, 8].map((position) => level(position, 1000)))],
      drinks,
      earnings,
    },
    nineMs,
    closeMs,
  );
  expect(ingredients[0]?.refill).toEqual([]);
  expect(ingredients[0]?.runOut.odds).toBeLessThan(0.05);
});

test('as many places are refilled as it takes until close', () => {
  // 100 servings are expected, with a standard deviation of 22; a full place holds 25. Four leave odds of 8 %.
  const places = [1, 2, 3, 4, 5, 6, 7].map((position) =>
    level(position, position === 7 ? 500 : 400),
  );
  const { ingredients } = forecastUnit(
    { ingredients: [gin(places)], drinks, earnings },
    nineMs,
    closeMs,
  );
  const refilled = ingredients[0]?.refill.map(({ position }) => position) ?? [];
  expect(refilled).toEqual([1, 2, 3, 4, 5]);
});
