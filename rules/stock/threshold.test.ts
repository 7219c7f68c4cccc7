import { expect, test } from 'vitest';
import { thresholdOf, thresholdText } from './threshold.ts';

test.each([
  ['150', '100'],
  ['-5', '0'],
  ['abc', '0'],
  ['1e9', '100'],
  ['', ''],
  [' 30 ', '30'],
  ['05', '5'],
  ['12.6', '13'],
  ['15,', '15,'],
  ['15,6', '16'],
  ['-', '-'],
])('typing %j shows %j', (typed, shown) => {
  expect(thresholdText(typed)).toBe(shown);
});

test.each([
  ['', null],
  ['-', 0],
  ['0', 0],
  ['100', 100],
  ['15.', 15],
  ['150,', 100],
])('a field with %j is %j percent', (text, percent) => {
  expect(thresholdOf(text)).toBe(percent);
});
