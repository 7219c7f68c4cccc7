import { expect, test } from 'vitest';
import {
  areaOf,
  barOf,
  extentOf,
  heightOf,
  labelled,
  niceTop,
  pathOf,
  runsOf,
  valuesBeside,
} from './scale.ts';

test.each([
  [0, 1],
  [1, 1],
  [7, 8],
  [512, 600],
  [1010, 1500],
])('the top of %d is %d', (value, top) => expect(niceTop(value)).toBe(top));

test('bars of more than 0 go up from its line, those of less down from it', () => {
  const extent = extentOf([800, -150, 0]);
  expect(extent).toEqual({ low: -150, top: 800 });
  const zero = 150 / 950;
  expect(heightOf(0, extent)).toBeCloseTo(zero);
  expect(barOf(800, extent)).toEqual({ from: zero, length: 1 - zero });
  expect(barOf(-150, extent)).toEqual({ from: 0, length: zero });
  expect(valuesBeside(extent)).toEqual([800, 400, 0, -150]);
  // Too near to that of 0.
  expect(valuesBeside(extentOf([800, -3]))).toEqual([800, 400, 0]);
});

test('without a value below 0 the drawing begins with it', () => {
  const extent = extentOf([800, 20]);
  expect(extent).toEqual({ low: 0, top: 800 });
  expect(barOf(200, extent)).toEqual({ from: 0, length: 0.25 });
  expect(valuesBeside(extent)).toEqual([800, 400]);
});

test('a line has its points in a square of 1,000, without those beyond the width', () => {
  const line = [
    [-0.1, 1],
    [0, 0],
    [0.5, 100],
    [1, 200],
  ] as const;
  expect(pathOf(line, 200)).toBe('M0.0 1000.0L500.0 500.0L1000.0 0.0');
  expect(areaOf(line.slice(1), line.slice(1), 200)).toMatch(/^M.*Z$/);
  expect(areaOf([], [], 200)).toBe('');
});

test('what is not known interrupts a line', () => {
  const runs = runsOf([1, null, 2, 3], [0, 0.25, 0.5, 0.75]);
  expect(runs).toEqual([
    [[0, 1]],
    [
      [0.5, 2],
      [0.75, 3],
    ],
  ]);
});

test('of many stops few have a label, the last among them', () => {
  expect(labelled(3, 7)).toEqual([0, 1, 2]);
  expect(labelled(28, 7)).toEqual([3, 7, 11, 15, 19, 23, 27]);
});
