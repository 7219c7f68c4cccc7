/** Windowed lists, which render only what is near the window, scroll to an item on request. */
const revealers = new Set<(id: string) => void>();

/** @returns a function that removes it again */
export function onReveal(reveal: (id: string) => void): () => void {
  revealers.add(reveal);
  return () => revealers.delete(reveal);
}

/** Scrolls the list with this item to it, so that it is rendered soon. */
export function revealItem(id: string): void {
  for (const reveal of revealers) reveal(id);
}
