/** Current time for rendering: today's date, "as of". */
import { useSyncExternalStore } from 'react';

let nowMs = Date.now();

function subscribe(listener: () => void): () => void {
  // The value may be stale when there were no subscribers for hours.
  nowMs = Date.now();
  const timer = setInterval(() => {
    nowMs = Date.now();
    listener();
  }, 60_000);
  return () => clearInterval(timer);
}

const read = () => nowMs;

/** Epoch milliseconds, at most a minute old. */
export const useNow = (): number => useSyncExternalStore(subscribe, read);
