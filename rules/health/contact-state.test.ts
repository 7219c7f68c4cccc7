import { expect, test } from 'vitest';
import { clockSkewMs, contactStateOf, usualGapMs, withGap, withSkew } from './contact-state.ts';

const minute = 60_000;
const gaps = (seconds: number, count = 10): number[] =>
  Array.from({ length: count }, () => seconds);

test('the usual gap is the median, from a minute to a quarter of an hour', () => {
  expect(usualGapMs([60, 61, 120, 300, 900])).toBe(120_000);
  expect(usualGapMs(gaps(10))).toBe(minute);
  expect(usualGapMs(gaps(900))).toBe(15 * minute);
});

test('while few gaps are known, the usual gap is a quarter of an hour', () => {
  expect(usualGapMs([60, 60, 60, 60])).toBe(15 * minute);
});

test('the last 50 gaps are kept, long ones as a quarter of an hour', () => {
  expect(withGap([60, 70], 65_400)).toEqual([65, 60, 70]);
  expect(withGap(gaps(60, 50), 8 * 3_600_000)).toEqual([900, ...gaps(60, 49)]);
});

test('a unit is offline after three times its usual gap, and three minutes at least', () => {
  const now = 1_000 * minute;
  const state = (agoMs: number, seconds: number) => contactStateOf(now - agoMs, gaps(seconds), now);
  expect([state(3 * minute, 60), state(3 * minute + 1, 60)]).toEqual(['online', 'offline']);
  expect([state(15 * minute, 300), state(15 * minute + 1, 300)]).toEqual(['online', 'offline']);
  expect(contactStateOf(null, [], now)).toBe('new');
});

test.each([
  [[], null],
  [[7], 7],
  [[7, 3], 3],
  [[300_000, 2, 1], 2],
  [[-9, 5, 4, 90_000, -8], 4],
])('the skew of %j is %s', (skews, median) => {
  expect(clockSkewMs(skews)).toBe(median);
});

test('the last five differences are kept, the newest first', () => {
  expect(withSkew([5, 4, 3, 2, 1], 6)).toEqual([6, 5, 4, 3, 2]);
});
