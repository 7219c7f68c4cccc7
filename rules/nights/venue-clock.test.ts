import { expect, test } from 'vitest';
import { clockText, parseStart, startChoices } from './venue-clock.ts';
import { suggestStart } from './nights.ts';

test('a start is a half hour from midnight to noon', () => {
  expect(['00:00', '04:30', '12:00'].map(parseStart)).toEqual([0, 270, 720]);
  for (const text of ['4:30', '04:15', '12:30', '04:60', '', '24:00', '-1:00'])
    expect(parseStart(text), text).toBeNull();
  expect(startChoices).toHaveLength(25);
  expect(startChoices.map((text) => clockText(parseStart(text) ?? -1))).toEqual(startChoices);
});

const evening = (last: number): number[] =>
  Array.from({ length: 24 }, (_, hour) => (hour >= 17 ? 40 : hour < last ? 20 : 0));

test('DAY-07 a bar that sells past midnight is suggested the emptiest hour closest to 5 AM', () => {
  expect(suggestStart(evening(3), 0)).toBe(300);
  const busyMorning = evening(3).map((count, hour) => (hour >= 4 && hour < 10 ? 5 : count));
  expect(suggestStart(busyMorning, 0)).toBe(11 * 60);
});

test('DAY-07 nothing is suggested where few orders are close to the start', () => {
  const garden = evening(0).map((count, hour) => (hour === 23 ? 0 : count));
  expect(suggestStart(garden, 0)).toBeNull();
  expect(suggestStart(evening(3), 300)).toBeNull();
  expect(suggestStart(evening(0).fill(0), 0)).toBeNull();
  // Half of the orders from 2 to 3 are within an hour of 3:30.
  expect(suggestStart(evening(3), 210)).toBe(300);
});
