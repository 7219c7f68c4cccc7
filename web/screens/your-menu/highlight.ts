/** The ingredient that is pointed at, in the drawing or in a list: the other one shows it too. */
import { useSyncExternalStore } from 'react';
import { sharedValue } from '../../ui/shared-value.ts';

export const highlighted = sharedValue<string | null>(null);

/** Only the two cards that it concerns are drawn anew. */
export const useIsHighlighted = (ingredientId: string): boolean =>
  useSyncExternalStore(highlighted.subscribe, () => highlighted.get() === ingredientId);

function point({ target }: Event): void {
  const card = target instanceof Element && target.closest<HTMLElement>('[data-ingredient]');
  const id = (card && card.dataset['ingredient']) || null;
  if (id !== highlighted.get()) highlighted.set(id);
}

const pointNowhere = (): void => highlighted.set(null);

/** As the ref of what holds the cards: pointing at one and moving the focus into one highlights its places. */
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

/** Brings the card of an ingredient into view and to the focus. */
export function showCard(ingredientId: string): void {
  const card = document.querySelector<HTMLElement>(
    `[data-ingredient="${CSS.escape(ingredientId)}"]`,
  );
  card?.scrollIntoView({ block: 'center' });
  card?.focus({ preventScroll: true });
}
