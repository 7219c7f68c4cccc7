import { expect, test } from 'vitest';
import { agoText, daysText, durationText, formatDay, readDay } from './date-text.ts';

test.each([
  ['2024-03-01', '2024-03-01'],
  ['2024-3-1', '2024-03-01'],
  ['3/1/2024', '2024-03-01'],
  [' Mar 1, 2024 ', '2024-03-01'],
  ['march 1 2024', '2024-03-01'],
  ['Feb 29, 2024', '2024-02-29'],
])('parses %j as %s', (typed, day) => expect(readDay(typed)).toBe(day));

test.each([['2024-02-30'], ['2/29/2023'], ['2024-13-01'], ['Foo 1, 2024'], ['2'], ['20'], ['']])(
  'rejects %j as a day',
  (typed) => expect(readDay(typed)).toBeNull(),
);

test.each([
  ['11/1', '2026-11-01'],
  ['nov 3', '2026-11-03'],
  ['November 30', '2026-11-30'],
  ['12/20', '2026-12-20'],
  ['12/25', '2025-12-25'],
  ['1/15', '2026-01-15'],
  ['2/30', null],
  ['13/1', null],
  ['foo 1', null],
])('parses %j without a year as the nearest day of the past, %s', (typed, day) =>
  expect(readDay(typed, '2026-11-22')).toBe(day),
);

test('formats a day so that the result can be parsed again', () => {
  expect(formatDay('2024-03-01')).toBe('Mar 1, 2024');
  expect(readDay(formatDay('2025-12-31'))).toBe('2025-12-31');
  expect(formatDay(null)).toBe('');
  expect(formatDay('soon')).toBe('');
});

test('a range of days has the years unless both are the present one', () => {
  expect(daysText('2026-10-01', '2026-10-31', '2026-11-22')).toBe('Oct 1 – Oct 31');
  expect(daysText('2026-11-22', '2026-11-22', '2026-11-22')).toBe('Nov 22');
  expect(daysText('2025-12-01', '2026-01-31', '2026-11-22')).toBe('Dec 1, 2025 – Jan 31, 2026');
});

const now = Date.parse('2026-11-21T07:00:00Z');

test.each([
  ['2026-11-21T07:03:00Z', 'just now'],
  ['2026-11-21T06:59:01Z', 'just now'],
  ['2026-11-21T06:59:00Z', '1 min ago'],
  ['2026-11-21T06:00:01Z', '59 min ago'],
  ['2026-11-21T06:00:00Z', '1 h ago'],
  ['2026-11-20T07:00:01Z', '23 h ago'],
  ['2026-11-20T07:00:00Z', '1 day ago'],
  ['2026-11-12T07:00:00Z', '9 days ago'],
  ['2022-11-21T07:00:00Z', '1,461 days ago'],
])('formats %s as %s', (at, words) => {
  expect(agoText(Date.parse(at), now)).toBe(words);
});

test.each([
  [95_000, '1 min 35 s'],
  [60_000, '1 min 0 s'],
  [59_400, '59 s'],
  [59_600, '1 min 0 s'],
  [0, '0 s'],
  [3_725_000, '62 min 5 s'],
  [null, '–'],
  [undefined, '–'],
])('formats %s ms as %s', (durationMs, text) => expect(durationText(durationMs)).toBe(text));
