import { expect, test } from 'vitest';
import { clockSkewMs, withSkew } from './unit-contact.ts';

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
