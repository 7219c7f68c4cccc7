/** Layout breakpoints, computed from the window width alone, so that they are known before the first paint. */
import { useCallback, useSyncExternalStore } from 'react';

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
