import type { z } from 'zod';
import type { sendHeartbeat as endpoint } from '../../contract/unit-contact.ts';
import { heartbeatMs, withSkew } from '../../rules/units/unit-contact.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { AppDeps } from '../shared/deps.ts';
import { reportService } from './report-service.ts';
import { listClockSkews, upsertHeartbeat } from './unit-heartbeats.queries.ts';

/** Stores the heartbeat in place of the one before, and takes the unit into service, or ends that, if it says so. */
export async function sendHeartbeat(
  deps: Pick<AppDeps, 'db' | 'now'>,
  { venue_id, id }: UnitRef,
  sent: z.output<typeof endpoint.body>,
): Promise<{ now: Date; nextAfterMs: number }> {
  const at = deps.now();
  const troubled = sent.positions?.filter(({ state }) => state !== 'ok') ?? [];
  await deps.db.transaction().execute(async (transaction) => {
    const skews = await listClockSkews(transaction, { venue_id, id });
    await upsertHeartbeat(transaction, {
      venue_id,
      unit_id: id,
      received_at: at,
      software: sent.software ?? '',
      started_at: sent.startedAt ?? null,
      reader_state: sent.reader ?? 'unknown',
      queued_sales: sent.queuedSales ?? null,
      clock_skews_ms:
        sent.clock === undefined ? [] : withSkew(skews, sent.clock.getTime() - at.getTime()),
      positions: troubled.map(({ position }) => Number(position)),
      position_states: troubled.map(({ state }) => state),
    });
  });
  if (sent.service !== undefined) await reportService(deps, { venue_id, id }, sent.service);
  return { now: at, nextAfterMs: heartbeatMs };
}
