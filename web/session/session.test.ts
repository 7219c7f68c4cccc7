import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseOwner, openOwnerContext } from '../context/owner-context.ts';
import { ownPath } from './own-path.ts';
import { renewWhileUsed } from './renew-while-used.ts';
import {
  currentSession,
  endSession,
  followOtherWindows,
  onSessionEnd,
  openSession,
  startSession,
} from './session.ts';
import { tokenWith } from '../testing/tokens.ts';

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

afterEach(() => endSession());

describe('session', () => {
  test('starts with two tokens in storage, the second the claim rotoken', () => {
    const token = tokenWith({ rotoken: 'the-api-token' });
    expect(startSession(token)).toBe(true);
    expect(localStorage.getItem('token')).toBe(token);
    expect(localStorage.getItem('apiToken')).toBe('the-api-token');
    expect(localStorage).toHaveLength(2);
  });

  test('restores the session from storage', () => {
    localStorage.setItem('token', tokenWith({ name: 'Maya' }));
    expect(openSession()).toBe('signed-in');
    expect(currentSession()?.claims.name).toBe('Maya');
  });

  test('reads names beyond ASCII', () => {
    startSession(tokenWith({ name: 'Café Zoë – Łódź' }));
    expect(currentSession()?.claims.name).toBe('Café Zoë – Łódź');
  });

  test('compares the expiry with the clock in seconds', () => {
    localStorage.setItem('token', tokenWith({ exp: secondsFromNow(60) }));
    expect(openSession()).toBe('signed-in');
    endSession();
    localStorage.setItem('token', tokenWith({ exp: secondsFromNow(-1) }));
    expect(openSession()).toBe('expired');
  });

  test.each([['x'], ['a.b.c'], ['a.eyJzdWIiOiIxIn0.c'], ['']])(
    'treats %j as expired and clears the stored session',
    (token) => {
      localStorage.setItem('token', token);
      localStorage.setItem('apiToken', 'left over');
      localStorage.setItem('owner', '{"id":"o"}');
      expect(openSession()).toBe('expired');
      expect(localStorage).toHaveLength(0);
    },
  );

  test('ends on expiry, clears tokens and chosen owner, and notifies subscribers', () => {
    vi.useFakeTimers();
    const described = vi.fn();
    const stop = onSessionEnd(described);
    startSession(tokenWith({ accountType: 'SUPER_ADMIN', exp: secondsFromNow(60) }));
    chooseOwner({ id: 'o', name: 'Owner', email: '', venues: [{ id: 'v', name: 'Bar' }] });
    vi.advanceTimersByTime(58_000);
    expect(currentSession()).not.toBeNull();
    vi.advanceTimersByTime(3000);
    expect(currentSession()).toBeNull();
    expect(localStorage).toHaveLength(0);
    expect(described).toHaveBeenCalledOnce();
    stop();
  });

  test('a session may outlast the maximum timer of browsers', () => {
    vi.useFakeTimers();
    const days = 40;
    startSession(tokenWith({ exp: secondsFromNow(days * 86_400) }));
    vi.advanceTimersByTime(1000);
    expect(currentSession()).not.toBeNull();
    vi.advanceTimersByTime((days * 86_400 + 5) * 1000);
    expect(currentSession()).toBeNull();
  });

  test('a new session inherits nothing from the previous one', () => {
    startSession(tokenWith({ accountType: 'SUPER_ADMIN' }));
    chooseOwner({ id: 'o', name: 'Owner', email: '', venues: [{ id: 'v', name: 'Bar' }] });
    startSession(tokenWith({ accountType: 'SUPER_ADMIN' }));
    openOwnerContext();
    expect(localStorage.getItem('owner')).toBeNull();
    expect(localStorage.getItem('venue')).toBeNull();
  });
});

describe('several windows', () => {
  const reload = vi.fn<() => void>();
  let stop: () => void = () => undefined;
  beforeEach(() => {
    reload.mockReset();
    stop = followOtherWindows(reload);
  });
  afterEach(() => stop());

  /** Another window stores this token; null removes it. */
  const otherWindow = (token: string | null) => {
    if (token === null) localStorage.removeItem('token');
    else localStorage.setItem('token', token);
    dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }));
  };

  test('a sign-in replaces the token before it, and never removes it', () => {
    startSession(tokenWith({ rotoken: 'one' }));
    const remove = vi.spyOn(Storage.prototype, 'removeItem');
    startSession(tokenWith({ rotoken: 'two' }));
    expect(remove.mock.calls.flat()).not.toContain('token');
    remove.mockRestore();
  });

  test('a sign-in of the same account elsewhere goes on here with its token', () => {
    startSession(tokenWith({ rotoken: 'one' }));
    otherWindow(tokenWith({ rotoken: 'two' }));
    expect(currentSession()?.apiToken).toBe('two');
    expect(reload).not.toHaveBeenCalled();
  });

  test('a sign-in of another account elsewhere, or of any while signed out, reloads', () => {
    startSession(tokenWith({ sub: 'one' }));
    otherWindow(tokenWith({ sub: 'two' }));
    expect(reload).toHaveBeenCalledOnce();
    endSession();
    otherWindow(tokenWith({ sub: 'two' }));
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('a logout elsewhere ends the session here, unasked', () => {
    const ended = vi.fn<(asked: boolean) => void>();
    const stopListening = onSessionEnd(ended);
    startSession(tokenWith({}));
    otherWindow(null);
    expect(ended).toHaveBeenCalledExactlyOnceWith(false);
    stopListening();
  });

  test('the end of an older session leaves the newer one of another window in storage', () => {
    startSession(tokenWith({ rotoken: 'one' }));
    const newer = tokenWith({ rotoken: 'two' });
    localStorage.setItem('token', newer);
    endSession();
    expect(currentSession()).toBeNull();
    expect(localStorage.getItem('token')).toBe(newer);
    localStorage.clear();
  });
});

test.each([
  ['/settings', '/settings'],
  ['/owners?page=2', '/owners?page=2'],
  ['/drink-menu?page=2#d', '/drink-menu?page=2#d'],
  ['/login?next=//evil.example', '/login?next=//evil.example'],
  [undefined, null],
  ['', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/settings\\..', null],
  ['/.//evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['settings', null],
  ['/\t/evil.example', null],
])('the address %j leads to %j', (address, path) => {
  expect(ownPath(address)).toBe(path);
});

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
