import { expect, test } from 'vitest';
import { favourite, guestOrder, guestTipCents } from './guest-order.ts';
import { seededRandom } from '../../lib/seeded-random.ts';

const menu = ['Negroni', 'Spritz', 'Mule', 'Soda'];

test('an order has one to three lines of one or two drinks of the menu', () => {
  const random = seededRandom(7);
  const orders = Array.from({ length: 500 }, () => guestOrder(menu, () => true, random));
  expect(new Set(orders.map((lines) => lines.length))).toEqual(new Set([1, 2, 3]));
  const lines = orders.flat();
  expect(new Set(lines.map(({ quantity }) => quantity))).toEqual(new Set([1, 2]));
  expect(lines.every(({ drink }) => menu.includes(drink))).toBe(true);
  expect(lines.some(({ isDouble }) => isDouble)).toBe(true);
});

test('never orders a double that is not offered', () => {
  const random = seededRandom(7);
  const lines = Array.from({ length: 300 }, () => guestOrder(menu, () => false, random)).flat();
  expect(lines.some(({ isDouble }) => isDouble)).toBe(false);
});

test('orders drinks at the top of the menu most often', () => {
  expect(favourite(menu, () => 0.4)).toBe('Negroni');
  expect(favourite(menu, () => 0.95)).toBe('Soda');
  expect(() => favourite([], () => 0)).toThrow(RangeError);
});

test('a tip is a share of the price or zero', () => {
  expect(guestTipCents(1000, () => 0)).toBe(150);
  expect(guestTipCents(1000, () => 0.9)).toBe(0);
});
