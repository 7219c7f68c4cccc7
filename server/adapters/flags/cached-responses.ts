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

interface Evaluation {
  value: boolean;
  knownAt: number;
  retryAt: number;
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
}: Memory): (key: string, send: () => Promise<boolean>) => Promise<boolean> {
  const responses = new Map<string, Evaluation>();
  const underWay = new Map<string, Promise<boolean>>();

  const keep = (key: string, response: Evaluation): boolean => {
    responses.delete(key);
    responses.set(key, response);
    for (const oldest of responses.keys()) {
      if (responses.size <= most) break;
      responses.delete(oldest);
    }
    return response.value;
  };

  const sendNow = async (key: string, send: () => Promise<boolean>): Promise<boolean> => {
    try {
      const value = await send();
      return keep(key, { value, knownAt: now(), retryAt: now() + freshMs });
    } catch (error) {
      onFailure(error);
      const knownAt = responses.get(key)?.knownAt ?? -Infinity;
      const value = now() - knownAt < staleMs && (responses.get(key)?.value ?? false);
      return keep(key, { value, knownAt, retryAt: now() + pauseMs });
    }
  };

  return (key, send) => {
    const kept = responses.get(key);
    if (kept && now() < kept.retryAt) return Promise.resolve(kept.value);
    const received = underWay.get(key);
    if (received) return received;
    const pending = sendNow(key, send).finally(() => underWay.delete(key));
    underWay.set(key, pending);
    return pending;
  };
}
