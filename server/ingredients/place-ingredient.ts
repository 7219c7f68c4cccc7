/** Gives an ingredient its positions in a unit that is locked: room is made first, so that its source may change between. */
import { ingredientMessages } from '../../rules/messages.ts';
import {
  fillPlaces,
  type NamedPlace,
  takenByOthers,
  unforeseen,
} from '../../rules/stock/placement.ts';
import type { IngredientSource, UnitCategory } from '../../rules/stock/positions.ts';
import { newShortages, type WatchedPlace, wellStocked } from '../../rules/stock/restock.ts';
import type { AppDeps } from '../shared/deps.ts';
import { openNotices, resolveNotices } from '../notices/restock-notices.queries.ts';
import * as queries from './unit-places.queries.ts';
import { fieldError } from '../shared/errors.ts';

export interface Placing {
  unit: { id: string; venue_id: string; category: UnitCategory };
  ingredientId: string;
  positions: readonly number[];
  /** What the sender knows to stand there; undefined when anything may give way. */
  overrides?: Readonly<Record<string, string>> | undefined;
  /** Every taken place of the unit, as it was when the unit was locked. */
  places: readonly (NamedPlace & WatchedPlace)[];
}

/** Takes the ingredient and whatever has to give way out of the unit. Throws 409 for what the sender does not know of. */
export async function makeRoom(transaction: AppDeps['db'], placing: Placing): Promise<void> {
  const { unit, ingredientId, positions, overrides, places } = placing;
  const taken = takenByOthers(places, positions, ingredientId);
  const surprises = unforeseen(taken, overrides);
  if (surprises.length > 0) {
    const messages = surprises.map((place) =>
      ingredientMessages.nowHolds(place.position, place.name),
    );
    throw fieldError({ positionInUnit: messages.join('. ') }, 409);
  }
  const freed = [...places.filter((place) => place.ingredientId === ingredientId), ...taken];
  await queries.deletePlaces(
    transaction,
    unit.id,
    freed.map(({ position }) => position),
  );
}

/** Stands the ingredient in its positions, after `makeRoom`. Whatever has no place any more is not in the unit any more. */
export async function takePlaces(
  transaction: AppDeps['db'],
  { unit, ingredientId, positions, places }: Placing,
  ingredient: { source: IngredientSource; sizeMl: number; refillsOnChange: boolean },
): Promise<void> {
  const own = places.filter((place) => place.ingredientId === ingredientId);
  const filled = fillPlaces(positions, own, ingredient);
  await queries.insertPlaces(
    transaction,
    filled.map(({ position, sizeMl, remainingMl }) => ({
      unit_id: unit.id,
      position,
      ingredient_id: ingredientId,
      category: unit.category,
      source: ingredient.source,
      size_ml: sizeMl,
      remaining_ml: remainingMl,
    })),
  );
  const losers = takenByOthers(places, positions, ingredientId).map((place) => place.ingredientId);
  await queries.updateActive(transaction, unit.id, [...new Set([ingredientId, ...losers])]);
}

/** Tells of what has come to run short by a change, and closes what was told of things that have enough again. */
export async function tendNotices(
  transaction: AppDeps['db'],
  { unit, places }: Pick<Placing, 'unit' | 'places'>,
  at: Date,
): Promise<void> {
  const after = await queries.listPlaces(transaction, unit.id);
  await openNotices(transaction, unit, newShortages(places, after), at);
  await resolveNotices(transaction, unit.id, wellStocked(after), at);
}
