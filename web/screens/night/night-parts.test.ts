import { expect, test } from 'vitest';
import type { LiveNight } from '../../api/live-connection.ts';
import { comparedText } from './night-cards.tsx';
import { rowsOf, shownCurve, ticksOf } from './night-curve.tsx';

const point = (minute: number, taken: number) => ({ minute, taken, drinks: taken / 10 });
const night = {
  curve: [point(0, 0), point(605, 0), point(610, 40)],
  before: [point(0, 0), point(600, 0), point(660, 120), point(720, 180)],
  band: [0, 600, 660, 720].map((minute, nth) => ({
    minute,
    leastTaken: 30 * nth,
    mostTaken: 60 * nth,
    leastDrinks: nth,
    mostDrinks: 2 * nth,
  })),
};

test('the drawing begins at the hour of the first sale, ends with the last, and goes on until now', () => {
  const shown = shownCurve({ ...night, band: [] }, true, 650);
  expect(shown).toMatchObject({ fromMinute: 600, untilMinute: 720 });
  expect(shown.tonight.at(-1)).toEqual([650, 40]);
  expect(ticksOf(shown, 300).map(({ text }) => text)).toEqual(['3 PM', '4 PM', '5 PM']);
});

test('without amounts, it shows drinks', () => {
  const shown = shownCurve(night, false, 650);
  expect(shown.tonight.at(-1)).toEqual([650, 4]);
  expect(shown.band.at(-1)).toEqual([720, 3, 6]);
});

test('the table has every hour, and now', () => {
  const shown = shownCurve({ ...night, band: [] }, true, 650);
  expect(rowsOf(shown, 300, 650)).toEqual([
    { minute: 600, time: '3:00 PM', tonight: 0, before: 0, band: null },
    { minute: 650, time: '3:50 PM', tonight: 40, before: 100, band: null },
    { minute: 660, time: '4:00 PM', tonight: null, before: 120, band: null },
    { minute: 720, time: '5:00 PM', tonight: null, before: 180, band: null },
  ]);
});

test('a night without sales begins with its first hour', () => {
  const shown = shownCurve({ curve: [point(0, 0)], before: [], band: [] }, true, 30);
  expect(shown).toMatchObject({ fromMinute: 0, untilMinute: 60 });
});

const change = { by: 5, ratio: 0.5 };
const liveNight = {
  night: { day: '2026-11-21' },
  figures: { gross: 890.27, servings: 63 },
  compare: {
    current: { gross: 875.03, servings: 62 },
    other: { gross: 370, servings: 32 },
    soFar: { reading: '22:47' },
    change: { gross: change, servings: change },
    leftOut: [] as unknown[],
  },
} as LiveNight;

test('sales since the comparison was made count in what is compared', () => {
  expect(comparedText(liveNight, true)).toBe('$520.27 more than last Saturday by now (+141%)');
  expect(comparedText(liveNight, false)).toBe('31 more than last Saturday by now (+97%)');
});

test('without the sales of units that are left out', () => {
  const { compare } = liveNight;
  const some = { ...liveNight, compare: compare && { ...compare, leftOut: [{}] } } as LiveNight;
  expect(comparedText(some, true)).toBe('$505.03 more than last Saturday by now (+136%)');
});

test('nothing is compared without a night before', () => {
  const { compare } = liveNight;
  const none = { ...liveNight, compare: compare && { ...compare, other: null } };
  expect(comparedText(none, true)).toBeNull();
});

test('a weekday that has not sold in the last weeks is not compared, and one that has not by now is', () => {
  const { compare } = liveNight;
  const nothing = { gross: 0, servings: 0, orders: 0 };
  const empty = {
    ...liveNight,
    before: [],
    band: [],
    compare: compare && { ...compare, other: nothing },
  } as unknown as LiveNight;
  expect(comparedText(empty, true)).toBe('No Saturday to compare with yet');
  const sold = { ...empty, before: [point(0, 0), point(660, 120)] };
  expect(comparedText(sold, true)).toBe('No sales last Saturday by now');
});
