/** Ingredients that a unit is out of: less than a serving in all of their places. */
import { hundredths } from '../../lib/hundredths.ts';

/** A place, or one that a pour found empty although it is not by the books: that one is suspect and counts as empty. */
export interface HeldPlace {
  readonly position: number;
  readonly ingredientId: string;
  readonly remainingMl: number;
  readonly isSuspect: boolean;
}

/** Those of the ingredients that the unit is out of. */
export const outOfStock = (
  servingOf: ReadonlyMap<string, number>,
  places: readonly HeldPlace[],
): Set<string> =>
  new Set(
    [...servingOf].flatMap(([ingredientId, servingMl]) => {
      const left = places
        .filter((place) => place.ingredientId === ingredientId && !place.isSuspect)
        .reduce((sum, { remainingMl }) => sum + hundredths(remainingMl), 0);
      return left < hundredths(servingMl) ? [ingredientId] : [];
    }),
  );

/** Ingredients that ran out between two states, and those that are back. */
export const outsBetween = (before: ReadonlySet<string>, after: ReadonlySet<string>) => ({
  begun: [...after].filter((id) => !before.has(id)),
  ended: [...before].filter((id) => !after.has(id)),
});

/** How a pour from a position ended. */
export interface EndedPour {
  readonly ingredientId: string;
  readonly position?: number | undefined;
  readonly outcome: string;
}

/**
 * Places after an order, by its pours in their order: one that was found empty with a serving or more by the books is
 * suspect until a whole pour shows that it is not, or it holds less than a serving. Other outcomes say nothing.
 */
export const suspectsAfter = <Place extends HeldPlace>(
  places: readonly Place[],
  pours: readonly EndedPour[],
  servingOf: ReadonlyMap<string, number>,
): Place[] =>
  places.map((place) => {
    const last = pours.findLast(
      ({ position, ingredientId, outcome }) =>
        position === place.position &&
        ingredientId === place.ingredientId &&
        (outcome === 'empty' || outcome === 'poured'),
    );
    const reported = last ? { ...place, isSuspect: last.outcome === 'empty' } : place;
    return { ...place, isSuspect: isStillSuspect(reported, servingOf) };
  });

/** A place that holds less than a serving also by the books is out, and no longer suspect. */
const isStillSuspect = (
  { ingredientId, remainingMl, isSuspect }: HeldPlace,
  servingOf: ReadonlyMap<string, number>,
): boolean => isSuspect && hundredths(remainingMl) >= hundredths(servingOf.get(ingredientId) ?? 0);
