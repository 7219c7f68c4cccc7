export interface Memory {
  /** Age up to which a response is fresh. */
  freshMs: number;
  /** Maximum age of a stale response used while requests fail. */
  staleMs: number;
  /** Pause after a failure, without requests. */
  pauseMs: number;
  /** Maximum number of cached responses; evicts the oldest first. */
  most: number;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  /** Called on every failure. */
  onFailure: (error: unknown) => void;
}

interface Answer {
  value: boolean;
  knownAt: number;
  askAgainAt: number;
}

/**
 * Cache with one request in flight per key. While requests fail, serves the last response until it is too old; after
 * that, or when there never was one, returns false.
 */
export function cacheResponses({
  freshMs,
  staleMs,
  pauseMs,
  most,
  now,
  onFailure,
}: Memory): (key: string, ask: () => Promise<boolean>) => Promise<boolean> {
  const answers = new Map<string, Answer>();
  const underWay = new Map<string, Promise<boolean>>();

  const keep = (key: string, answer: Answer): boolean => {
    answers.delete(key);
    answers.set(key, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= most) break;
      answers.delete(oldest);
    }
    return answer.value;
  };

  const askNow = async (key: string, ask: () => Promise<boolean>): Promise<boolean> => {
    try {
      const value = await ask();
      return keep(key, { value, knownAt: now(), askAgainAt: now() + freshMs });
    } catch (error) {
      onFailure(error);
      const knownAt = answers.get(key)?.knownAt ?? -Infinity;
      const value = now() - knownAt < staleMs && (answers.get(key)?.value ?? false);
      return keep(key, { value, knownAt, askAgainAt: now() + pauseMs });
    }
  };

  return (key, ask) => {
    const kept = answers.get(key);
    if (kept && now() < kept.askAgainAt) return Promise.resolve(kept.value);
    const asked = underWay.get(key);
    if (asked) return asked;
    const asking = askNow(key, ask).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  };
}
