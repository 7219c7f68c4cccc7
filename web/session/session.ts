/** Session: starts with a token; ends on logout, expiry or rejection by the server. */
import { sharedValue, useSharedValue } from '../ui/shared-value.ts';
import { decodeClaims } from './claims.ts';
import type { Claims } from './claims.ts';
import { clearSessionKeys, readKey, writeKey } from './storage.ts';

export interface Session {
  readonly token: string;
  readonly apiToken: string;
  readonly claims: Claims;
}

const session = sharedValue<Session | null>(null);
const endListeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Maximum delay of browser timers; longer waits are split. */
const longestWaitMs = 2_147_483_647;

function endWhenExpired(expiresAtMs: number): void {
  clearTimeout(timer);
  const leftMs = expiresAtMs - Date.now();
  if (leftMs <= 0) {
    endSession();
    return;
  }
  timer = setTimeout(() => endWhenExpired(expiresAtMs), Math.min(leftMs, longestWaitMs));
}

/** A malformed token counts as expired. */
function toSession(token: string): Session | null {
  const claims = decodeClaims(token);
  if (!claims || claims.exp * 1000 <= Date.now()) return null;
  return { token, apiToken: claims.rotoken, claims };
}

/**
 * Restores the session from browser storage.
 * @returns 'expired' when a stored token is no longer valid; the session data is then cleared
 */
export function openSession(): 'signed-in' | 'signed-out' | 'expired' {
  const token = readKey('token');
  if (token === null) return 'signed-out';
  const kept = toSession(token);
  if (!kept) {
    clearSessionKeys();
    return 'expired';
  }
  writeKey('apiToken', kept.apiToken);
  session.set(kept);
  endWhenExpired(kept.claims.exp * 1000);
  return 'signed-in';
}

/** Stores the token of a login. Returns false when it is malformed. */
export function startSession(token: string): boolean {
  const started = toSession(token);
  if (!started) return false;
  clearSessionKeys();
  writeKey('token', token);
  writeKey('apiToken', started.apiToken);
  session.set(started);
  endWhenExpired(started.claims.exp * 1000);
  return true;
}

/** Clears tokens, user and chosen owner, and notifies subscribers. */
export function endSession(): void {
  clearTimeout(timer);
  clearSessionKeys();
  if (session.get() === null) return;
  session.set(null);
  for (const listener of endListeners) listener();
}

export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

const follow = (event: StorageEvent) => {
  if (event.key === 'token' && event.newValue === null) endSession();
};

/** Ends the session when another window logs out. */
export function followOtherWindows(): () => void {
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

export const currentSession = (): Session | null => session.get();
export const useSession = (): Session | null => useSharedValue(session);
