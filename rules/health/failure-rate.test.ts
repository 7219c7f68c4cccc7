import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { countLastGlasses, failureRateOf, isFailing, wilsonInterval } from './failure-rate.ts';

const usual = { failed: 25, glasses: 1000 };
const rate = (failed: number, glasses = 50, of = usual) =>
  isFailing(failureRateOf({ failed, glasses }, of));

test('at a usual rate of 2.5 %, 8 failed glasses of 50 are reported and 7 are not', () => {
  expect([rate(7), rate(8)]).toEqual([false, true]);
});

test('a unit that never failed is reported from 4 of 50 on', () => {
  const never = { failed: 0, glasses: 1000 };
  expect([rate(3, 50, never), rate(4, 50, never)]).toEqual([false, true]);
});

test('HEALTH-05 two failures in two glasses are not reported', () => {
  expect([rate(2, 2), rate(3, 3), rate(4, 4)]).toEqual([false, false, true]);
});

test('the last 50 glasses are those of the newest drinks; the failed ones of a drink are its last', () => {
  expect(countLastGlasses([])).toEqual({ failed: 0, glasses: 0 });
  expect(
    countLastGlasses([
      { glasses: 2, failed: 1 },
      { glasses: 47, failed: 0 },
      { glasses: 3, failed: 2 },
      { glasses: 1, failed: 1 },
    ]),
  ).toEqual({ failed: 2, glasses: 50 });
});

/** Number of glasses after which a rate that has risen to 25 % is reported, up to 50. */
function glassesUntilFound(random: () => number): number | null {
  const glass = (share: number) => ({ glasses: 1, failed: random() < share ? 1 : 0 });
  const lines = Array.from({ length: 50 }, () => glass(0.025));
  for (let count = 1; count <= 50; count += 1) {
    lines.unshift(glass(0.25));
    if (isFailing(failureRateOf(countLastGlasses(lines), usual))) return count;
  }
  return null;
}

test('HEALTH-05 a rate that rises from 2.5 % to 25 % is reported within 50 glasses in 90 of 100 runs', () => {
  const random = seededRandom(5);
  const found = Array.from({ length: 100 }, () => glassesUntilFound(random));
  expect(found.filter((count) => count !== null).length).toBeGreaterThanOrEqual(90);
});

test('the lower bounds of 4, 7 and 8 failed glasses of 50 are 0.0315, 0.0695 and 0.0834', () => {
  const lows = [4, 7, 8].map((failed) => wilsonInterval(failed, 50).low);
  expect(lows.map((low) => Number(low.toFixed(4)))).toEqual([0.0315, 0.0695, 0.0834]);
});

/** Share at which the score test just accepts what was found, by bisection from the found share to `bound`. */
function acceptedShare(found: number, trials: number, bound: 0 | 1): number {
  const z = 1.959963984540054;
  const isAccepted = (share: number): boolean =>
    Math.abs(found / trials - share) <= z * Math.sqrt((share * (1 - share)) / trials);
  let [inside, outside] = [found / trials, bound as number];
  for (let step = 0; step < 100; step += 1) {
    const middle = (inside + outside) / 2;
    if (isAccepted(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

test('the interval has all shares that the score test accepts', () => {
  for (const trials of [1, 2, 7, 50, 1000]) {
    for (const found of [1, 2, 7, 50].filter((count) => count < trials)) {
      const { low, high } = wilsonInterval(found, trials);
      expect(low).toBeCloseTo(acceptedShare(found, trials, 0), 9);
      expect(high).toBeCloseTo(acceptedShare(found, trials, 1), 9);
    }
  }
});

test('the interval stays between 0 and 1', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilsonInterval(0, 50).low).toBe(0);
  expect(wilsonInterval(50, 50).high).toBe(1);
});
