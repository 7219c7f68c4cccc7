import { unitTarget } from './unit-target.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { changeStock } from '../stock/change-stock.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockLiveUnit } from './unit-access.ts';
import { deleteUnitRow, type UnitBasics } from './units.queries.ts';
import type { ChangedBy } from '../shared/require-account.ts';

/**
 * Deletes a unit with its inventory, drinks and keys, and resolves its restock notices. Its sales stay; its number is
 * never reused.
 */
export async function deleteUnit(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  unit: UnitBasics,
  by: ChangedBy,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const at = now();
    await lockLiveUnit(transaction, unit);
    await changeStock(transaction, unit, { at, actor: by.actor }, (stock) => stock.freeAll());
    await deleteUnitRow(transaction, unit, at);
    await insertChanges(transaction, unit, at, [{ kind: 'menu' }]);
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: unit.owner_id,
      address: by.address,
      action: 'unit.deleted',
      target: unitTarget(unit),
    });
  });
}
