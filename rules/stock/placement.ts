/** What happens to the places of a unit when an ingredient is given positions there. */

/** A place that is taken. */
export interface Place {
  readonly position: number;
  readonly ingredientId: string;
  readonly sizeMl: number;
  readonly remainingMl: number;
}

export interface NamedPlace extends Place {
  readonly name: string;
}

export type PlaceFill = Omit<Place, 'ingredientId'>;

/** The places among the chosen ones that another ingredient has. */
export function takenByOthers<P extends Place>(
  places: readonly P[],
  chosen: readonly number[],
  ingredientId: string,
): P[] {
  return places.filter(
    (place) => place.ingredientId !== ingredientId && chosen.includes(place.position),
  );
}

/**
 * The taken places that somebody does not know of who expects `overrides` (position to ingredient id) to give way. Places
 * that have become free meanwhile are no surprise; without overrides nothing is.
 */
export function unforeseen<P extends Place>(
  taken: readonly P[],
  overrides: Readonly<Record<string, string>> | undefined,
): P[] {
  if (overrides === undefined) return [];
  return taken.filter((place) => overrides[String(place.position)] !== place.ingredientId);
}

/**
 * How full each chosen place is afterwards, in ml. A newly taken place comes full. A place that is kept keeps its share of
 * whatever size it has now, unless everything was refilled and the set of places has changed: then all are full.
 */
export function fillPlaces(
  chosen: readonly number[],
  own: readonly Place[],
  { sizeMl, refillsOnChange }: { sizeMl: number; refillsOnChange: boolean },
): PlaceFill[] {
  const before = new Map(own.map((place) => [place.position, place]));
  const isChanged =
    chosen.length !== own.length || chosen.some((position) => !before.has(position));
  return chosen.map((position) => {
    const kept = refillsOnChange && isChanged ? undefined : before.get(position);
    return { position, sizeMl, remainingMl: kept ? resized(kept, sizeMl) : sizeMl };
  });
}

function resized({ sizeMl, remainingMl }: Place, newSizeMl: number): number {
  const ml = Math.round((remainingMl / sizeMl) * newSizeMl * 100) / 100;
  return Math.min(ml, newSizeMl);
}
