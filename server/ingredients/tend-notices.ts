import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { shortagesIn } from '../../rules/stock/restock.ts';
import { listPlaces } from './unit-places.queries.ts';
import { openNotices } from '../notices/open-notices.ts';
import { resolveOtherNotices } from '../notices/restock-notices.queries.ts';

/**
 * Opens a notice for each shortage of the unit, and resolves those that no longer apply: all of them where stock is not
 * tracked. The caller holds the unit's lock.
 */
export async function tendNotices(
  transaction: Tx,
  unit: UnitRef,
  isTracked: boolean,
  at: Date,
): Promise<void> {
  const shortages = isTracked ? shortagesIn(await listPlaces(transaction, unit)) : [];
  const short = shortages.map(({ ingredientId }) => ingredientId);
  await resolveOtherNotices(transaction, unit, short, at);
  await openNotices(transaction, unit, shortages, at);
}
