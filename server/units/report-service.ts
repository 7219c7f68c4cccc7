import type { UnitRef } from '../../db/tables/units.ts';
import type { ServiceReason } from '../../rules/health/service-reasons.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockLiveUnit } from './unit-access.ts';
import { findRunningService, insertService, updateService } from './unit-services.queries.ts';

/**
 * Takes the unit into service as it reports it, or ends what it began. A time in service that a person began may only
 * become longer.
 * @param service null while the unit is not in service
 */
export function reportService(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  service: { minutes: number; reason: ServiceReason } | null,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id, id });
    const at = now();
    const running = await findRunningService(transaction, unit, at);
    if (service === null) {
      if (running?.begun_by === id)
        await updateService(transaction, unit, running.from_at, { until_at: at, ended_by: id });
      return;
    }
    const { minutes, reason } = service;
    const until_at = new Date(at.getTime() + minutes * 60_000);
    if (!running)
      await insertService(transaction, {
        venue_id,
        unit_id: id,
        from_at: at,
        until_at,
        begun_by: id,
        reason,
      });
    else if (until_at > running.until_at)
      await updateService(transaction, unit, running.from_at, { until_at, reason });
  });
}
