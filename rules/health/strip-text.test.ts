import { expect, test } from 'vitest';
import { hourText, stripText } from './unit-strip.ts';

const zone = 'America/New_York';
const at = (time: string): number => Date.parse(`2026-06-13T${time}:00-04:00`);
const activity = { orders: [12, 0, 1], glasses: [14, 0, 2], failed: [1, 0, 0] };
const offline = [
  { fromMs: at('20:50'), untilMs: at('21:55') },
  { fromMs: at('22:20'), untilMs: null },
];
const startMs = at('20:00');
const nowMs = at('22:30');

test('a strip is told by its sums', () => {
  expect(stripText(activity, offline, { startMs, nowMs })).toBe(
    '13 sales, 1 of 16 drinks failed, offline for 1 h 15 min',
  );
  const { glasses: _left, ...counted } = activity;
  expect(stripText(counted, [], { startMs, nowMs })).toBe('13 sales, 1 drink failed');
  const none = { orders: [0, 0], glasses: [0, 0], failed: [0, 0] };
  expect(stripText(none, [], { startMs, nowMs })).toBe('no sales');
});

test('an hour is told with its times, and one to come by them alone', () => {
  const hour = (nth: number) =>
    hourText(activity, offline, { nth, startMs, nowMs, timezone: zone });
  expect([0, 1, 2, 3].map(hour)).toEqual([
    '8:00 PM to 9:00 PM: 12 sales, 1 of 14 drinks failed, offline for 10 min',
    '9:00 PM to 10:00 PM: no sales, offline for 55 min',
    '10:00 PM to 11:00 PM: 1 sale, offline for 10 min',
    '11:00 PM to 12:00 AM',
  ]);
});
