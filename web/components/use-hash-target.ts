import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Properties of a card that is scrolled to, focused and marked once it is ready, when the address has its hash. */
export function useHashTarget(name: string, isReady: boolean) {
  const ref = useRef<HTMLElement>(null);
  const isMarked = useLocation({ select: ({ hash }) => hash === name });
  useEffect(() => {
    if (!isMarked || !isReady) return;
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.focus({ preventScroll: true });
  }, [isMarked, isReady]);
  return { ref, isMarked } as const;
}
