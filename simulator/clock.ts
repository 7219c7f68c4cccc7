/** Simulated clock: runs at a multiple of real time and ends now. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BarClock {
  readonly startMs: number;
  readonly endMs: number;
  /** Current simulated time. */
  now(): number;
  /** Waits until this simulated time; returns false when the simulation is stopped. */
  until(ms: number): Promise<boolean>;
}

interface Life {
  lifeMs: number;
  /** Null for maximum speed. */
  speed: number | null;
  /** End of the simulated time; by default the real time at which the simulation finishes. */
  endsAtMs?: number | undefined;
  stop: AbortSignal;
}

export function openClock({ lifeMs, speed, endsAtMs, stop }: Life): BarClock {
  // Every unit adds a listener.
  setMaxListeners(0, stop);
  const lasts = speed === null ? 0 : lifeMs / speed;
  const endMs = Math.round(endsAtMs ?? Date.now() + lasts);
  const startMs = endMs - Math.round(lifeMs);
  const began = performance.now();
  let latest = startMs;
  const livedMs = () => (speed === null ? latest : startMs + (performance.now() - began) * speed);
  // In a loop, because a timer may end a millisecond early.
  const sleepUntil = async (ms: number, atSpeed: number) => {
    while (!stop.aborted && livedMs() < ms) {
      await sleep((ms - livedMs()) / atSpeed, null, { signal: stop }).catch(() => 0);
    }
  };
  return {
    startMs,
    endMs,
    now: () => Math.min(endMs, livedMs()),
    until: async (ms) => {
      if (speed === null) latest = Math.max(latest, ms);
      else await sleepUntil(ms, speed);
      return !stop.aborted;
    },
  };
}
