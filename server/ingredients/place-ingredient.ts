/**
 * Assigns positions to an ingredient in a locked unit: frees the positions first, so that the source may change in
 * between.
 */
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { ingredientMessages } from '../../rules/messages.ts';
import { fillPositions, isRefill, takenByOthers, unforeseen } from '../../rules/stock/placement.ts';
import type { IngredientSource, UnitCategory } from '../../rules/stock/positions.ts';
import * as queries from './unit-places.queries.ts';
import { fieldError } from '../shared/errors.ts';
import type { Positions } from '../stock/change-stock.ts';

export interface Placing {
  unit: UnitRef & { category: UnitCategory };
  ingredientId: string;
  positions: readonly number[];
  /** Expected occupants; undefined when any may be replaced. */
  overrides?: Readonly<Record<string, string>> | undefined;
  /** All occupied positions of the unit at the time it was locked. */
  places: readonly queries.NamedPlace[];
}

/** Frees the positions of the ingredient and of those it replaces. Throws 409 for an unexpected occupant. */
export async function freePositions(stock: Positions, placing: Placing): Promise<void> {
  const { ingredientId, positions, overrides, places } = placing;
  const taken = takenByOthers(places, positions, ingredientId);
  const surprises = unforeseen(taken, overrides);
  if (surprises.length > 0) {
    const messages = surprises.map((place) =>
      ingredientMessages.nowHolds(place.position, place.name),
    );
    throw fieldError({ positionInUnit: messages.join('. ') }, 409);
  }
  const freed = [...places.filter((place) => place.ingredientId === ingredientId), ...taken];
  await stock.free(freed.map(({ position }) => position));
}

/**
 * Assigns the positions, after `freePositions`. One that stays with the ingredient and is not refilled is as empty as a
 * pour found it. Deactivates ingredients left without a position.
 */
export async function occupyPositions(
  transaction: Tx,
  stock: Positions,
  { unit, ingredientId, positions, places }: Placing,
  ingredient: { source: IngredientSource; sizeMl: number; refillsOnChange: boolean },
): Promise<void> {
  const own = places.filter((place) => place.ingredientId === ingredientId);
  const filled = fillPositions(positions, own, ingredient);
  const isRefilled = isRefill(positions, own, ingredient.refillsOnChange);
  const kept = new Map(isRefilled ? [] : own.map((place) => [place.position, place]));
  await stock.occupy(
    filled.map(({ position, sizeMl, remainingMl }) => ({
      position,
      ingredient_id: ingredientId,
      category: unit.category,
      source: ingredient.source,
      size_ml: sizeMl,
      remaining_ml: remainingMl,
      reported_empty_at: kept.get(position)?.reportedEmptyAt ?? null,
    })),
  );
  if (isRefilled) await queries.setLevelKnown(transaction, unit, ingredientId);
  const losers = takenByOthers(places, positions, ingredientId).map((place) => place.ingredientId);
  await queries.updateActive(transaction, unit, [...new Set([ingredientId, ...losers])]);
}
