/** Heartbeat that the first unit of the demo sent a minute ago. */
import type { Tx } from '../tables/tables.ts';
import type { SellingUnit } from './history.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const software = '4.2.1';

export async function insertHeartbeat(db: Tx, unit: SellingUnit, now: Date): Promise<void> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  await db
    .updateTable('unit_state')
    .set({ last_contact_at: ago(minuteMs), contact_since: ago(30 * hourMs) })
    .where('venue_id', '=', unit.venueId)
    .where('unit_id', '=', unit.unitId)
    .execute();
  await db
    .insertInto('unit_software')
    .values({ venue_id: unit.venueId, unit_id: unit.unitId, since: ago(30 * hourMs), software })
    .execute();
  await db
    .insertInto('unit_heartbeats')
    .values({
      venue_id: unit.venueId,
      unit_id: unit.unitId,
      received_at: ago(minuteMs),
      software,
      started_at: ago(30 * hourMs),
      reader_state: 'ready',
      queued_sales: 0,
      clock_skews_ms: [240, 310, 180],
      positions: [],
      position_states: [],
    })
    .execute();
}
