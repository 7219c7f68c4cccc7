import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** In CSS pixels. */
export const useWindowWidth = (): number =>
  useSyncExternalStore(subscribe, () => window.innerWidth);
