export interface Memory {
  /** How long an answer is taken as it is. */
  freshMs: number;
  /** How old an answer may be that stands in while there is no new one. */
  staleMs: number;
  /** How long after a failure nothing is asked. */
  pauseMs: number;
  /** Answers kept at most; the oldest go first. */
  most: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** Told of every failure. */
  onFailure: (error: unknown) => void;
}

interface Answer {
  value: boolean;
  knownAt: number;
  askAgainAt: number;
}

/**
 * Asks for each key once at a time and remembers the answer. While asking fails, the last answer
 * stands in until it is too old; then, and where there never was one, the answer is no.
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
