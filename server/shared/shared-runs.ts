/** Work that several requests need at the same moment is done once for all of them. */

interface Runs<T> {
  current: Promise<T>;
  /** Begins when the current one has ended. */
  next: Promise<T> | null;
}

/**
 * Returns a function that runs work one at a time per key. Those who ask while it runs share the next run, which begins
 * after they asked, so that each sees what was changed before.
 */
export function sharedRuns<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const runs = new Map<string, Runs<T>>();

  function start(key: string, work: () => Promise<T>): Promise<T> {
    const run: Runs<T> = { current: work(), next: null };
    runs.set(key, run);
    const settled = (): void => {
      if (run.next === null) runs.delete(key);
    };
    run.current.then(settled, settled);
    return run.current;
  }

  return (key, work) => {
    const run = runs.get(key);
    if (run === undefined) return start(key, work);
    const begin = (): Promise<T> => start(key, work);
    run.next ??= run.current.then(begin, begin);
    return run.next;
  };
}
