import { expect, test } from 'vitest';
import { expectationOf } from '../forecast/night-profile.ts';
import { nightOf } from '../nights/nights.ts';
import { isOpenAt } from './open-now.ts';

const clocks = [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 300 }];
// A Friday.
const night = nightOf({ clocks, ends: new Map() }, '2026-06-12');
const at = (text: string) => Date.parse(`${text}-04:00`);

test('a venue is open in the hours of the weekday of its night', () => {
  const hours = [{ weekday: 5, opensMinutes: 16 * 60, closesMinutes: 26 * 60 }];
  const open = ['2026-06-12T15:59', '2026-06-12T16:00', '2026-06-13T01:59', '2026-06-13T02:00'];
  expect(open.map((time) => isOpenAt(at(time), night, hours, null))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const monday = hours.map((one) => ({ ...one, weekday: 1 }));
  expect(isOpenAt(at('2026-06-12T20:00'), night, monday, null)).toBe(false);
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
  expect(times.map((time) => isOpenAt(at(time), night, [], expectation))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isOpenAt(at('2026-06-12T06:00'), night, [], null)).toBe(true);
  expect(isOpenAt(at('2026-06-12T20:30'), night, [], expectationOf(night, new Map()))).toBe(false);
});
