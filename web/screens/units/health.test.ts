import { expect, test } from 'vitest';
import { hourMs } from '../../../rules/health/unit-strip.ts';
import { barsPath, failuresPath, offlinePath, runningPath } from './health.tsx';

test('the hour with the most sales fills the height, and one sale is seen', () => {
  expect(barsPath([0, 100, 1])).toBe('M1.12 3h0.76v14h-0.76zM2.12 15.5h0.76v1.5h-0.76z');
  expect(barsPath([5], 10)).toBe('M0.12 10h0.76v7h-0.76z');
  expect(barsPath([0, 0])).toBe('');
});

test('an hour with failed drinks has a mark', () => {
  expect(failuresPath([0, 2])).toBe('M1.12 0h0.76v3h-0.76z');
});

test('time without contact is a line within the strip, until now where it lasts', () => {
  const range = { startMs: 0, nowMs: 2.5 * hourMs };
  expect(offlinePath([{ fromMs: -hourMs, untilMs: hourMs / 2 }], 3, range)).toBe(
    'M0 17h0.5v3h-0.5z',
  );
  expect(offlinePath([{ fromMs: 2 * hourMs, untilMs: null }], 3, range)).toBe('M2 17h0.5v3h-0.5z');
  expect(offlinePath([{ fromMs: 4 * hourMs, untilMs: 5 * hourMs }], 3, range)).toBe('');
});

test('hours to come are apart from hours without sales', () => {
  expect(runningPath(24, 20)).toBe('M20 3h4v14h-4z');
  expect(runningPath(24, 30)).toBe('');
});
