/** Deducts pours from the positions of a unit. */

/** One position and its level. */
export interface PositionLevel {
  readonly position: number;
  readonly ingredientId: string;
  readonly remainingMl: number;
}

/** Poured amount of an ingredient; without a position it is taken from any of its positions that is not empty. */
export interface Poured {
  readonly ingredientId: string;
  readonly position?: number | undefined;
  readonly ml: number;
}

const hundredths = (ml: number): number => Math.round(ml * 100);

/**
 * Positions whose level changed, with their new levels in ml (0.01 ml steps). A pour is deducted from the position it
 * names if that holds its ingredient, else from that ingredient's positions in ascending order. No level falls below
 * 0: a reported excess is ignored.
 */
export function deductPours<P extends PositionLevel>(
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
