/** What a wall display needs besides the night: its stream, a screen that stays on, a clock, and no burn-in. */
import { useEffect, useState } from 'react';
import type { LiveView } from '../../api/live-connection.ts';

const noView: LiveView = {
  night: null,
  status: 'connecting',
  atMs: 0,
  position: '',
  problem: null,
};

/** @param timezone IANA name, of a venue without a clock */
export function useWallNight(key: string | null, timezone: string): LiveView {
  const [shown, setShown] = useState({ key, view: noView });
  useEffect(() => {
    if (key === null) return undefined;
    const leaving = new AbortController();
    const follow = async () => {
      const { followNight } = await import('../../api/live-connection.ts');
      if (leaving.signal.aborted) return;
      await followNight({ key, timezone }, leaving.signal, (view) => setShown({ key, view }));
    };
    void follow();
    return () => leaving.abort();
  }, [key, timezone]);
  return shown.key === key ? shown.view : noView;
}

/** Keeps the screen on while the page is visible, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let isLeaving = false;
    let held: WakeLockSentinel | null = null;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused with a low battery, for instance; asked for again when the page is shown again.
      held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isLeaving) void held?.release();
    };
    const holdAgain = () => void hold();
    document.addEventListener('visibilitychange', holdAgain);
    void hold();
    return () => {
      isLeaving = true;
      document.removeEventListener('visibilitychange', holdAgain);
      void held?.release();
    };
  }, []);
}

const minuteMs = 60_000;

/** Epoch milliseconds, set at the start of each minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNowMs(Date.now()), minuteMs - (nowMs % minuteMs));
    return () => clearTimeout(timer);
  }, [nowMs]);
  return nowMs;
}

const shiftMs = 10 * minuteMs;
const shifts = ['0 0', '2px 0', '2px 2px', '0 2px'] as const;

/** Position of the content, which moves every ten minutes so that nothing burns in: a value for `translate`. */
export const shiftAt = (nowMs: number): string =>
  shifts[Math.floor(nowMs / shiftMs) % shifts.length] ?? shifts[0];
