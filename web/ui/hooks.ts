/** Current time for rendering: today's date, "as of". */
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';

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

// Observable value shared between distant components, outside the component tree.

export interface SharedValue<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function sharedValue<Value>(initial: Value): SharedValue<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSharedValue = <Value>(shared: SharedValue<Value>): Value =>
  useSyncExternalStore(shared.subscribe, shared.get);

interface Toggle {
  readonly open: boolean;
  readonly close: () => void;
  /** Props for the toggle button. */
  readonly button: {
    readonly onPointerDown: () => void;
    readonly onKeyDown: () => void;
    readonly onClick: () => void;
  };
}

/** Disclosure opened and closed by a button, which also closes on a press outside. */
export function useToggle(): Toggle {
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const remember = () => {
    wasOpen.current = open;
  };
  return {
    open,
    close: () => setOpen(false),
    button: {
      onPointerDown: remember,
      onKeyDown: remember,
      onClick: () => setOpen(!wasOpen.current),
    },
  };
}

// Layout breakpoints, computed from the window width alone, so that they are known before the first paint.

export type Breakpoint = 'narrow' | 'medium' | 'wide';

/** Returns true when a media query matches, from the first paint on. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Breakpoint for tables next to the sidebar. */
export function useBreakpoint(): Breakpoint {
  const isMedium = useMedia('(min-width: 60em)');
  const isWide = useMedia('(min-width: 87.5em)');
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}

/** True when the sidebar is shown next to the screen; on narrower windows it is a drawer. */
export const useSidebarBeside = (): boolean => useMedia('(min-width: 48em)');
