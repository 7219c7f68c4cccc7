/** How much room the window gives: decided by the window alone, so it is known before the first paint. */
import { useCallback, useSyncExternalStore } from 'react';

export type Room = 'narrow' | 'medium' | 'wide';

/** Whether a media query matches, from the first paint on. */
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

/** The room for a table beside the sidebar. */
export function useRoom(): Room {
  const isMedium = useMedia('(min-width: 60em)');
  const isWide = useMedia('(min-width: 87.5em)');
  if (isWide) return 'wide';
  return isMedium ? 'medium' : 'narrow';
}

/** Whether the sidebar stands beside the screen; with less room it is a drawer. */
export const useSidebarBeside = (): boolean => useMedia('(min-width: 48em)');
