import { expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { growthOf, weighUnderLoad } from './memory.ts';

const dataDir = withTestFolder();

test('growth counts only after the first third, and noise does not count', () => {
  expect(growthOf([10, 90, 100, 100, 100, 100])).toBe(0);
  expect(growthOf([50, 90, 98, 99, 100, 101, 102, 103, 104])).toBeCloseTo(0.05, 2);
  expect(growthOf([90, 90, 100, 104, 98, 101, 100, 97])).toBeLessThan(0.02);
});

test('requests do not leak memory', { timeout: 120_000 }, async () => {
  const { weighed, statuses } = await weighUnderLoad(dataDir, {
    requests: 900,
    every: 150,
    sellers: 4,
    restMs: 0,
  });
  // Of some 50 MB: detects a leak of 40 kB per request in this short run; the long form detects smaller ones.
  expect(growthOf(weighed.map(({ heapMb }) => heapMb))).toBeLessThan(0.2);
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(statuses['0']).toBeUndefined();
});
