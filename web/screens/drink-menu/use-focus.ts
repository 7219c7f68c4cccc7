/** Where the drink menu scrolls to and what has the focus after a change. */
import { useCallback, useEffect, useRef } from 'react';
import type { Drink } from '../../api/drinks.ts';

/** Scrolls to the marked row when it is first shown. */
export function useMarkedRow(drinkId: string | undefined, isShown: boolean): void {
  useEffect(() => {
    if (drinkId === undefined || !isShown) return undefined;
    // In the frame after the router has scrolled to the top.
    const frame = requestAnimationFrame(() =>
      document.querySelector('tr[data-marked]')?.scrollIntoView({ block: 'center' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [drinkId, isShown]);
}

const deleteButtons = () => [...document.querySelectorAll<HTMLElement>('[data-delete]')];

/**
 * Focuses the row after a deleted one, or the first row when it is not on the page, unless something has the focus.
 * @returns a function to call before a drink is deleted
 */
export function useFocusAfterDelete(
  drinks: readonly Drink[],
  isShown: boolean,
): (drinkId: string) => void {
  const deletion = useRef<{ id: string; next: string | undefined } | null>(null);
  useEffect(() => {
    const { id, next } = deletion.current ?? {};
    if (id === undefined || !isShown || drinks.some(({ _id }) => _id === id)) return;
    deletion.current = null;
    // The rows may have it, in place of the deleted one.
    if (document.activeElement && !document.activeElement.matches('body, tbody')) return;
    const buttons = deleteButtons();
    const target = buttons.find(({ dataset }) => dataset['delete'] === next) ?? buttons[0];
    (target ?? document.querySelector('main'))?.focus();
  }, [drinks, isShown]);
  return useCallback((drinkId) => {
    const ids = deleteButtons().map(({ dataset }) => dataset['delete']);
    const index = ids.indexOf(drinkId);
    deletion.current = { id: drinkId, next: ids[index + 1] ?? ids[index - 1] };
  }, []);
}
