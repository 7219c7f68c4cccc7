import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson.ts';

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
