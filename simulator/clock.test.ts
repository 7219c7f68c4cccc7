import { expect, test } from 'vitest';
import { openClock } from './clock.ts';

const dayMs = 86_400_000;
const endsAtMs = Date.parse('2026-03-07T22:00:00Z');

test('at maximum speed the simulated time is that of the latest unit and ends as scheduled', async () => {
  const stop = new AbortController();
  const clock = openClock({ lifeMs: dayMs, speed: null, endsAtMs, stop: stop.signal });
  expect(clock.startMs).toBe(endsAtMs - dayMs);
  expect(clock.endMs).toBe(endsAtMs);
  expect(await clock.until(clock.startMs + 5000)).toBe(true);
  expect(await clock.until(clock.startMs + 3000)).toBe(true);
  expect(clock.now()).toBe(clock.startMs + 5000);
  stop.abort();
  expect(await clock.until(clock.startMs + 6000)).toBe(false);
});

test('at a given speed the simulated time ends with real time', async () => {
  const stop = new AbortController();
  const before = Date.now();
  const clock = openClock({ lifeMs: dayMs, speed: 1000, stop: stop.signal });
  expect(clock.endMs).toBeGreaterThanOrEqual(before + dayMs / 1000);
  expect(await clock.until(clock.startMs + 20_000)).toBe(true);
  expect(clock.now()).toBeGreaterThanOrEqual(clock.startMs + 20_000);
});

test('stopping the simulation wakes a waiting unit', async () => {
  const stop = new AbortController();
  const clock = openClock({ lifeMs: dayMs, speed: 1, stop: stop.signal });
  const waiting = clock.until(clock.endMs);
  stop.abort();
  expect(await waiting).toBe(false);
});
