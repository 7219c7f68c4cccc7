import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { lockUnitRow } from './units.queries.ts';

/** Locks a unit for this transaction, as orders do: what stands in it changes one after the other. Throws 404 when it is gone. */
export async function lockLiveUnit(
  transaction: AppDeps['db'],
  unitId: string,
): ReturnType<typeof lockUnitRow> {
  const unit = await lockUnitRow(transaction, unitId);
  if (unit.deleted_at) throw notFound('unit');
  return unit;
}
