/** Session: starts with a token; ends on logout, expiry or rejection by the server. */
import { type Claims, decodeClaims } from './claims.ts';
import { asMember, forgetMembership } from './membership.ts';
import { asPreviewed } from './preview.ts';
import {
  clearContextKeys,
  clearSessionKeys,
  clearTabContext,
  clearWaiting,
  readKey,
  writeKey,
} from './storage.ts';
import { sharedValue, useSharedValue } from '../ui/hooks.ts';

export interface Session {
  readonly token: string;
  readonly apiToken: string;
  readonly claims: Claims;
}

const session = sharedValue<Session | null>(null);
const endListeners = new Set<(asked: boolean) => void>();
/** True from the end of a session that the user did not end here, until the next begins. */
const endedUnasked = sharedValue(false);
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
  return { token, apiToken: claims.rotoken, claims: asPreviewed(asMember(claims)) };
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
    endedUnasked.set(true);
    return 'expired';
  }
  writeKey('apiToken', kept.apiToken);
  adopt(kept);
  return 'signed-in';
}

function adopt(started: Session): void {
  session.set(started);
  endedUnasked.set(false);
  endWhenExpired(started.claims.exp * 1000);
}

/** Stores the token of a login. Returns false when it is malformed. */
export function startSession(token: string): boolean {
  const next = toSession(token);
  if (!next) return false;
  if (session.get()?.claims.sub !== next.claims.sub) clearWaiting();
  // A token is replaced, never removed in between: other windows would take that for a logout.
  clearContextKeys();
  clearTabContext();
  forgetMembership();
  const started = toSession(token);
  if (!started) return false;
  writeKey('apiToken', started.apiToken);
  writeKey('token', token);
  adopt(started);
  return true;
}

/** Stores the next token of a session that was renewed, unless it has ended or been replaced meanwhile. */
export function continueSession(renewed: Session, token: string): void {
  const next = toSession(token);
  if (!next || session.get() !== renewed || readKey('token') !== renewed.token) return;
  writeKey('token', token);
  adopt(next);
}

/**
 * Clears tokens, user and chosen owner, and notifies subscribers.
 * @param asked true when the user has logged out
 */
export function endSession(asked = false): void {
  clearTimeout(timer);
  const ended = session.get();
  const stored = readKey('token');
  // Another window may have stored the token of a new session, which stays.
  if (!ended || stored === null || stored === ended.token) clearSessionKeys();
  forgetMembership();
  if (!ended) return;
  session.set(null);
  endedUnasked.set(!asked);
  for (const listener of endListeners) listener(asked);
}

export function onSessionEnd(listener: (asked: boolean) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Follows other windows: their logout ends the session, their sign-in to the same account replaces its token.
 * @param reload called when this window has to be loaded again, as a window of the account that is now signed in
 */
export function followOtherWindows(reload: () => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== 'token') return;
    const started = newValue === null ? null : toSession(newValue);
    if (!started) endSession();
    else if (session.get()?.claims.sub === started.claims.sub) adopt(started);
    else reload();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

export const currentSession = (): Session | null => session.get();
export const useEndedUnasked = (): boolean => useSharedValue(endedUnasked);
export const useSession = (): Session | null => useSharedValue(session);
