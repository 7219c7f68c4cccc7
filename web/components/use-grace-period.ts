/** Delays an action for some seconds, in which it can be taken back before anything is sent. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { beforeSignOut } from '../session/sign-out.ts';

const storageKey = 'undoSeconds';

/** Seconds that a person can choose; five are enough for most, and ten times as long for those who need it. */
export const undoTimes = { 5: '5 s', 20: '20 s', 60: '1 min' } as const;
export type UndoTime = `${keyof typeof undoTimes}`;

const isUndoTime = (text: string | null): text is UndoTime =>
  text !== null && Object.hasOwn(undoTimes, text);

/** Kept in the browser. */
export function undoTime(): UndoTime {
  const kept = localStorage.getItem(storageKey);
  return isUndoTime(kept) ? kept : '5';
}

export const setUndoTime = (seconds: UndoTime): void => localStorage.setItem(storageKey, seconds);

export interface GracePeriod<Item> {
  readonly start: (item: Item) => void;
  /** Takes the item back; nothing happens once its action runs. */
  readonly cancel: (item: Item) => void;
  /** Items whose action can be taken back, oldest first. */
  readonly waiting: () => readonly Item[];
}

/**
 * Runs the action once the time to undo has passed since its item was started. Leaving the component or the page, signing out and another
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
        setTimeout(() => void runNow(item), Number(undoTime()) * 1000),
      );
    },
    [runNow],
  );

  const waiting = useCallback(() => [...timers.current.keys()], []);
  return useMemo(() => ({ start, cancel, waiting }), [start, cancel, waiting]);
}
