/** Movements of the stock ledger: changes of the levels of a unit's positions that are no sales. */
import type { Place } from './positions.ts';

/** Kinds that a command can give to its changes of levels. */
export type LevelChange = 'refilled' | 'discarded' | 'removed' | 'counted';

type MovementKind = LevelChange | 'loaded' | 'moved' | 'adjusted';

export interface Movement {
  readonly kind: MovementKind;
  readonly position: number;
  readonly ingredientId: string;
  readonly levelBeforeMl: number;
  readonly levelAfterMl: number;
}

/**
 * Movements that lead from the levels before to those after, emptied positions first. An ingredient that leaves one
 * position and takes another was moved. A level that rises to full was refilled, unless it keeps its share of another
 * size.
 * @param kind of all changes of levels, instead
 * @param filled positions with a movement also if their level stays the same
 */
export function movementsBetween(
  before: readonly Place[],
  after: readonly Place[],
  kind?: LevelChange,
  filled: ReadonlySet<number> = new Set(),
): Movement[] {
  const gone = without(before, after);
  const came = without(after, before);
  const held = new Map(before.map((place) => [place.position, place]));
  return [
    ...gone.map((place) => ({
      ...of(place),
      kind: isMoved(gone, came, place) ? ('moved' as const) : ('removed' as const),
      levelBeforeMl: place.remainingMl,
      levelAfterMl: 0,
    })),
    ...came.map((place) => ({
      ...of(place),
      kind: isMoved(came, gone, place) ? ('moved' as const) : ('loaded' as const),
      levelBeforeMl: 0,
      levelAfterMl: place.remainingMl,
    })),
    ...ascending(after).flatMap((place) => {
      const was = held.get(place.position);
      if (was?.ingredientId !== place.ingredientId) return [];
      const isSame = was.remainingMl === place.remainingMl;
      if (isSame && !filled.has(place.position)) return [];
      return [
        {
          ...of(place),
          kind:
            kind ??
            (isSame || isFilled(was, place) ? ('refilled' as const) : ('adjusted' as const)),
          levelBeforeMl: was.remainingMl,
          levelAfterMl: place.remainingMl,
        },
      ];
    }),
  ];
}

const of = ({ position, ingredientId }: Place) => ({ position, ingredientId });

const ascending = (places: readonly Place[]): Place[] =>
  [...places].sort((a, b) => a.position - b.position);

/** Those whose position holds no such ingredient in the others, ascending. */
const without = (places: readonly Place[], others: readonly Place[]): Place[] =>
  ascending(places).filter(
    (place) =>
      !others.some(
        (other) => other.position === place.position && other.ingredientId === place.ingredientId,
      ),
  );

const sameIngredient = (places: readonly Place[], place: Place): Place[] =>
  places.filter(({ ingredientId }) => ingredientId === place.ingredientId);

/** True for as many positions as the ingredient has among the others. */
const isMoved = (own: readonly Place[], others: readonly Place[], place: Place): boolean =>
  sameIngredient(own, place).indexOf(place) < sameIngredient(others, place).length;

const isFilled = (was: Place, is: Place): boolean =>
  is.remainingMl === is.sizeMl && was.remainingMl < was.sizeMl;
