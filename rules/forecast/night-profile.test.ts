import { expect, test } from 'vitest';
import {
  expectationOf,
  hoursOfNight,
  outsByHour,
  recentNights,
  sameNights,
} from './night-profile.ts';
import { nightOf, type NightRules } from '../nights/nights.ts';

const rulesOf = (timezone: string, startsMinutes: number): NightRules => ({
  clocks: [{ fromDay: '2020-01-01', timezone, startsMinutes }],
  ends: new Map(),
});
const newYork = rulesOf('America/New_York', 300);
const at = (text: string) => Date.parse(text);
const hourMs = 3_600_000;

test('the same nights are those of eight weeks, the newer ones counting more', () => {
  const nights = sameNights(newYork, '2026-06-13', (day) => day !== '2026-05-30');
  expect(nights.map(({ night }) => night.day)).toEqual([
    '2026-06-06',
    '2026-05-23',
    '2026-05-16',
    '2026-05-09',
    '2026-05-02',
    '2026-04-25',
    '2026-04-18',
  ]);
  expect(nights[1]?.weight).toBeCloseTo(0.85 ** 2, 12);
  // Of all eight, as many equal ones as would vary like them.
  const weights = sameNights(newYork, '2026-06-13', () => true).map(({ weight }) => weight);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const squares = weights.reduce((total, weight) => total + weight ** 2, 0);
  expect(sum ** 2 / squares).toBeCloseTo(7.051, 3);
});

test('the recent nights are those of four weeks, which count alike', () => {
  const nights = recentNights(newYork, '2026-06-13', (day) => day !== '2026-06-01');
  expect([nights.length, nights[0]?.night.day, nights.at(-1)?.night.day]).toEqual([
    27,
    '2026-05-16',
    '2026-06-12',
  ]);
});

test('an hour of the clock is a whole hour of UTC, and of two where the zone differs by a half', () => {
  const inNewYork = hoursOfNight(nightOf(newYork, '2026-06-13'));
  expect(inNewYork).toHaveLength(24);
  expect(inNewYork[0]).toEqual({ startMs: at('2026-06-13T09:00:00Z'), hour: 5, share: 1 });
  const inKolkata = hoursOfNight(nightOf(rulesOf('Asia/Kolkata', 300), '2026-06-13'));
  expect(inKolkata.slice(0, 3)).toEqual([
    { startMs: at('2026-06-12T23:00:00Z'), hour: 5, share: 0.5 },
    { startMs: at('2026-06-13T00:00:00Z'), hour: 5, share: 0.5 },
    { startMs: at('2026-06-13T00:00:00Z'), hour: 6, share: 0.5 },
  ]);
});

test('what is expected in an hour comes evenly within it', () => {
  const night = nightOf(newYork, '2026-06-13');
  const expectation = expectationOf(
    night,
    new Map([
      [22, 20],
      [23, 10],
    ]),
  );
  const tenPm = at('2026-06-14T02:00:00Z');
  expect(expectation.total).toBe(30);
  expect(expectation.until(tenPm)).toBe(0);
  expect(expectation.until(tenPm + 0.4 * hourMs)).toBeCloseTo(8, 12);
  expect(expectation.until(tenPm + 1.5 * hourMs)).toBeCloseTo(25, 12);
  expect(expectation.until(night.endMs + hourMs)).toBe(30);
  expect(expectation.until(night.startMs - hourMs)).toBe(0);
});

test('an hour that comes twice is expected once, and one that is skipped not at all', () => {
  const each = new Map(Array.from({ length: 48 }, (_, hour) => [hour, 6]));
  const long = nightOf(newYork, '2026-10-31');
  expect(expectationOf(long, each).total).toBeCloseTo(24 * 6, 9);
  const twice = at('2026-11-01T05:00:00Z');
  const expectation = expectationOf(long, each);
  expect(expectation.until(twice + 2 * hourMs) - expectation.until(twice)).toBeCloseTo(6, 9);
  expect(expectationOf(nightOf(newYork, '2026-03-07'), each).total).toBeCloseTo(23 * 6, 9);
});

const rulesIn = (timezone: string) => ({
  clocks: [{ fromDay: '2020-01-01', timezone, startsMinutes: 300 }],
  ends: new Map<string, number>(),
});

test('each hour has the share in which it was out', () => {
  const hours = hoursOfNight(nightOf(rulesIn('America/New_York'), '2026-06-13'));
  const stockouts = [{ fromMs: at('2026-06-14T01:00:00Z'), untilMs: at('2026-06-14T03:15:00Z') }];
  expect(outsByHour([{ nth: 3, hours }], stockouts)).toEqual([
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
  const stockouts = [{ fromMs: at('2026-11-01T06:00:00Z'), untilMs: at('2026-11-01T07:00:00Z') }];
  expect(outsByHour([{ nth: 0, hours }], stockouts)).toEqual([{ nth: 0, hour: 25, share: 0.5 }]);
});
