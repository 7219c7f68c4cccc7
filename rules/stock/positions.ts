/** Positions available to an ingredient in a unit. */
import { ingredientMessages } from '../messages.ts';

export type UnitCategory = 'ROTENDER_CLASSIC' | 'BEERTENDER';
export type IngredientSource = 'carousel' | 'soda gun';

const numbered = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(first + index));

const classicCarousel = numbered(1, 16);
const otherCarousel = numbered(1, 2);
const sodaGun = numbered(101, 4);

/**
 * Positions of a unit, as stored and shown: the carousel of the classic unit has "1" to "16", that of any other "1"
 * and "2"; the soda gun has "101" to "104" and comes with the classic unit only.
 */
export function positionsFor(category: UnitCategory, source: IngredientSource): readonly string[] {
  if (source === 'carousel') {
    return category === 'ROTENDER_CLASSIC' ? classicCarousel : otherCarousel;
  }
  return category === 'ROTENDER_CLASSIC' ? sodaGun : [];
}

/**
 * Normalizes the chosen positions for storage: without duplicates, in numeric order.
 * @returns the numbers, or a message that names the first position an ingredient of this source cannot have here
 */
export function settlePositions(
  chosen: readonly string[],
  category: UnitCategory,
  source: IngredientSource,
): { positions: number[] } | { problem: string } {
  const positions = [...new Set(chosen.map(Number))].sort((a, b) => a - b);
  const allowed = new Set(positionsFor(category, source).map(Number));
  const strange = positions.find((position) => !allowed.has(position));
  if (strange === undefined) return { positions };
  return { problem: ingredientMessages.noSuchPosition(strange, source, category) };
}

// Effects on the positions of a unit when an ingredient is assigned to some of them.

/** An occupied position. */
export interface Place {
  readonly position: number;
  readonly ingredientId: string;
  readonly sizeMl: number;
  readonly remainingMl: number;
}

export interface NamedPosition extends Place {
  readonly name: string;
}

export type PositionFill = Omit<Place, 'ingredientId'>;

/** Chosen positions that are occupied by another ingredient. */
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
 * Occupied positions that are not in `overrides` (position to ingredient id), the ones the client expects to replace.
 * Positions freed since then are ignored; without overrides the result is empty.
 */
export function unexpectedError<P extends Place>(
  taken: readonly P[],
  overrides: Readonly<Record<string, string>> | undefined,
): P[] {
  if (overrides === undefined) return [];
  return taken.filter((place) => overrides[String(place.position)] !== place.ingredientId);
}

/** True when every chosen position becomes full, whatever its level was. */
export function isRefill(
  chosen: readonly number[],
  own: readonly Place[],
  refillsOnChange: boolean,
): boolean {
  const before = new Set(own.map(({ position }) => position));
  const kept = chosen.filter((position) => before.has(position)).length;
  const isChanged = chosen.length !== before.size || kept < before.size;
  return kept === 0 || (refillsOnChange && isChanged);
}

/**
 * Resulting level of each chosen position, in ml. A newly occupied position is full. A retained position keeps its
 * relative level at its current size, unless everything was refilled and the set of positions has changed: then all
 * are full.
 */
export function fillPositions(
  chosen: readonly number[],
  own: readonly Place[],
  { sizeMl, refillsOnChange }: { sizeMl: number; refillsOnChange: boolean },
): PositionFill[] {
  const before = new Map(own.map((place) => [place.position, place]));
  const isRefilled = isRefill(chosen, own, refillsOnChange);
  return chosen.map((position) => {
    const kept = isRefilled ? undefined : before.get(position);
    return { position, sizeMl, remainingMl: kept ? resized(kept, sizeMl) : sizeMl };
  });
}

function resized({ sizeMl, remainingMl }: Place, newSizeMl: number): number {
  const ml = Math.round((remainingMl / sizeMl) * newSizeMl * 100) / 100;
  return Math.min(ml, newSizeMl);
}
