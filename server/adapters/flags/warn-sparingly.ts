export type Warn = (message: string) => void;

const minuteMs = 60_000;

/** Hands on one sentence a minute at most: a service that is down would fill the log otherwise. */
export function warnSparingly(warn: Warn, now: () => number): Warn {
  let quietUntil = -Infinity;
  return (message) => {
    if (now() < quietUntil) return;
    quietUntil = now() + minuteMs;
    warn(message);
  };
}
