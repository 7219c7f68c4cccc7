import { expect, test } from 'vitest';
import { tryRunOuts } from './run-out-trials.ts';

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test('RUN-01 of 200 evenings, the 80 % span holds 72 to 90 %, and the likely time errs by at most 40 min two hours ahead', () => {
  const trials = tryRunOuts(1, 200);
  const held = trials.filter(({ isHeld }) => isHeld).length / trials.length;
  expect(held).toBeGreaterThanOrEqual(0.72);
  expect(held).toBeLessThanOrEqual(0.9);
  const likely = median(trials.map(({ errors }) => errors.likely));
  expect(likely).toBeLessThanOrEqual(40);
  // Better than the average of a week, and than tonight's rate.
  expect(likely).toBeLessThan(median(trials.map(({ errors }) => errors.flatAverage)));
  expect(likely).toBeLessThan(median(trials.map(({ errors }) => errors.tonightPerHour)));
});
