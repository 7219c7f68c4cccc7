/** Highlighted ingredient, shared between the drawing and the lists. */
import { useSyncExternalStore } from 'react';
import { revealItem } from '../../../ui/keep-focus.ts';
import { sharedValue } from '../../../ui/hooks.ts';

export const highlighted = sharedValue<string | null>(null);

/** Re-renders only the two affected cards. */
export const useIsHighlighted = (ingredientId: string): boolean =>
  useSyncExternalStore(highlighted.subscribe, () => highlighted.get() === ingredientId);

/** Ingredient that was saved just now. */
export const landed = sharedValue<string | null>(null);

export const useIsLanded = (ingredientId: string): boolean =>
  useSyncExternalStore(landed.subscribe, () => landed.get() === ingredientId);

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
 * Scrolls to the card of an ingredient and focuses it.
 * @param frame number of frames that have passed without the card
 */
export function showCard(ingredientId: string, frame = 0): void {
  const card = document.querySelector<HTMLElement>(
    `[data-ingredient="${CSS.escape(ingredientId)}"]`,
  );
  if (card) {
    card.scrollIntoView({ block: 'center' });
    card.focus({ preventScroll: true });
    return;
  }
  // Again, for a windowed list that the first call has opened.
  if (frame % 4 === 0) revealItem(ingredientId);
  if (frame < mostFrames) requestAnimationFrame(() => showCard(ingredientId, frame + 1));
}
