import { expect, test } from 'vitest';
import { calendarDays } from '../compare/compared-nights.ts';
import { expectationOf } from '../forecast/night-profile.ts';
import { nightAt, nightOf, type NightRules } from '../nights/nights.ts';
import { isOpenAt } from './open-now.ts';

const clocks = [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 300 }];
// A Friday.
const night = nightOf({ clocks, ends: new Map() }, '2026-06-12');
const at = (text: string) => Date.parse(`${text}-04:00`);
const closedDays = new Set<string>();
const unknown = { hours: [], closedDays };

test('a venue is open in the hours of the weekday of its night', () => {
  const hours = [{ weekday: 5, opensMinutes: 16 * 60, closesMinutes: 26 * 60 }];
  const open = ['2026-06-12T15:59', '2026-06-12T16:00', '2026-06-13T01:59', '2026-06-13T02:00'];
  expect(open.map((time) => isOpenAt(at(time), night, { hours, closedDays }, null))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const monday = hours.map((one) => ({ ...one, weekday: 1 }));
  expect(isOpenAt(at('2026-06-12T20:00'), night, { hours: monday, closedDays }, null)).toBe(false);
});

const untilSix = [{ weekday: 5, opensMinutes: 16 * 60, closesMinutes: 30 * 60 }];
const aroundSix = ['2026-06-12T05:30', '2026-06-13T00:30', '2026-06-13T05:30', '2026-06-13T06:00'];

test.each<[string, NightRules]>([
  ['whose next night has begun', { clocks, ends: new Map() }],
  ['without a clock after midnight', calendarDays('America/New_York')],
])('a venue %s is open until its hours end', (_, rules) => {
  const isOpen = (time: string, closed: ReadonlySet<string>) =>
    isOpenAt(at(time), nightAt(rules, at(time)), { hours: untilSix, closedDays: closed }, null);
  expect(aroundSix.map((time) => isOpen(time, closedDays))).toEqual([false, true, true, false]);
  const friday = new Set(['2026-06-12']);
  expect(aroundSix.map((time) => isOpen(time, friday))).toEqual([false, false, false, false]);
  const saturday = new Set(['2026-06-13']);
  expect(aroundSix.map((time) => isOpen(time, saturday))).toEqual([false, true, true, false]);
});

test('without hours it is open while it sells, and always while nothing is known', () => {
  const expectation = expectationOf(
    night,
    new Map([
      [20, 50],
      [21, 50],
    ]),
  );
  const times = ['2026-06-12T19:59', '2026-06-12T20:02', '2026-06-12T21:58', '2026-06-12T22:00'];
  expect(times.map((time) => isOpenAt(at(time), night, unknown, expectation))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isOpenAt(at('2026-06-12T06:00'), night, unknown, null)).toBe(true);
  const nothing = expectationOf(night, new Map());
  expect(isOpenAt(at('2026-06-12T20:30'), night, unknown, nothing)).toBe(false);
  const closed = { hours: [], closedDays: new Set(['2026-06-12']) };
  expect(isOpenAt(at('2026-06-12T20:30'), night, closed, null)).toBe(false);
});
