import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { landed, showCard } from './highlight.ts';

const markedMs = 2_000;

/**
 * Scrolls to the ingredient in the address, which was saved just now, and marks it for two seconds.
 * @param isReady true when the ingredients are shown
 */
export function useLanding(isReady: boolean): void {
  const { ingredient } = useSearch({ from: '/add-drink' });
  useEffect(() => {
    if (!isReady || ingredient === undefined) return undefined;
    landed.set(ingredient);
    // In the frame after the router has scrolled to the top.
    const frame = requestAnimationFrame(() => showCard(ingredient));
    const timer = setTimeout(() => landed.set(null), markedMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      landed.set(null);
    };
  }, [isReady, ingredient]);
}
