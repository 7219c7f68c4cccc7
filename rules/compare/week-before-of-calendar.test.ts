import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nightAt } from '../nights/nights.ts';
import { calendarDays, compareNights } from './compared-nights.ts';

const newYork = 'America/New_York';
/** Ranges of calendar days, at a venue without a clock. */
function rangesOf(nowMs: number, timezone: string) {
  const rules = calendarDays(timezone);
  const { day } = nightAt(rules, nowMs);
  const days = { from: day, to: day, against: 'weekday', soFar: true, nowMs } as const;
  const { current, pairs } = compareNights(rules, days);
  return {
    day,
    today: current,
    weekBefore: pairs[0]?.others[0]?.part ?? { startMs: 0, endMs: 0 },
  };
}
const iso = ({ startMs, endMs }: { startMs: number; endMs: number }) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
const rangesAt = (now: string, timezone = newYork) => {
  const { day, today, weekBefore } = rangesOf(Date.parse(now), timezone);
  return { day, today: iso(today), weekBefore: iso(weekBefore) };
};

describe('the week before', () => {
  test('is seven days of 24 hours earlier while clocks do not change', () => {
    expect(rangesAt('2026-01-20T15:30:00Z')).toEqual({
      day: '2026-01-20',
      today: ['2026-01-20T05:00', '2026-01-20T15:40'],
      weekBefore: ['2026-01-13T05:00', '2026-01-13T15:30'],
    });
  });

  test('is the same local time after clocks were turned forward in between', () => {
    // 00:30 on Tuesday; clocks were turned forward on Sunday.
    expect(rangesAt('2026-03-10T04:30:00Z')).toEqual({
      day: '2026-03-10',
      today: ['2026-03-10T04:00', '2026-03-10T04:40'],
      weekBefore: ['2026-03-03T05:00', '2026-03-03T05:30'],
    });
  });

  test('is the same local time after clocks were turned back in between', () => {
    expect(rangesAt('2026-11-03T05:30:00Z').weekBefore).toEqual([
      '2026-10-27T04:00',
      '2026-10-27T04:30',
    ]);
  });

  test('ends at the change when its local time was skipped a week before', () => {
    // 02:30 on Sunday; a week before, 02:00 was followed by 03:00.
    expect(rangesAt('2026-03-15T06:30:00Z').weekBefore).toEqual([
      '2026-03-08T05:00',
      '2026-03-08T07:00',
    ]);
  });

  test('lies on the same weekday and is never negative, in any zone', () => {
    const zone = fc.constantFrom(newYork, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    const time = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(time, zone, (nowMs, timezone) => {
        const { day, weekBefore } = rangesOf(nowMs, timezone);
        const start = rangesOf(weekBefore.startMs, timezone).day;
        expect((Date.parse(day) - Date.parse(start)) / 86_400_000).toBe(7);
        expect(weekBefore.endMs).toBeGreaterThanOrEqual(weekBefore.startMs);
      }),
    );
  });
});
