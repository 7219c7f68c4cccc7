export type Warn = (message: string) => void;

const minuteMs = 60_000;

/** Throttles warnings to one a minute: a service that is down would flood the log. */
export function warnSparingly(warn: Warn, now: () => number): Warn {
  let quietUntil = -Infinity;
  return (message) => {
    if (now() < quietUntil) return;
    quietUntil = now() + minuteMs;
    warn(message);
  };
}
