/** When a unit runs short of an ingredient. */

/** A place with its level in ml, and the percentage of the ingredient's capacity at which people want to know. */
export interface WatchedPlace {
  readonly ingredientId: string;
  readonly sizeMl: number;
  readonly remainingMl: number;
  readonly thresholdPercent: number;
}

/** What is left of an ingredient over all of its places in the unit, in whole percent, rounded down. */
export interface Shortage {
  readonly ingredientId: string;
  readonly percent: number;
}

const hundredths = (ml: number): number => Math.round(ml * 100);

/** The ingredients at or below their threshold. One that is full is never short, whatever its threshold. */
export function shortagesIn(places: readonly WatchedPlace[]): Shortage[] {
  const ids = [...new Set(places.map((place) => place.ingredientId))];
  return ids.flatMap((ingredientId) => {
    const own = places.filter((place) => place.ingredientId === ingredientId);
    const size = own.reduce((sum, place) => sum + hundredths(place.sizeMl), 0);
    const left = own.reduce((sum, place) => sum + hundredths(place.remainingMl), 0);
    const threshold = own[0]?.thresholdPercent ?? 0;
    const isShort = left < size && 100 * left <= threshold * size;
    return isShort ? [{ ingredientId, percent: Math.floor((100 * left) / size) }] : [];
  });
}

/** The ingredients that were above their threshold before and are not any more. */
export function newShortages(
  before: readonly WatchedPlace[],
  after: readonly WatchedPlace[],
): Shortage[] {
  const known = new Set(shortagesIn(before).map(({ ingredientId }) => ingredientId));
  return shortagesIn(after).filter(({ ingredientId }) => !known.has(ingredientId));
}

/** The ingredients that stand somewhere and are above their threshold: what was said of them is settled. */
export function wellStocked(places: readonly WatchedPlace[]): string[] {
  const short = new Set(shortagesIn(places).map(({ ingredientId }) => ingredientId));
  return [...new Set(places.map(({ ingredientId }) => ingredientId))].filter(
    (id) => !short.has(id),
  );
}
