import { expect, test } from 'vitest';
import { tryDeliveries } from './delivery-trials.ts';

const bottleMl = 700;
const covered = (trials: readonly { isCovered: boolean }[]): number =>
  trials.filter(({ isCovered }) => isCovered).length / trials.length;

test('STOCK-05 the proposed par covers 93 to 97 % of 1,500 simulated delivery cycles', () => {
  const trials = tryDeliveries(1, 1_500, { bottleMl, caseSize: 1 });
  expect(covered(trials)).toBeGreaterThanOrEqual(0.93);
  expect(covered(trials)).toBeLessThanOrEqual(0.97);
}, 60_000);

test('rounded up to cases a par covers all that it covers in bottles, and less than a case more', () => {
  const inBottles = tryDeliveries(2, 100, { bottleMl, caseSize: 1 });
  const inCases = tryDeliveries(2, 100, { bottleMl, caseSize: 6 });
  for (const [nth, { par, isCovered }] of inBottles.entries()) {
    const other = inCases[nth];
    expect(other?.par).toBe(6 * Math.ceil(par / 6));
    expect(other?.isCovered || !isCovered).toBe(true);
  }
}, 60_000);
