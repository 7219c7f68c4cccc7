/** While a page is being opened, what one part of it has read is not requested again by another part. */

/** Time for which a page is being opened, on a slow network too. */
const openingMs = 10_000;
let openedUntilMs = 0;

/** Several parts need the same and mount one after the other: until the page is left or changes something, it is requested once. */
export function keepWhileOpening(): void {
  openedUntilMs = performance.now() + openingMs;
}

export function endOpening(): void {
  openedUntilMs = 0;
}

export const isOpening = (): boolean => performance.now() < openedUntilMs;
