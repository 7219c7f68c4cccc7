import { expect, test } from 'vitest';
import { nightOf } from '../nights/nights.ts';
import { hoursOfNight } from './night-profile.ts';
import { outsByHour } from './outs-by-hour.ts';

const rulesIn = (timezone: string) => ({
  clocks: [{ fromDay: '2020-01-01', timezone, startsMinutes: 300 }],
  ends: new Map<string, number>(),
});
const at = (text: string) => Date.parse(text);

test('each hour has the share in which it was out', () => {
  const hours = hoursOfNight(nightOf(rulesIn('America/New_York'), '2026-06-13'));
  const outs = [{ fromMs: at('2026-06-14T01:00:00Z'), untilMs: at('2026-06-14T03:15:00Z') }];
  expect(outsByHour([{ nth: 3, hours }], outs)).toEqual([
    { nth: 3, hour: 21, share: 1 },
    { nth: 3, hour: 22, share: 1 },
    { nth: 3, hour: 23, share: 0.25 },
  ]);
});

test('nights outside have no such hours', () => {
  const hours = hoursOfNight(nightOf(rulesIn('America/New_York'), '2026-06-13'));
  expect(
    outsByHour([{ nth: 0, hours }], [{ fromMs: 0, untilMs: at('2026-06-13T09:00:00Z') }]),
  ).toEqual([]);
});

test('RUN-08 an hour that comes twice is one hour of the clock', () => {
  const hours = hoursOfNight(nightOf(rulesIn('America/New_York'), '2026-10-31'));
  // The second 1 AM to 2 AM of the two.
  const outs = [{ fromMs: at('2026-11-01T06:00:00Z'), untilMs: at('2026-11-01T07:00:00Z') }];
  expect(outsByHour([{ nth: 0, hours }], outs)).toEqual([{ nth: 0, hour: 25, share: 0.5 }]);
});
