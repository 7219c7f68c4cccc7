import { expect, test } from 'vitest';
import { runOutText, timeLeftOf } from './run-out-text.ts';

const at = (time: string) => Date.parse(`2026-06-13T${time}:00-04:00`);
const times = { earliestMs: at('22:05'), likelyMs: at('22:40'), latestMs: at('23:30') };
const text = (some: object, isOut = false) =>
  runOutText({ ...times, ...some }, isOut, at('20:30'), 'America/New_York');

test('names the likely time and the span around it', () => {
  expect(text({})).toBe('Likely out at 10:40 PM (10:05 PM to 11:30 PM)');
  expect(text({ latestMs: null })).toBe('Likely out at 10:40 PM (10:05 PM or later)');
  expect(text({ latestMs: undefined })).toBe('Likely out at 10:40 PM');
  const tomorrow = { likelyMs: at('20:00') + 86_400_000, latestMs: null };
  expect(text(tomorrow)).toBe('Likely out at Sun 8:00 PM (10:05 PM or later)');
  expect(text({ likelyMs: null, latestMs: null })).toBe('Might run out after 10:05 PM');
  expect(text({ earliestMs: null, likelyMs: null, latestMs: null })).toBe(
    'Might run out near close',
  );
  expect(text({}, true)).toBe('Out');
});

test('says how long an ingredient lasts, in short and in full', () => {
  const lasting = (some: object) =>
    timeLeftOf({ ...times, left: 12, isForecast: true, ...some }, at('20:30'), 'America/New_York');
  expect(lasting({})).toEqual({
    short: '2 h 10',
    long: 'likely out at 10:40 PM (10:05 PM to 11:30 PM)',
  });
  expect(lasting({ likelyMs: at('21:15') }).short).toBe('45 min');
  expect(lasting({ likelyMs: at('22:30') }).short).toBe('2 h');
  expect(lasting({ likelyMs: at('20:30') + 13.4 * 3_600_000 }).short).toBe('13 h');
  expect(lasting({ likelyMs: null })).toEqual({ short: 'lasts', long: 'lasts until close' });
  expect(lasting({ isForecast: false })).toEqual({ short: '?', long: 'no forecast' });
  expect(lasting({ left: null }).short).toBe('?');
  expect(lasting({ left: 0, isForecast: false }).short).toBe('out');
});
