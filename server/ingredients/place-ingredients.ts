/** Assigns positions to ingredients in a locked unit. */
import type { Tx } from '../../db/tables/tables.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { IngredientFacts } from '../../rules/stock/ingredient.ts';
import {
  fillPositions,
  isRefill,
  takenByOthers,
  unexpectedError,
} from '../../rules/stock/positions.ts';
import { fieldError } from '../shared/errors.ts';
import { changeStock } from '../stock/change-stock.ts';
import type { LockedUnit } from '../units/units.queries.ts';
import {
  listPlaces,
  type NamedPlace,
  setLevelsKnown,
  updateActive,
} from './ingredients.queries.ts';

export interface Settled {
  facts: IngredientFacts;
  positions: number[];
}

export interface Placed extends Settled {
  id: string;
  /** Expected occupants; undefined when any may be replaced. */
  overrides?: Readonly<Record<string, string>> | undefined;
  refillsOnChange: boolean;
}

/**
 * Frees the positions of the ingredients and of those that they replace, runs `store`, which may change their sources,
 * and assigns the positions. One that stays with its ingredient and is not refilled is as empty as a pour found it.
 * Deactivates ingredients left without a position. Throws 409 for an unexpected occupant.
 */
export async function placeIngredients(
  transaction: Tx,
  unit: LockedUnit,
  placed: readonly Placed[],
  by: { at: Date; actor: Actor },
  store: () => Promise<void>,
): Promise<void> {
  const places = await listPlaces(transaction, unit);
  const taken = placed.flatMap((one) => replacedBy(one, places));
  const ids = placed.map(({ id }) => id);
  const own = places.filter(({ ingredientId }) => ids.includes(ingredientId));
  await changeStock(transaction, unit, by, async (stock) => {
    await stock.free([...new Set([...own, ...taken].map(({ position }) => position))]);
    await store();
    const filled = placed.map((one) => fill(one, unit, places));
    const refilled = filled.filter(({ isRefilled }) => isRefilled);
    const others = filled.filter(({ isRefilled }) => !isRefilled);
    await stock.occupy(others.flatMap(({ positions }) => positions));
    await stock.occupy(
      refilled.flatMap(({ positions }) => positions),
      true,
    );
    const refilledIds = refilled.map(({ id }) => id);
    await setLevelsKnown(transaction, unit, refilledIds);
    const losers = taken.map(({ ingredientId }) => ingredientId);
    await updateActive(transaction, unit, [...new Set([...ids, ...losers])]);
  });
}

/** The places that an ingredient takes from others. */
function replacedBy({ id, positions, overrides }: Placed, places: readonly NamedPlace[]) {
  const taken = takenByOthers(places, positions, id);
  const surprises = unexpectedError(taken, overrides);
  if (surprises.length > 0) {
    const messages = surprises.map((place) =>
      ingredientMessages.nowHolds(place.position, place.name),
    );
    throw fieldError({ positionInUnit: messages.join('. ') }, 409);
  }
  return taken;
}

function fill(
  { id, facts: { source, sizeMl }, positions, refillsOnChange }: Placed,
  { category }: LockedUnit,
  places: readonly NamedPlace[],
) {
  const own = places.filter((place) => place.ingredientId === id);
  const ingredient = { source, sizeMl, refillsOnChange };
  const isRefilled = isRefill(positions, own, refillsOnChange);
  const kept = new Map(isRefilled ? [] : own.map((place) => [place.position, place]));
  return {
    id,
    isRefilled,
    positions: fillPositions(positions, own, ingredient).map((place) => ({
      position: place.position,
      ingredient_id: id,
      category,
      source,
      size_ml: place.sizeMl,
      remaining_ml: place.remainingMl,
      reported_empty_at: kept.get(place.position)?.reportedEmptyAt ?? null,
    })),
  };
}
