import type { UnitRef } from '../../db/tables/units.ts';
import type { ServiceReason } from '../../rules/health/service-reasons.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockLiveUnit } from './unit-access.ts';
import { findRunningService, insertService, updateService } from './unit-services.queries.ts';

/** Takes the unit into service until this many minutes from now, also when it already is. */
export function beginService(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  { minutes, reason }: { minutes: number; reason: ServiceReason },
  userId: string,
): Promise<{ from: Date; until: Date; reason: ServiceReason }> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id, id });
    const at = now();
    const until = new Date(at.getTime() + minutes * 60_000);
    const running = await findRunningService(transaction, unit, at);
    if (running)
      await updateService(transaction, unit, running.from_at, { until_at: until, reason });
    else
      await insertService(transaction, {
        venue_id,
        unit_id: id,
        from_at: at,
        until_at: until,
        begun_by: userId,
        reason,
      });
    return { from: running?.from_at ?? at, until, reason };
  });
}
