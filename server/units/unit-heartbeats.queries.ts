/** The last heartbeat of each unit. */
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitHeartbeatsTable, UnitRef, UnitStateTable } from '../../db/tables/units.ts';

export type HeartbeatRow = Selectable<UnitHeartbeatsTable>;

/** Lists the differences of the unit's clock that are kept, newest first. Locks its row, if there is one. */
export async function listClockSkews(db: Tx, { venue_id, id }: UnitRef): Promise<number[]> {
  const last = await db
    .selectFrom('unit_heartbeats')
    .select('clock_skews_ms')
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return last?.clock_skews_ms ?? [];
}

export async function upsertHeartbeat(
  db: Tx,
  heartbeat: Insertable<UnitHeartbeatsTable>,
): Promise<void> {
  const { venue_id: _, unit_id: __, ...reported } = heartbeat;
  await db
    .insertInto('unit_heartbeats')
    .values(heartbeat)
    .onConflict((conflict) => conflict.columns(['venue_id', 'unit_id']).doUpdateSet(reported))
    .execute();
}

export interface ReportedContact {
  state: Pick<Selectable<UnitStateTable>, 'last_contact_at' | 'contact_since'> | undefined;
  heartbeat: HeartbeatRow | undefined;
}

export async function readUnitContact(db: Db, { venue_id, id }: UnitRef): Promise<ReportedContact> {
  const state = await db
    .selectFrom('unit_state')
    .select(['last_contact_at', 'contact_since'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .executeTakeFirst();
  const heartbeat = await db
    .selectFrom('unit_heartbeats')
    .selectAll()
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .executeTakeFirst();
  return { state, heartbeat };
}
