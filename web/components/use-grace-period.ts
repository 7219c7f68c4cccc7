/** Delays an action for a few seconds, in which it can be taken back before anything is sent. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { beforeSignOut } from '../session/sign-out.ts';

export const graceMs = 5_000;

export interface GracePeriod<Item> {
  readonly start: (item: Item) => void;
  /** Takes the item back; nothing happens once its action runs. */
  readonly cancel: (item: Item) => void;
  /** Items whose action can be taken back, oldest first. */
  readonly waiting: () => readonly Item[];
}

/**
 * Runs the action five seconds after its item was started. Leaving the component or the page, signing out and another
 * action, as for another venue, run it at once.
 * @param run one function for as long as the items belong to the same
 */
export function useGracePeriod<Item>(run: (item: Item) => Promise<unknown>): GracePeriod<Item> {
  const timers = useRef(new Map<Item, ReturnType<typeof setTimeout>>());

  const cancel = useCallback((item: Item) => {
    clearTimeout(timers.current.get(item));
    timers.current.delete(item);
  }, []);

  const runNow = useCallback(
    (item: Item) => {
      cancel(item);
      return run(item);
    },
    [cancel, run],
  );

  useEffect(() => {
    const waiting = timers.current;
    const runAll = () => Promise.all([...waiting.keys()].map(runNow));
    const closePage = () => void runAll();
    addEventListener('pagehide', closePage);
    const forgetSignOut = beforeSignOut(runAll);
    return () => {
      removeEventListener('pagehide', closePage);
      forgetSignOut();
      void runAll();
    };
  }, [runNow]);

  const start = useCallback(
    (item: Item) => {
      timers.current.set(
        item,
        setTimeout(() => void runNow(item), graceMs),
      );
    },
    [runNow],
  );

  const waiting = useCallback(() => [...timers.current.keys()], []);
  return useMemo(() => ({ start, cancel, waiting }), [start, cancel, waiting]);
}
