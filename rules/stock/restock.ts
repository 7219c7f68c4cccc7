/** Detects when a unit runs short of an ingredient. */

/** A position with its level in ml, and the notification threshold as a percentage of the ingredient's capacity. */
export interface WatchedPosition {
  readonly ingredientId: string;
  readonly sizeMl: number;
  readonly remainingMl: number;
  readonly thresholdPercent: number;
}

/** Remaining stock of an ingredient over all of its positions in the unit, in whole percent, rounded down. */
export interface Shortage {
  readonly ingredientId: string;
  readonly percent: number;
}

const hundredths = (ml: number): number => Math.round(ml * 100);

/** Ingredients at or below their threshold. A full one is never short, whatever its threshold. */
export function shortagesIn(places: readonly WatchedPosition[]): Shortage[] {
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
