import type { Tx } from '../../db/tables/tables.ts';
import { notFound } from '../shared/errors.ts';
import { lockUnitRow } from './units.queries.ts';

/** Locks a unit for this transaction, as orders do, to serialize inventory changes. Throws 404 when it is deleted. */
export async function lockLiveUnit(
  transaction: Tx,
  unitId: string,
): ReturnType<typeof lockUnitRow> {
  const unit = await lockUnitRow(transaction, unitId);
  if (unit.deleted_at) throw notFound('unit');
  return unit;
}
