/** When units were in contact: any request with a key of theirs. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/tables/tables.ts';
import type {
  UnitHeartbeatsTable,
  UnitRef,
  UnitServicesTable,
  UnitSoftwareTable,
  UnitStateTable,
} from '../../../db/tables/units.ts';
import { withGap } from '../../../rules/health/contact-state.ts';
import type { MaintenanceReason } from '../../../rules/health/maintenance-reasons.ts';
import { contactGraceMs } from '../../../rules/drinks/drink-price.ts';

/**
 * Stores a request of the unit, and the gap that it ends. Requests at the same time store the same gap. While a sale of
 * the unit holds its lock only the gap is stored: a request never waits here for the unit, and the next minute's request
 * stores the contact.
 * @param lastKnown last use of the unit's key: its contact before this was stored with the unit
 */
export async function recordContact(
  db: Db,
  { venue_id, id }: UnitRef,
  lastKnown: Date | null,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const states = transaction
      .selectFrom('unit_state')
      .select(['last_contact_at', 'contact_since', 'contact_gaps_s'])
      .where('venue_id', '=', venue_id)
      .where('unit_id', '=', id);
    const state = await states.executeTakeFirst();
    const last = state?.last_contact_at ?? lastKnown;
    const isGap = last !== null && now.getTime() - last.getTime() > contactGraceMs;
    if (isGap) {
      await transaction
        .insertInto('contact_gaps')
        .values({ venue_id, unit_id: id, from_at: last, until_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    if (!(await states.forUpdate().skipLocked().executeTakeFirst())) return;
    await transaction
      .updateTable('unit_state')
      .set({
        last_contact_at: now,
        ...(state && last
          ? { contact_gaps_s: withGap(state.contact_gaps_s, now.getTime() - last.getTime()) }
          : {}),
        ...(isGap || !state?.contact_since || state.contact_since > now
          ? { contact_since: now }
          : {}),
      })
      .where('venue_id', '=', venue_id)
      .where('unit_id', '=', id)
      .execute();
  });
}

/** Returns the unit's last contact before this moment, if it had none then; null if it was in contact. */
export async function findLastContact(db: Db, unit: UnitRef, at: Date): Promise<Date | null> {
  const gap = await db
    .selectFrom('contact_gaps')
    .select(['from_at', 'until_at'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('from_at', '<=', at)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return gap && gap.until_at > at ? gap.from_at : null;
}

export interface UnitContact {
  unitId: string;
  unitNumber: number;
  unitName: string | null;
  lastContactAt: Date;
}

const selectContacts = (db: Db) =>
  db
    .selectFrom('units')
    .innerJoin('unit_state as state', (join) =>
      join.onRef('state.unit_id', '=', 'units.id').onRef('state.venue_id', '=', 'units.venue_id'),
    )
    .select(['units.id as unitId', 'unit_number as unitNumber', 'name as unitName'])
    .select('state.last_contact_at as lastContactAt')
    .where('deleted_at', 'is', null)
    .where('state.last_contact_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('units.id')
    .$narrowType<{ lastContactAt: Date }>();

/** Lists the units of a venue that were ever in contact, oldest first. */
export const listUnitContacts = (db: Db, venueId: string): Promise<UnitContact[]> =>
  selectContacts(db)
    .where('units.venue_id', '=', venueId)
    .where('state.venue_id', '=', venueId)
    .execute();

/** Lists the units of these venues that were ever in contact. */
export const listUnitContactsOf = (
  db: Db,
  venueIds: readonly string[],
): Promise<(UnitContact & { venueId: string })[]> =>
  selectContacts(db)
    .select('state.venue_id as venueId')
    .where('state.venue_id', '=', sql<string>`any(${[...venueIds]}::uuid[])`)
    .execute();

export interface ContactGap {
  unitId: string;
  from: Date;
  until: Date;
}

/** Longest gap that is found by a time within it. */
const longestGapMs = 62 * 24 * 3_600_000;

/**
 * Lists gaps in contact of the units of a venue of at least this length that overlap a time, oldest first.
 * @param unitId null for all units
 */
export async function listGaps(
  db: Db,
  venueId: string,
  { startMs, endMs }: { startMs: number; endMs: number },
  leastMs: number,
  unitId: string | null = null,
): Promise<ContactGap[]> {
  return db
    .selectFrom('contact_gaps')
    .select(['unit_id as unitId', 'from_at as from', 'until_at as until'])
    .where('venue_id', '=', venueId)
    .$if(unitId !== null, (query) => query.where('unit_id', '=', unitId ?? ''))
    .where('from_at', '>=', new Date(startMs - longestGapMs))
    .where('from_at', '<', new Date(endMs))
    .where('until_at', '>', new Date(startMs))
    .where(sql<boolean>`until_at - from_at >= ${leastMs / 1000} * interval '1 second'`)
    .orderBy('from_at')
    .execute();
}

// The last heartbeat of each unit.

export type HeartbeatRow = Selectable<UnitHeartbeatsTable>;

/** Returns what the unit reported last of its software, its clock and its menu. Locks its row, if there is one. */
export async function lockHeartbeat(
  db: Tx,
  { venue_id, id }: UnitRef,
): Promise<Pick<HeartbeatRow, 'software' | 'clock_skews_ms' | 'old_menu_since'> | null> {
  const last = await db
    .selectFrom('unit_heartbeats')
    .select(['software', 'clock_skews_ms', 'old_menu_since'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return last ?? null;
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

/** Of a unit; older ones are deleted. */
const mostSoftware = 50;

/** Stores the software that a unit has from now on. */
export async function insertSoftware(
  db: Tx,
  { venue_id, id }: UnitRef,
  software: string,
  since: Date,
): Promise<void> {
  await db
    .insertInto('unit_software')
    .values({ venue_id, unit_id: id, since, software })
    .onConflict((conflict) =>
      conflict.columns(['venue_id', 'unit_id', 'since']).doUpdateSet({ software }),
    )
    .execute();
  const [oldest] = await db
    .selectFrom('unit_software')
    .select('since')
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .orderBy('since', 'desc')
    .offset(mostSoftware - 1)
    .limit(1)
    .execute();
  if (!oldest) return;
  await db
    .deleteFrom('unit_software')
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('since', '<', oldest.since)
    .execute();
}

/** Lists the software that a unit had, newest first. */
export const listSoftware = (
  db: Db,
  { venue_id, id }: UnitRef,
): Promise<Pick<Selectable<UnitSoftwareTable>, 'since' | 'software'>[]> =>
  db
    .selectFrom('unit_software')
    .select(['since', 'software'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .orderBy('since', 'desc')
    .execute();

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

// Times in which units are in service.

type RunningMaintenance = Pick<Selectable<UnitServicesTable>, 'from_at' | 'until_at' | 'begun_by'>;

/** The maintenance that is running. */
export async function findRunningMaintenance(
  db: Tx,
  { venue_id, id }: UnitRef,
  now: Date,
): Promise<RunningMaintenance | null> {
  const row = await db
    .selectFrom('unit_services')
    .select(['from_at', 'until_at', 'begun_by'])
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts a maintenance period; one that began at the same moment, and has ended, goes on. */
export async function insertMaintenance(db: Tx, row: Insertable<UnitServicesTable>): Promise<void> {
  const { begun_by, until_at, reason } = row;
  await db
    .insertInto('unit_services')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'unit_id', 'from_at'])
        .doUpdateSet({ begun_by, until_at, reason, ended_by: null }),
    )
    .execute();
}

export async function updateMaintenance(
  db: Tx,
  { venue_id, id }: UnitRef,
  from: Date,
  values: { until_at: Date; ended_by?: string; reason?: MaintenanceReason },
): Promise<void> {
  await db
    .updateTable('unit_services')
    .set(values)
    .where('venue_id', '=', venue_id)
    .where('unit_id', '=', id)
    .where('from_at', '=', from)
    .execute();
}
