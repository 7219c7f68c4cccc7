import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenWith } from '../testing/tokens.ts';
import { currentSession, endSession, startSession } from './session.ts';
import { renewWhileUsed } from './renew-while-used.ts';

const hourMs = 3_600_000;
const fetched = vi.fn<typeof fetch>();
let stop = (): void => undefined;

const tokenFrom = (ms: number) => tokenWith({ iat: ms / 1000, exp: (ms + 12 * hourMs) / 1000 });
const press = async () => {
  dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-06T18:00:00Z') });
  fetched.mockReset();
  fetched.mockImplementation(() =>
    Promise.resolve(new Response(JSON.stringify({ token: tokenFrom(Date.now()) }))),
  );
  vi.stubGlobal('fetch', fetched);
  stop = renewWhileUsed();
  startSession(tokenFrom(Date.now()));
});
afterEach(() => {
  stop();
  endSession();
});

test('a session that is used after an hour is renewed once, with its raw login token', async () => {
  const before = currentSession()?.token ?? '';
  await vi.advanceTimersByTimeAsync(0.9 * hourMs);
  await press();
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0.2 * hourMs);
  await press();
  await press();
  expect(fetched).toHaveBeenCalledOnce();
  const [url, options] = fetched.mock.lastCall ?? [];
  expect(url).toBe('/api/users/session/renew');
  expect(new Headers(options?.headers).get('Authorization')).toBe(before);
  expect(currentSession()?.token).not.toBe(before);
  expect(localStorage.getItem('token')).toBe(currentSession()?.token);
});

test('a session that is used every hour does not end; one that is not used ends after twelve', async () => {
  for (let hour = 0; hour < 20; hour += 1) {
    await vi.advanceTimersByTimeAsync(hourMs + 1000);
    await press();
  }
  expect(currentSession()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(12 * hourMs);
  expect(currentSession()).toBeNull();
});

test('a failed renewal leaves the session and is tried again after a minute', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  await press();
  await press();
  expect(fetched).toHaveBeenCalledOnce();
  expect(currentSession()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(61_000);
  await press();
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a renewal that arrives after the logout starts nothing', async () => {
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  dispatchEvent(new Event('keydown'));
  endSession(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(currentSession()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});
