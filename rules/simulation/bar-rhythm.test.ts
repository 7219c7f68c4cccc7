import { expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import {
  barRhythm,
  busiestShare,
  favourite,
  guestOrder,
  guestTipCents,
  nextSaleAfter,
  rushRhythm,
} from './bar-rhythm.ts';

const hourMs = 3_600_000;
const newYork = barRhythm('America/New_York');
const at = (iso: string) => Date.parse(iso);

const salesOf = (from: number, to: number, salesPerDay: number): number[] => {
  const random = seededRandom(7);
  const times: number[] = [];
  let next: number | null = from;
  while ((next = nextSaleAfter(next, to, { salesPerDay, rhythm: newYork }, random)) !== null) {
    times.push(next);
  }
  return times;
};

test('the week adds up to about seven average days', () => {
  const monday = at('2026-02-09T16:00:00Z');
  let week = 0;
  for (let hour = 0; hour < 7 * 24; hour += 1) week += newYork(monday + hour * hourMs);
  expect(week).toBeCloseTo(7.4, 5);
});

test("ten o'clock on a Saturday evening is the busiest hour", () => {
  expect(newYork(at('2026-03-08T03:30:00Z'))).toBe(busiestShare);
  expect(newYork(at('2026-03-03T03:30:00Z'))).toBeLessThan(busiestShare / 3);
});

test('hours after midnight belong to the previous evening', () => {
  const oneOnSunday = newYork(at('2026-02-08T06:30:00Z'));
  const oneOnMonday = newYork(at('2026-02-09T06:30:00Z'));
  expect(oneOnSunday / oneOnMonday).toBeCloseTo(2, 5);
});

test('sells nothing between two and eleven in the morning, also on days with a clock change', () => {
  for (const day of ['2026-02-10', '2026-03-08', '2026-11-01']) {
    const seven = at(`${day}T12:30:00Z`);
    expect(newYork(seven)).toBe(0);
  }
  const times = salesOf(at('2026-03-02T00:00:00Z'), at('2026-03-16T00:00:00Z'), 40);
  const hours = times.map((ms) =>
    Number(
      new Intl.DateTimeFormat('en-US', {
        hour: 'numeric',
        hourCycle: 'h23',
        timeZone: 'America/New_York',
      }).format(ms),
    ),
  );
  expect(hours.filter((hour) => hour >= 2 && hour < 11)).toEqual([]);
});

test("generates sequential sales at the bar's daily rate", () => {
  const times = salesOf(at('2026-03-02T16:00:00Z'), at('2026-03-30T15:00:00Z'), 40);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.length).toBeGreaterThan(0.8 * 28 * 40);
  expect(times.length).toBeLessThan(1.3 * 28 * 40);
});

test('a rush sells at any hour, and no sale occurs after the end', () => {
  const morning = at('2026-03-03T13:00:00Z');
  const found = nextSaleAfter(
    morning,
    morning + 3 * hourMs,
    { salesPerDay: 40, rhythm: rushRhythm },
    () => 0.5,
  );
  expect(found).toBeGreaterThan(morning);
  const closed = { salesPerDay: 40, rhythm: newYork };
  expect(nextSaleAfter(morning, morning + hourMs, closed, seededRandom(7))).toBeNull();
});

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
