/** The time of the simulated bar: it runs so many times faster than life and ends now. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BarClock {
  readonly startMs: number;
  readonly endMs: number;
  /** The bar's time. */
  now(): number;
  /** Waits until it is this time in the bar; false when everybody was told to stop. */
  until(ms: number): Promise<boolean>;
}

interface Life {
  lifeMs: number;
  /** Null for as fast as can be. */
  speed: number | null;
  /** When the bar's life shall have ended; by default when it is over on our own clock. */
  endsAtMs?: number | undefined;
  stop: AbortSignal;
}

export function openClock({ lifeMs, speed, endsAtMs, stop }: Life): BarClock {
  // Every unit listens for it.
  setMaxListeners(0, stop);
  const lasts = speed === null ? 0 : lifeMs / speed;
  const endMs = Math.round(endsAtMs ?? Date.now() + lasts);
  const startMs = endMs - Math.round(lifeMs);
  const began = performance.now();
  let latest = startMs;
  const livedMs = () => (speed === null ? latest : startMs + (performance.now() - began) * speed);
  return {
    startMs,
    endMs,
    now: () => Math.min(endMs, livedMs()),
    until: async (ms) => {
      if (speed === null) latest = Math.max(latest, ms);
      else
        await sleep(Math.max(0, (ms - livedMs()) / speed), null, { signal: stop }).catch(() => 0);
      return !stop.aborted;
    },
  };
}
