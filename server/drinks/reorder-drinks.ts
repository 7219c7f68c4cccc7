import { drinkRanks, type Ranked } from '../../rules/drinks/drink-ranks.ts';
import { menuMessages } from '../../rules/messages.ts';
import { fieldError } from '../shared/errors.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import {
  type DrinkRef,
  type DrinkRow,
  listDrinks,
  listRanks,
  updateRanks,
} from './drinks.queries.ts';
import { lockUnit, unitOf } from '../units/units.queries.ts';

/** A requested rank, and the one that its sender saw. */
interface RequestedOrder extends Ranked {
  expected?: number | undefined;
}

/**
 * Stores new ranks for drinks of one unit, all or nothing, and returns the unit's drinks in their new order. Throws 409
 * when a drink does not have the expected rank any more.
 */
export function reorderDrinks(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  drink: DrinkRef,
  params: readonly RequestedOrder[],
): Promise<DrinkRow[]> {
  const unit = unitOf(drink);
  return db.transaction().execute(async (transaction) => {
    await lockUnit(transaction, unit);
    const ranks = await listRanks(transaction, unit);
    const stored = new Map(ranks.map(({ id, rank }) => [id, rank]));
    if (params.some(({ id, expected }) => expected !== undefined && stored.get(id) !== expected))
      throw fieldError({ body: menuMessages.orderChanged }, 409);
    await updateRanks(transaction, unit, drinkRanks(ranks, params));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    return listDrinks(transaction, unit.venue_id, unit.id);
  });
}
