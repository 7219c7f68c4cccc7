import { insertAudit } from '../audit/audit.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { storeFormerPositions } from './former-positions.queries.ts';
import { findIngredient, getIngredient, type IngredientRow } from './ingredients.queries.ts';
import { updateActive } from './unit-places.queries.ts';
import { notFound } from '../shared/errors.ts';
import type { ChangedBy } from '../shared/require.ts';
import { lockLiveUnit, unitTarget } from '../units/unit-access.ts';
import type { UnitBasics } from '../units/units.queries.ts';
import { tracksStock } from '../adapters/flags/port.ts';
import { tendNotices } from './tend-notices.ts';
import { changeStock } from '../stock/change-stock.ts';

/**
 * Deactivates an ingredient in one unit: frees its positions and resolves its notice; its drinks cannot be made there
 * until it is placed again. Its positions are stored for reactivateIngredient.
 */
export async function deactivateIngredient(
  { db, now, flags }: Pick<AppDeps, 'db' | 'now' | 'flags'>,
  unit: UnitBasics,
  id: string,
  by: ChangedBy,
): Promise<IngredientRow> {
  const isTracked = await tracksStock({ flags }, unit);
  return db.transaction().execute(async (transaction) => {
    const locked = await lockLiveUnit(transaction, unit);
    const before = await findIngredient(transaction, unit, id);
    if (!before) throw notFound('ingredient');
    if (before.places.length === 0) return before;
    const positions = before.places.map(({ position }) => position);
    await storeFormerPositions(transaction, unit, id);
    const at = now();
    await changeStock(transaction, unit, { at, actor: by.actor }, (stock) => stock.free(positions));
    await updateActive(transaction, unit, [id]);
    await tendNotices(transaction, locked, isTracked, at);
    await insertAudit(transaction, {
      at,
      actor: by.actor,
      ownerId: unit.owner_id,
      address: by.address,
      action: 'ingredient.deactivated',
      target: `${before.name} on ${unitTarget(unit)}`,
      oldValue: { positions: positions.join(', ') },
    });
    return getIngredient(transaction, unit, id);
  });
}
