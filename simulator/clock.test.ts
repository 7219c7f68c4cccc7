import { expect, test } from 'vitest';
import { openClock } from './clock.ts';

const dayMs = 86_400_000;
const endsAtMs = Date.parse('2026-03-07T22:00:00Z');

test('as fast as can be, the bar’s time is that of its latest unit and ends when it shall', async () => {
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

test('at a speed, the bar’s life ends when it is over on our own clock', async () => {
  const stop = new AbortController();
  const before = Date.now();
  const clock = openClock({ lifeMs: dayMs, speed: 1000, stop: stop.signal });
  expect(clock.endMs).toBeGreaterThanOrEqual(before + dayMs / 1000);
  expect(await clock.until(clock.startMs + 20_000)).toBe(true);
  expect(clock.now()).toBeGreaterThanOrEqual(clock.startMs + 19_000);
});

test('who waits for a late hour is woken when everybody is told to stop', async () => {
  const stop = new AbortController();
  const clock = openClock({ lifeMs: dayMs, speed: 1, stop: stop.signal });
  const waiting = clock.until(clock.endMs);
  stop.abort();
  expect(await waiting).toBe(false);
});
