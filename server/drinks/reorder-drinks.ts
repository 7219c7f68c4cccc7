import { drinkRanks, type Ranked } from '../../rules/drinks/drink-ranks.ts';
import type { AppDeps } from '../shared/deps.ts';
import {
  type DrinkRef,
  type DrinkRow,
  listDrinks,
  listRanks,
  updateRanks,
} from './drinks.queries.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';

/** Stores new ranks for drinks of one unit, all or nothing, and returns the unit's drinks in their new order. */
export function reorderDrinks(
  { db }: Pick<AppDeps, 'db'>,
  drink: DrinkRef,
  params: readonly Ranked[],
): Promise<DrinkRow[]> {
  const unit = unitOf(drink);
  return db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unit);
    const ranks = await listRanks(transaction, unit);
    await updateRanks(transaction, unit, drinkRanks(ranks, params));
    return listDrinks(transaction, unit.venue_id, unit.id);
  });
}
