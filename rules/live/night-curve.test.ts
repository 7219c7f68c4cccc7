import { describe, expect, test } from 'vitest';
import { type Night, nightOf } from '../nights/nights.ts';
import {
  bandOf,
  curveOf,
  curveOfSteps,
  hoursWithin,
  minuteOf,
  stepMs,
  stepOf,
  takenAt,
} from './night-curve.ts';

const newYork = (day: string): Night =>
  nightOf(
    {
      clocks: [{ fromDay: '2000-01-01', timezone: 'America/New_York', startsMinutes: 300 }],
      ends: new Map(),
    },
    day,
  );
const hourMs = 3_600_000;
const night = newYork('2026-06-05');
const taken = (cents: number, drinks = 1) => ({ cents, drinks });

describe('the curve of a night', () => {
  test('adds up, with a point at the end of each part in which something was sold', () => {
    const parts = new Map([
      [night.startMs + 3 * hourMs, taken(500)],
      [night.startMs + hourMs, taken(900, 2)],
      [night.startMs + 2 * hourMs, taken(0, 0)],
    ]);
    expect(curveOf(night, parts)).toEqual([
      { minute: 0, cents: 0, drinks: 0 },
      { minute: 60, cents: 900, drinks: 2 },
      { minute: 180, cents: 1400, drinks: 3 },
    ]);
  });

  test('falls where more was returned than sold', () => {
    const parts = new Map([
      [night.startMs + hourMs, taken(900)],
      [night.startMs + 2 * hourMs, taken(-400, 0)],
    ]);
    expect(curveOf(night, parts).at(-1)).toEqual({ minute: 120, cents: 500, drinks: 1 });
  });

  test('ends now: the last step is not over', () => {
    const startMs = stepOf(night.startMs + hourMs);
    const steps = new Map([[startMs, taken(900)]]);
    expect(curveOfSteps(night, steps, { nowMs: startMs + stepMs / 5 }).at(-1)?.minute).toBe(61);
    expect(curveOfSteps(night, steps, { nowMs: startMs + hourMs }).at(-1)?.minute).toBe(65);
  });

  test('its end is the same as that of the whole', () => {
    const starts = [1, 2, 3, 4].map((nth) => stepOf(night.startMs + nth * hourMs));
    const steps = new Map(starts.map((startMs, nth) => [startMs, taken(100 * nth + 100)]));
    const nowMs = night.startMs + 5 * hourMs;
    const whole = curveOfSteps(night, steps, { nowMs });
    const end = curveOfSteps(night, steps, { nowMs, fromMs: starts[2] ?? 0 });
    expect(end.slice(1)).toEqual(whole.slice(3));
    expect(end[0]).toMatchObject({ cents: whole[2]?.cents });
    expect(end[0]?.minute).toBeGreaterThanOrEqual(whole[2]?.minute ?? Infinity);
    expect(end[0]?.minute).toBeLessThan(whole[3]?.minute ?? 0);
  });

  test('an hour that comes twice has one place, and one that is skipped none', () => {
    // Clocks are turned back at 2:00 on November 1, and forward on March 8: 21 hours after the start of the night.
    const back = newYork('2026-10-31');
    const forward = newYork('2026-03-07');
    const minutes = (of: Night, hours: number[]) =>
      hours.map((hour) => minuteOf(of, of.startMs + hour * hourMs));
    expect(minutes(back, [20, 21, 21.5, 22, 23, 25])).toEqual([1200, 1260, 1260, 1260, 1320, 1440]);
    expect(minutes(forward, [20, 21, 22, 23])).toEqual([1200, 1320, 1380, 1440]);
  });
});

test('a night consists of hours of UTC, whole ones but for its ends', () => {
  const half = { startMs: hourMs / 2, endMs: 2.25 * hourMs };
  expect(hoursWithin(half)).toEqual([
    { startMs: hourMs / 2, endMs: hourMs },
    { startMs: hourMs, endMs: 2 * hourMs },
    { startMs: 2 * hourMs, endMs: 2.25 * hourMs },
  ]);
});

describe('the band', () => {
  const curve = (...points: [number, number][]) =>
    points.map(([minute, cents]) => ({ minute, cents, drinks: cents / 100 }));
  const low = curve([0, 0], [60, 1000], [120, 2000]);
  const high = curve([0, 0], [90, 6000]);

  test('between two points a curve is straight, and after the last one level', () => {
    expect([0, 30, 60, 75, 500].map((minute) => takenAt(low, minute).cents)).toEqual([
      0, 500, 1000, 1250, 2000,
    ]);
    expect(takenAt([], 10)).toEqual({ cents: 0, drinks: 0 });
  });

  test('holds every curve at every point', () => {
    const band = bandOf([low, high]);
    expect(band.map(({ minute }) => minute)).toEqual([0, 60, 90, 120]);
    for (const { minute, least, most } of band)
      for (const one of [low, high]) {
        expect(takenAt(one, minute).cents).toBeGreaterThanOrEqual(least.cents);
        expect(takenAt(one, minute).cents).toBeLessThanOrEqual(most.cents);
      }
    expect(bandOf([])).toEqual([]);
  });
});
