import { expect, test } from 'vitest';
import { type CohortSums, cohortRates } from './cohorts.ts';

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function sumsOf(units: readonly { failed: number; glasses: number }[]): CohortSums {
  const sum = (of: (unit: { failed: number; glasses: number }) => number): number =>
    units.reduce((total, unit) => total + of(unit), 0);
  return {
    units: units.length,
    failed: sum(({ failed }) => failed),
    glasses: sum(({ glasses }) => glasses),
    failedSquared: sum(({ failed }) => failed ** 2),
    glassesSquared: sum(({ glasses }) => glasses ** 2),
    product: sum(({ failed, glasses }) => failed * glasses),
  };
}

/** A day of units that sell 40 to 200 glasses and fail at 0.5 to 1.5 times 2 %. */
function day(random: () => number, units: number, times: number): CohortSums {
  return sumsOf(
    Array.from({ length: units }, () => {
      const glasses = Math.round(40 + 160 * random());
      const rate = 0.02 * (0.5 + random()) * times;
      let failed = 0;
      for (let nth = 0; nth < glasses; nth += 1) if (random() < rate) failed += 1;
      return { failed, glasses };
    }),
  );
}

const runs = 100;

test('FLEET-03 a release with three times the failures on 5 % of 1,000 units is marked after a day, and others are not', () => {
  let [found, wrong] = [0, 0];
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = randomFrom(seed);
    const rates = cohortRates([
      day(random, 50, 3),
      day(random, 50, 1),
      day(random, 300, 1),
      day(random, 600, 1),
    ]);
    if (rates[0]?.isMarked) found += 1;
    wrong += rates.slice(1).filter(({ isMarked }) => isMarked).length;
  }
  expect([found, wrong]).toEqual([runs, 0]);
});

test('of units that fail alike, none is marked', () => {
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = randomFrom(seed);
    const rates = cohortRates([day(random, 5, 1), day(random, 50, 1), day(random, 200, 1)]);
    expect(rates.filter(({ isMarked }) => isMarked)).toEqual([]);
  }
});

test('one unit that fails all the time marks no cohort, as its interval is wide', () => {
  const bad = { failed: 120, glasses: 150 };
  const usual = Array.from({ length: 9 }, () => ({ failed: 2, glasses: 100 }));
  const [cohort] = cohortRates([sumsOf([bad, ...usual]), sumsOf(usual)]);
  expect(cohort?.rate).toBeCloseTo(138 / 1050);
  expect(cohort?.isMarked).toBe(false);
});

test('without glasses there is no rate, and without others nothing to compare with', () => {
  expect(cohortRates([sumsOf([{ failed: 0, glasses: 0 }])])).toEqual([
    { rate: null, low: 0, high: 1, others: null, isMarked: false },
  ]);
});
