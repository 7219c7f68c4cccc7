/** Deducts pours from the positions of a unit. */
import { hundredths } from '../../lib/hundredths.ts';

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

/** Amounts of one position, in ml. */
export interface Drawn {
  /** As poured, also what the position did not hold by the books. */
  readonly deductedMl: number;
  /** Part of it by which more was poured than the position held. */
  readonly foundMl: number;
}

/**
 * Positions that were poured from, with their new levels in ml (0.01 ml steps). A pour is deducted from the position it
 * names if that holds its ingredient, else from that ingredient's positions in ascending order. No level falls below
 * 0: an excess is attributed to the last of these positions as found.
 */
export function drawPours<P extends PositionLevel>(
  places: readonly P[],
  pours: readonly Poured[],
): (P & Drawn)[] {
  const amounts = new Map(
    places.map(({ position, remainingMl }) => [
      position,
      { left: hundredths(remainingMl), deducted: 0, found: 0 },
    ]),
  );
  const ascending = [...places].sort((a, b) => a.position - b.position);
  for (const pour of pours) {
    const own = ascending.filter((place) => place.ingredientId === pour.ingredientId);
    const named = own.filter((place) => place.position === pour.position);
    const sources = (named.length > 0 ? named : own).flatMap(
      ({ position }) => amounts.get(position) ?? [],
    );
    let requested = hundredths(pour.ml);
    for (const source of sources) {
      const taken = Math.min(requested, source.left);
      source.left -= taken;
      source.deducted += taken;
      requested -= taken;
    }
    const last = sources.at(-1);
    if (last) {
      last.deducted += requested;
      last.found += requested;
    }
  }
  return places.flatMap((place) => {
    const amount = amounts.get(place.position);
    if (!amount || amount.deducted === 0) return [];
    const { left, deducted, found } = amount;
    return [
      { ...place, remainingMl: left / 100, deductedMl: deducted / 100, foundMl: found / 100 },
    ];
  });
}

/** Positions whose level changed, with their new levels; an excess is ignored. */
export function deductPours<P extends PositionLevel>(
  places: readonly P[],
  pours: readonly Poured[],
): P[] {
  const drawn = new Map(drawPours(places, pours).map((place) => [place.position, place]));
  return places
    .map((place) => ({
      ...place,
      remainingMl: drawn.get(place.position)?.remainingMl ?? place.remainingMl,
    }))
    .filter((place, index) => place.remainingMl !== places[index]?.remainingMl);
}
