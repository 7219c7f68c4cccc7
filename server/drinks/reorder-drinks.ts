import { drinkRanks, type Ranked } from '../../rules/drinks/drink-ranks.ts';
import type { AppDeps } from '../shared/deps.ts';
import {
  type DrinkRef,
  type DrinkRow,
  listDrinks,
  listRanks,
  updateRanks,
} from './drinks.queries.ts';
import { lockUnit } from '../units/units.queries.ts';

/** Stores new ranks for drinks of one unit, all or nothing, and returns the unit's drinks in their new order. */
export function reorderDrinks(
  { db }: Pick<AppDeps, 'db'>,
  { unit_id: unitId, venue_id: venueId }: DrinkRef,
  params: readonly Ranked[],
): Promise<DrinkRow[]> {
  return db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unitId);
    const ranks = await listRanks(transaction, unitId);
    await updateRanks(transaction, unitId, drinkRanks(ranks, params));
    return listDrinks(transaction, venueId, unitId);
  });
}
