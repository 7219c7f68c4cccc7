import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrderOf, parseDateTime } from './import-dates.ts';

const newYork = 'America/New_York';
const shown = (text: string, timezone = newYork) => {
  const ms = parseDateTime(text, timezone);
  return ms === null ? null : new Date(ms).toISOString();
};

describe('parseDateTime', () => {
  test.each([
    ['3/1/2024 10:15', '2024-03-01T15:15:00.000Z'],
    ['03/01/2024 10:15:09', '2024-03-01T15:15:09.000Z'],
    ['3/1/24 10:15 PM', '2024-03-02T03:15:00.000Z'],
    ['3/1/2024, 12:05 a.m.', '2024-03-01T05:05:00.000Z'],
    ['3/1/2024 12:05pm', '2024-03-01T17:05:00.000Z'],
    ['2024-03-01 10:15:50.520', '2024-03-01T15:15:50.520Z'],
    ['2024-03-01 10:15:50.5', '2024-03-01T15:15:50.500Z'],
    ['2024-03-01T10:15:50.123456', '2024-03-01T15:15:50.123Z'],
    ['2024/7/1 10:15', '2024-07-01T14:15:00.000Z'],
    ['2024-03-01', '2024-03-01T05:00:00.000Z'],
    ['3/1/2024', '2024-03-01T05:00:00.000Z'],
    ['3/1/2024 10:15\u202fPM', '2024-03-02T03:15:00.000Z'],
    ['\u200e3/1/2024, 10:15 p.m.', '2024-03-02T03:15:00.000Z'],
    ['3-1-2024 10:15', '2024-03-01T15:15:00.000Z'],
    ['1.3.2024 10:15', '2024-03-01T15:15:00.000Z'],
    ['01-Mar-2024 10:15 PM', '2024-03-02T03:15:00.000Z'],
    ['1 March 2024', '2024-03-01T05:00:00.000Z'],
    ['Friday, March 1, 2024', '2024-03-01T05:00:00.000Z'],
    ['Fri Mar 1 2024 10:15', '2024-03-01T15:15:00.000Z'],
    ['March 1, 2024 at 10:15 PM', '2024-03-02T03:15:00.000Z'],
  ])('parses %s as local time in the zone', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ['2024-03-01T10:15:50Z', '2024-03-01T10:15:50.000Z'],
    ['2024-03-01T10:15:50.520+02:00', '2024-03-01T08:15:50.520Z'],
    ['2024-03-01 10:15:50 -0530', '2024-03-01T15:45:50.000Z'],
    ['2024-03-01 10:15+09', '2024-03-01T01:15:00.000Z'],
    ['3/1/2024 10:15 UTC', '2024-03-01T10:15:00.000Z'],
    ['2024-03-08 22:15:07 +0000', '2024-03-08T22:15:07.000Z'],
    ['01-Jul-2024 10:15 PM CST', '2024-07-02T04:15:00.000Z'],
    ['01-Jul-2024 10:15 PM EDT', '2024-07-02T02:15:00.000Z'],
  ])('parses %s with its own offset', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

test('an ambiguous hour means the first, and a skipped one uses the offset before the change', () => {
  expect(shown('11/3/2024 1:30')).toBe('2024-11-03T05:30:00.000Z');
  expect(shown('3/10/2024 2:30')).toBe('2024-03-10T07:30:00.000Z');
  expect(shown('3/10/2024 3:30')).toBe('2024-03-10T07:30:00.000Z');
});

test('returns null for text that is not a date', () => {
  const bad = [
    '',
    'today',
    '2/30/2024 10:15',
    '2023-02-29',
    '13/13/2024',
    '0/1/2024',
    '3/0/2024',
    '2024-03-01 24:00',
    '2024-03-01 10:60',
    '2024-03-01 10:15:60',
    '3/1/2024 13:00 PM',
    '3/1/2024 0:30 AM',
    '2024-03-01 10',
    '2024-03-01T',
    '10:15',
    '45352.4271',
    '2024-03-01 10:15 CET',
    '31 Foo 2024',
  ];
  for (const text of bad) expect(parseDateTime(text, newYork), text).toBeNull();
});

test('parses an ISO time to the millisecond, whatever the zone of the file', () => {
  const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
  fc.assert(
    fc.property(instants, fc.constantFrom(newYork, 'Asia/Kolkata', 'UTC'), (ms, timezone) => {
      expect(parseDateTime(new Date(ms).toISOString(), timezone)).toBe(ms);
    }),
  );
});

test('reads the day first where the whole file has it first', () => {
  const day = (text: string) => {
    const ms = parseDateTime(text, 'UTC', 'day-first');
    return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
  };
  expect(day('01/02/2024')).toBe('2024-02-01');
  expect(day('29-02-24 22:14')).toBe('2024-02-29');
  expect(day('2024-03-01')).toBe('2024-03-01');
  expect(day('3/13/2024')).toBeNull();
});

test.each([
  ['13/02/2024', 'day-first'],
  ['2/13/2024 10:15 PM', 'month-first'],
  ['31-12-24', 'day-first'],
  ['1.2.2024', 'day-first'],
  ['1/2/2024', 'either'],
  ['2/2/2024', null],
  ['2024-01-02', null],
  ['1 Feb 2024', null],
  ['13/13/2024', null],
  ['soon', null],
] as const)('%s shows the order of day and month: %s', (text, order) => {
  expect(dateOrderOf(text)).toBe(order);
});
