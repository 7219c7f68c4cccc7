import { expect, test } from 'vitest';
import { nightOf } from '../nights/nights.ts';
import { calendarDays } from './compared-nights.ts';
import { compareNotes, type Noted } from './compare-notes.ts';

const rules = calendarDays('America/New_York');
const night = (day: string) => nightOf(rules, day);
const closed = { closed: true, special: false, note: '' };
const jazz = { closed: false, special: true, note: 'Jazz festival' };
const hours = { current: 24, other: 24 };
const saturdays = ['2026-06-06', '2026-05-30', '2026-05-23', '2026-05-16'].map(night);
const [, , third] = saturdays;

const average: Noted = {
  against: 'average4',
  pairs: [
    {
      current: night('2026-06-13'),
      others: saturdays,
      empty: saturdays.filter((one) => one === third),
    },
  ],
  marks: new Map([['2026-06-06', closed]]),
  hours,
};

test('CMP-05 the mean of two Saturdays says so, and why', () => {
  expect(compareNotes(average)).toEqual([
    'Average of 2 Saturdays',
    'Nothing was sold on Sat, May 23',
    'Sat, Jun 6 was closed',
  ]);
});

test('CMP-07 no Saturday to compare with is told', () => {
  const [pair] = average.pairs;
  const pairs = pair ? [{ ...pair, empty: saturdays }] : [];
  expect(compareNotes({ ...average, pairs })[0]).toBe('There is no Saturday to compare with');
});

test('several days say of how many weeks, and which have nothing', () => {
  const pairs = [
    { current: night('2026-06-12'), others: saturdays.slice(0, 3), empty: [] },
    { current: night('2026-06-13'), others: [], empty: [] },
  ];
  expect(compareNotes({ ...average, pairs, marks: new Map() })).toEqual([
    'Averages of 1 to 3 weeks',
    '1 of 2 days has nothing to compare with',
    '2 days against 1',
  ]);
});

test('a day of another length, and closed and special ones on both sides', () => {
  const pairs = [{ current: night('2026-06-13'), others: saturdays.slice(0, 1), empty: [] }];
  const marks = new Map([
    ['2026-06-06', closed],
    ['2026-06-13', jazz],
  ]);
  const noted = { against: 'weekday' as const, pairs, marks, hours: { current: 25, other: 24 } };
  expect(compareNotes(noted)).toEqual([
    '25 hours against 24',
    'Sat, Jun 6 was closed',
    'Sat, Jun 13 was special: Jazz festival',
  ]);
});

test('at most three days are listed', () => {
  const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05'];
  const pairs = [{ current: night('2026-06-13'), others: days.map(night), empty: [] }];
  const marks = new Map(days.map((day) => [day, closed]));
  const notes = compareNotes({ against: 'previous', pairs, marks, hours });
  expect(notes.slice(-2)).toEqual([
    'Wed, Jun 3 was closed',
    '2 more days closed, special or without sales',
  ]);
});
