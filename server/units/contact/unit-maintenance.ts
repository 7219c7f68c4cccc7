/** Heartbeats of a unit, and its maintenance. */
import type { EndpointBody } from '../../../contract/endpoints.ts';
import type { UnitRef } from '../../../db/tables/units.ts';
import type { MaintenanceReason } from '../../../rules/health/maintenance-reasons.ts';
import { heartbeatMs, withSkew } from '../../../rules/health/contact-state.ts';
import type { AppDeps } from '../../shared/deps.ts';
import {
  findRunningMaintenance,
  insertMaintenance,
  insertSoftware,
  lockHeartbeat,
  updateMaintenance,
  upsertHeartbeat,
} from './unit-contact.queries.ts';
import { lockLiveUnit } from '../unit-access.ts';

/** Pauses the unit for maintenance until this many minutes from now, also when it already is. */
export function startMaintenance(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  { minutes, reason }: { minutes: number; reason: MaintenanceReason },
  userId: string,
): Promise<{ from: Date; until: Date; reason: MaintenanceReason }> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id, id });
    const at = now();
    const until = new Date(at.getTime() + minutes * 60_000);
    const running = await findRunningMaintenance(transaction, unit, at);
    if (running)
      await updateMaintenance(transaction, unit, running.from_at, { until_at: until, reason });
    else
      await insertMaintenance(transaction, {
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

/** Ends the maintenance of the unit, if it is running. */
export function endMaintenance(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  ref: UnitRef,
  userId: string,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, ref);
    const at = now();
    const running = await findRunningMaintenance(transaction, unit, at);
    if (running)
      await updateMaintenance(transaction, unit, running.from_at, {
        until_at: at,
        ended_by: userId,
      });
  });
}

/**
 * Pauses the unit for maintenance as it reports it, or ends what it began. Maintenance that a person began may only
 * become longer.
 * @param maintenance null while the unit is not in maintenance
 */
export function reportMaintenance(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  maintenance: { minutes: number; reason: MaintenanceReason } | null,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id, id });
    const at = now();
    const running = await findRunningMaintenance(transaction, unit, at);
    if (maintenance === null) {
      if (running?.begun_by === id)
        await updateMaintenance(transaction, unit, running.from_at, { until_at: at, ended_by: id });
      return;
    }
    const { minutes, reason } = maintenance;
    const until_at = new Date(at.getTime() + minutes * 60_000);
    if (!running)
      await insertMaintenance(transaction, {
        venue_id,
        unit_id: id,
        from_at: at,
        until_at,
        begun_by: id,
        reason,
      });
    else if (until_at > running.until_at)
      await updateMaintenance(transaction, unit, running.from_at, { until_at, reason });
  });
}

/** An ETag without its quotes, and without the mark of a weak one, which proxies add. */
const bareTag = (tag: string): string => tag.replace(/^W\//, '').replaceAll('"', '');

/** Stores the heartbeat in place of the one before, and pauses the unit for maintenance, or ends that, if it says so. */
export async function sendHeartbeat(
  deps: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  sent: EndpointBody<'sendHeartbeat'>,
  menuTag: string,
): Promise<{ now: Date; nextAfterMs: number }> {
  const at = deps.now();
  const troubled = sent.positions?.filter(({ state }) => state !== 'ok') ?? [];
  await deps.db.transaction().execute(async (transaction) => {
    const last = await lockHeartbeat(transaction, { venue_id, id });
    const software = sent.software ?? '';
    const isNew = software !== '' && software !== last?.software;
    if (isNew) await insertSoftware(transaction, { venue_id, id }, software, at);
    const isOld = sent.menuTag !== undefined && bareTag(sent.menuTag) !== bareTag(menuTag);
    await upsertHeartbeat(transaction, {
      venue_id,
      unit_id: id,
      received_at: at,
      software,
      started_at: sent.startedAt ?? null,
      reader_state: sent.reader ?? 'unknown',
      queued_sales: sent.queuedSales ?? null,
      clock_skews_ms:
        sent.clock === undefined
          ? []
          : withSkew(last?.clock_skews_ms ?? [], sent.clock.getTime() - at.getTime()),
      positions: troubled.map(({ position }) => Number(position)),
      position_states: troubled.map(({ state }) => state),
      old_menu_since: isOld ? (last?.old_menu_since ?? at) : null,
    });
  });
  if (sent.service !== undefined) await reportMaintenance(deps, { venue_id, id }, sent.service);
  return { now: at, nextAfterMs: heartbeatMs };
}
