/** What pours take out of the places of a unit. */

/** One place and what is left in it. */
export interface PlaceLevel {
  readonly position: number;
  readonly ingredientId: string;
  readonly remainingMl: number;
}

/** What was poured of an ingredient; without a position it comes from whichever of its places still has some. */
export interface Poured {
  readonly ingredientId: string;
  readonly position?: number | undefined;
  readonly ml: number;
}

const hundredths = (ml: number): number => Math.round(ml * 100);

/**
 * The places whose level changed, with their new levels in ml (0.01 ml steps). A pour comes out of the place it names if
 * its ingredient stands there, else out of that ingredient's places from the lowest number on. No level falls below 0:
 * what a unit reports beyond that was never in the bottle.
 */
export function deductPours<P extends PlaceLevel>(
  places: readonly P[],
  pours: readonly Poured[],
): P[] {
  const left = new Map(places.map((place) => [place.position, hundredths(place.remainingMl)]));
  const ascending = [...places].sort((a, b) => a.position - b.position);
  for (const pour of pours) {
    const own = ascending.filter((place) => place.ingredientId === pour.ingredientId);
    const named = own.filter((place) => place.position === pour.position);
    let requested = hundredths(pour.ml);
    for (const { position } of named.length > 0 ? named : own) {
      const taken = Math.min(requested, left.get(position) ?? 0);
      left.set(position, (left.get(position) ?? 0) - taken);
      requested -= taken;
    }
  }
  return places
    .map((place) => ({ ...place, remainingMl: (left.get(place.position) ?? 0) / 100 }))
    .filter((place, index) => place.remainingMl !== places[index]?.remainingMl);
}
