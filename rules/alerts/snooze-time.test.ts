import { expect, test } from 'vitest';
import { snoozeEnd, suggestedSnooze } from './snooze-time.ts';

const zone = 'America/Chicago';

test('a day and a time are those of the clock of the venue', () => {
  expect(snoozeEnd('2026-06-13', '21:30', zone)).toBe('2026-06-14T02:30:00.000Z');
  expect(snoozeEnd('2026-12-13', '21:30', zone)).toBe('2026-12-14T03:30:00.000Z');
});

test('a time that the clock has twice is the first, and a skipped one is an hour later', () => {
  expect(snoozeEnd('2026-11-01', '01:30', zone)).toBe('2026-11-01T06:30:00.000Z');
  expect(snoozeEnd('2026-03-08', '02:30', zone)).toBe('2026-03-08T08:30:00.000Z');
});

test('what is not a day and a time is no end', () => {
  for (const [day, time] of [
    [null, '21:30'],
    ['2026-06-13', ''],
    ['2026-06-13', '24:00'],
    ['2026-13-40', '21:30'],
  ] as const)
    expect(snoozeEnd(day, time, zone)).toBeNull();
});

test('the suggestion is the half hour at least an hour ahead, also past midnight', () => {
  const at = (text: string) => suggestedSnooze(Date.parse(text), zone);
  expect(at('2026-06-13T20:10:00-05:00')).toEqual({ day: '2026-06-13', time: '21:30' });
  expect(at('2026-06-13T20:30:00-05:00')).toEqual({ day: '2026-06-13', time: '21:30' });
  expect(at('2026-06-13T23:01:00-05:00')).toEqual({ day: '2026-06-14', time: '00:30' });
});
