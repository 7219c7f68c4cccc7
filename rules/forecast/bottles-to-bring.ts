/** Bottles, bags and kegs to bring to a unit, so that an ingredient hardly runs out before a time. */

/** The refill list is for odds above this; with what it says they are no higher. */
export const acceptedOdds = 0.05;

export interface Level {
  readonly position: number;
  readonly sizeMl: number;
  readonly remainingMl: number;
  /** True after a pour that found the place empty, although it is not by the books. */
  readonly isSuspect: boolean;
}

/** Whole servings that the places hold; a suspect place counts as empty. */
export const servingsLeft = (places: readonly Level[], servingMl: number): number => {
  const hundredths = places.reduce(
    (sum, place) => sum + (place.isSuspect ? 0 : Math.round(place.remainingMl * 100)),
    0,
  );
  return Math.floor(hundredths / Math.round(servingMl * 100));
};

/**
 * Places to refill, the emptiest first: as many as it takes for the odds of running out to fall to 5 %, and all of them
 * where that is not enough. Full places are never among them.
 * @param oddsWith odds of running out with so many servings left
 */
export function placesToRefill<Place extends Level>(
  places: readonly Place[],
  servingMl: number,
  oddsWith: (left: number) => number,
): Place[] {
  const share = ({ remainingMl, sizeMl, isSuspect }: Place) =>
    isSuspect ? 0 : remainingMl / sizeMl;
  const refillable = places
    .filter((place) => share(place) < 1)
    .sort((a, b) => share(a) - share(b) || a.position - b.position);
  const refilled: Place[] = [];
  let levels: Level[] = [...places];
  for (const place of refillable) {
    if (oddsWith(servingsLeft(levels, servingMl)) <= acceptedOdds) break;
    refilled.push(place);
    levels = levels.map((level) =>
      level.position === place.position
        ? { ...level, remainingMl: level.sizeMl, isSuspect: false }
        : level,
    );
  }
  return refilled;
}
