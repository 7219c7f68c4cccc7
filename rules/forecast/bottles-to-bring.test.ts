import { expect, test } from 'vitest';
import { placesToRefill, servingsLeft } from './bottles-to-bring.ts';

const place = (position: number, remainingMl: number, isSuspect = false) => ({
  position,
  sizeMl: 1000,
  remainingMl,
  isSuspect,
});

test('RUN-04 an ingredient in two places has the sum of both, in whole servings', () => {
  expect(servingsLeft([place(1, 30), place(2, 50.05)], 40)).toBe(2);
  expect(servingsLeft([place(1, 0.1), place(2, 0.2)], 0.3)).toBe(1);
});

test('a place that was found empty holds nothing, whatever the books say', () => {
  expect(servingsLeft([place(1, 700, true), place(2, 80)], 40)).toBe(2);
});

/** Odds of more than 30 servings, for a demand that is certain. */
const thirty = (left: number) => (left < 30 ? 1 : 0);

test('the emptiest places are refilled first, as many as it takes', () => {
  const places = [place(1, 400), place(2, 100), place(3, 200)];
  expect(placesToRefill(places, 40, thirty).map(({ position }) => position)).toEqual([2]);
  const fifty = (left: number) => (left < 50 ? 0.2 : 0.01);
  expect(placesToRefill(places, 40, fifty).map(({ position }) => position)).toEqual([2, 3]);
});

test('all places but the full ones are refilled where that is not enough', () => {
  const places = [place(1, 1000), place(2, 0), place(3, 900, true)];
  expect(placesToRefill(places, 40, () => 1).map(({ position }) => position)).toEqual([2, 3]);
});

test('nothing is brought where the odds are low enough', () => {
  expect(placesToRefill([place(1, 400)], 40, () => 0.05)).toEqual([]);
});
