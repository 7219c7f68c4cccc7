/** Highlighted ingredient, shared between the drawing and the lists. */
import { useSyncExternalStore } from 'react';
import { revealItem } from '../../ui/reveal.ts';
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

/** Frames that a windowed list has to render a card. */
const mostFrames = 60;

/**
 * Scrolls to the card of an ingredient or a drink and focuses it.
 * @param then called with the card
 */
export function showCard(id: string, then?: (card: HTMLElement) => void, frame = 0): void {
  const selector = `[data-ingredient="${CSS.escape(id)}"], [data-drink="${CSS.escape(id)}"]`;
  const card = document.querySelector<HTMLElement>(selector);
  if (card) {
    card.scrollIntoView({ block: 'center' });
    card.focus({ preventScroll: true });
    then?.(card);
    return;
  }
  if (frame === 0) revealItem(id);
  if (frame < mostFrames) requestAnimationFrame(() => showCard(id, then, frame + 1));
}
