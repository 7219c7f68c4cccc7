import { ingredientMessages, menuMessages } from '../../rules/messages.ts';
import { findMisnamed, isOrder, reordered } from '../../lib/reorder.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError, notFound } from '../shared/errors.ts';
import { listInventoryOrder, updateInventoryOrder } from './unit-inventory.queries.ts';
import { getUnit, type UnitBasics, type UnitRow } from './units.queries.ts';
import { lockLiveUnit } from './unit-access.ts';

/**
 * Stores the order in which a unit shows its ingredients: those named first, the others after them in their previous
 * order. All or nothing. Throws 404 when the unit does not have one of them, a field error when one is named twice, and
 * 409 when those expected are in another order by now.
 */
export function updateUnitInventory(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  named: readonly string[],
  expected?: readonly string[],
): Promise<UnitRow> {
  return db.transaction().execute(async (transaction) => {
    await lockLiveUnit(transaction, unit);
    const list = await listInventoryOrder(transaction, unit);
    const { twice, unknown } = findMisnamed(list, named);
    if (unknown !== null) throw notFound('ingredient');
    if (twice !== null) throw fieldError({ updatedInventory: ingredientMessages.namedTwice });
    if (expected && !isOrder(list, expected))
      throw fieldError({ updatedInventory: menuMessages.orderChanged }, 409);
    await updateInventoryOrder(transaction, unit, reordered(list, named));
    await insertChanges(transaction, unit, now(), [{ kind: 'menu' }]);
    return getUnit(transaction, unit);
  });
}
