import { expect, test } from 'vitest';
import {
  closeOf,
  nightsUntil,
  placesToRefill,
  servingsLeft,
  timeOfHorizon,
} from './refill-horizon.ts';
import { nightAt } from '../nights/nights.ts';

const rules = {
  clocks: [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 300 }],
  ends: new Map<string, number>(),
};
const at = (text: string) => Date.parse(text);
/** From 4 PM to 2 AM on Friday and Saturday. */
const hours = [5, 6].map((weekday) => ({ weekday, opensMinutes: 960, closesMinutes: 1560 }));
const venue = { rules, hours, refillMinutes: null };
const saturday = at('2026-06-13T23:00:00Z');

test('the close is the last closing of the night, or its end without hours', () => {
  const night = nightAt(rules, saturday);
  expect(closeOf(night, hours)).toBe(at('2026-06-14T06:00:00Z'));
  expect(closeOf(night, [])).toBe(night.endMs);
  const monday = nightAt(rules, at('2026-06-15T23:00:00Z'));
  expect(closeOf(monday, hours)).toBe(monday.startMs);
});

test('after close the list reaches to the next close, over days without hours', () => {
  expect(timeOfHorizon('close', venue, saturday)).toBe(at('2026-06-14T06:00:00Z'));
  expect(timeOfHorizon('close', venue, at('2026-06-14T07:00:00Z'))).toBe(
    at('2026-06-20T06:00:00Z'),
  );
  expect(timeOfHorizon('night', venue, saturday)).toBe(at('2026-06-20T06:00:00Z'));
});

test('a close after the start of the next night is the close until then', () => {
  const late = { ...venue, hours: hours.map((one) => ({ ...one, closesMinutes: 1800 })) };
  const sixAm = at('2026-06-14T10:00:00Z');
  expect(timeOfHorizon('close', late, saturday)).toBe(sixAm);
  expect(timeOfHorizon('close', late, sixAm - 1)).toBe(sixAm);
  expect(timeOfHorizon('night', late, sixAm - 1)).toBe(at('2026-06-20T10:00:00Z'));
  expect(timeOfHorizon('close', late, sixAm)).toBe(at('2026-06-20T10:00:00Z'));
});

test('a planned refill is the next one by the clock of the venue', () => {
  const at4pm = { ...venue, refillMinutes: 960 };
  expect(timeOfHorizon('refill', at4pm, saturday)).toBe(at('2026-06-14T20:00:00Z'));
  // Half an hour before it, the list is for the day after.
  expect(timeOfHorizon('refill', at4pm, at('2026-06-13T19:30:00Z'))).toBe(
    at('2026-06-14T20:00:00Z'),
  );
  expect(timeOfHorizon('refill', at4pm, at('2026-06-13T18:30:00Z'))).toBe(
    at('2026-06-13T20:00:00Z'),
  );
  expect(timeOfHorizon('refill', venue, saturday)).toBe(timeOfHorizon('close', venue, saturday));
});

test('the nights until a time begin with the running one', () => {
  const days = nightsUntil(rules, saturday, at('2026-06-15T12:00:00Z')).map(({ day }) => day);
  expect(days).toEqual(['2026-06-13', '2026-06-14', '2026-06-15']);
});

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
