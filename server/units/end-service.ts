import type { UnitRef } from '../../db/tables/units.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockLiveUnit } from './unit-access.ts';
import { findRunningService, updateService } from './unit-services.queries.ts';

/** Ends the time in service of the unit, if it is running. */
export function endService(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ref: UnitRef,
  userId: string,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, ref);
    const at = now();
    const running = await findRunningService(transaction, unit, at);
    if (running)
      await updateService(transaction, unit, running.from_at, { until_at: at, ended_by: userId });
  });
}
