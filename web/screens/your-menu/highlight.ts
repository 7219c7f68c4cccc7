/** Highlighted ingredient, shared between the drawing and the lists. */
import { useSyncExternalStore } from 'react';
import { sharedValue } from '../../ui/shared-value.ts';

export const highlighted = sharedValue<string | null>(null);

/** Re-renders only the two affected cards. */
export const useIsHighlighted = (ingredientId: string): boolean =>
  useSyncExternalStore(highlighted.subscribe, () => highlighted.get() === ingredientId);

function point({ target }: Event): void {
  const card = target instanceof Element && target.closest<HTMLElement>('[data-ingredient]');
  const id = (card && card.dataset['ingredient']) || null;
  if (id !== highlighted.get()) highlighted.set(id);
}

const pointNowhere = (): void => highlighted.set(null);

/** Ref callback for the card container: hovering over or focusing a card highlights its positions. */
export function followPointing(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const events = [
    ['mouseover', point],
    ['focusin', point],
    ['mouseleave', pointNowhere],
    ['focusout', pointNowhere],
  ] as const;
  for (const [name, listener] of events) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of events) element.removeEventListener(name, listener);
    highlighted.set(null);
  };
}

/** Scrolls to the card of an ingredient and focuses it. */
export function showCard(ingredientId: string): void {
  const card = document.querySelector<HTMLElement>(
    `[data-ingredient="${CSS.escape(ingredientId)}"]`,
  );
  card?.scrollIntoView({ block: 'center' });
  card?.focus({ preventScroll: true });
}
