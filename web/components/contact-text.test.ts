import { expect, test } from 'vitest';
import { skewText } from './contact-text.ts';

test.each([
  [null, 'Not reported'],
  [120_000, 'In sync'],
  [-120_000, 'In sync'],
  [300_000, '5 min fast'],
  [-10_800_000, '3 h slow'],
  [-1_782_900_000_000, '20,635 days slow'],
])('a clock that differs by %s ms is %s', (skewMs, text) => {
  expect(skewText(skewMs)).toBe(text);
});
