import { expect, test } from 'vitest';
import { hourMs, hoursWithin, offlineShare, offlineIntervals, stripStartMs } from './unit-strip.ts';

const at = (time: string): number => Date.parse(`2026-06-14T${time}:00Z`);

test('a strip has the running hour and the 23 before it', () => {
  expect(stripStartMs(at('10:59'))).toBe(at('10:00') - 23 * hourMs);
  expect(stripStartMs(at('11:00'))).toBe(at('11:00') - 23 * hourMs);
});

test('an hour belongs to the night in which it begins', () => {
  expect(hoursWithin({ startMs: at('09:00'), endMs: at('11:00') })).toEqual([
    at('09:00'),
    at('10:00'),
  ]);
  expect(hoursWithin({ startMs: at('09:30'), endMs: at('11:30') })).toEqual([
    at('10:00'),
    at('11:00'),
  ]);
  expect(hoursWithin({ startMs: at('09:00'), endMs: at('09:00') })).toEqual([]);
});

test('a time without contact that lasts begins with the last contact', () => {
  const ended = [{ fromMs: at('03:00'), untilMs: at('05:00') }];
  expect(offlineIntervals(ended, { state: 'online', lastContactMs: at('10:00') }, null)).toEqual(
    ended,
  );
  expect(offlineIntervals([], { state: 'offline', lastContactMs: at('10:00') }, null)).toEqual([
    { fromMs: at('10:00'), untilMs: null },
  ]);
  expect(offlineIntervals([], { state: 'new', lastContactMs: null }, null)).toEqual([]);
});

test('an outage of the server is no time without contact of the unit', () => {
  const ended = [
    { fromMs: at('03:00'), untilMs: at('05:00') },
    { fromMs: at('07:00'), untilMs: at('07:20') },
  ];
  const outage = { fromMs: at('07:00'), untilMs: at('07:15') };
  expect(offlineIntervals(ended, { state: 'online', lastContactMs: at('10:00') }, outage)).toEqual([
    ended[0],
  ]);
});

test('the share of an hour without contact', () => {
  const intervals = [
    { fromMs: at('08:30'), untilMs: at('09:15') },
    { fromMs: at('09:45'), untilMs: null },
  ];
  const now = at('10:30');
  expect(
    [8, 9, 10, 11].map((hour) => offlineShare(intervals, hour * hourMs + at('00:00'), now)),
  ).toEqual([0.5, 0.5, 0.5, 0]);
});
