/** The change log of a unit. */
import { type Selectable, sql } from 'kysely';
import type { ChangesTable } from '../../db/tables/audit.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

type ChangeRow = Selectable<ChangesTable>;

/** What happened, and to which drink of which order if it concerns one. */
export interface Change {
  kind: ChangeRow['kind'];
  orderId?: string;
  drinkIndex?: number;
  /** Time of the sale before a correction. */
  soldAt?: Date;
}

/** Appends changes to the log of a unit, and returns their numbers. The caller holds the unit's lock. */
export async function insertChanges(
  db: Tx,
  unit: UnitRef,
  at: Date,
  changes: readonly Change[],
): Promise<number[]> {
  if (changes.length === 0) return [];
  const { last_number: last } = await db
    .updateTable('unit_state')
    .set((state) => ({ last_number: state('last_number', '+', changes.length) }))
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const numbers = changes.map((_, index) => last - changes.length + index + 1);
  await db
    .insertInto('changes')
    .values(
      changes.map(({ kind, orderId, drinkIndex, soldAt }, index) => ({
        venue_id: unit.venue_id,
        unit_id: unit.id,
        number: numbers[index] ?? last,
        at,
        kind,
        order_id: orderId ?? null,
        drink_index: drinkIndex ?? null,
        detail: soldAt === undefined ? null : JSON.stringify({ soldAt }),
      })),
    )
    .execute();
  return numbers;
}

/**
 * Appends that the menu changed to the logs of units of a venue, and locks them, in the order of their ids, until the
 * transaction ends. Comes before the lock of the venue, as those of units do.
 * @param of units; null for all of the venue. Deleted ones have no log.
 */
export async function insertMenuChanges(
  db: Tx,
  venueId: string,
  of: readonly string[] | null,
  at: Date,
): Promise<void> {
  const units = await db
    .selectFrom('units')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('deleted_at', 'is', null)
    .execute();
  const changed = units.map(({ id }) => id).filter((id) => of === null || of.includes(id));
  const ids = sql<string>`any(${changed}::uuid[])`;
  await db
    .selectFrom('unit_state')
    .select('unit_id')
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', ids)
    .orderBy('unit_id')
    .forNoKeyUpdate()
    .execute();
  const counted = await db
    .updateTable('unit_state')
    .set((state) => ({ last_number: state('last_number', '+', 1) }))
    .where('venue_id', '=', venueId)
    .where('unit_id', '=', ids)
    .returning(['unit_id', 'last_number'])
    .execute();
  if (counted.length === 0) return;
  const rows = counted.map(({ unit_id, last_number: number }) => ({ unit_id, number }));
  await db
    .insertInto('changes')
    .values(rows.map((row) => ({ ...row, venue_id: venueId, at, kind: 'menu' as const })))
    .execute();
}

/** Lists the changes of a unit after this number, oldest first. */
export function listChanges(
  db: Db,
  unit: UnitRef,
  { after, size }: { after: number; size: number },
): Promise<ChangeRow[]> {
  return db
    .selectFrom('changes')
    .selectAll()
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(size)
    .execute();
}

/** Lists the venues with changes that are summed. */
export async function listSummedVenues(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sums_progress').select('venue_id').distinct().execute();
  return rows.map(({ venue_id }) => venue_id);
}

/**
 * Deletes changes of a venue of before a time, oldest first, except those that are not summed yet.
 * @param page.size most changes to delete
 * @returns how many were deleted
 */
export async function deleteChanges(
  db: Db,
  venueId: string,
  page: { before: Date; size: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from changes where venue_id = ${venueId} and (unit_id, number) in (
      select change.unit_id, change.number
      from changes as change
      join sums_progress as progress
        on progress.venue_id = change.venue_id and progress.unit_id = change.unit_id
      where change.venue_id = ${venueId} and change.at < ${page.before}
        and change.number <= progress.summed_to
      order by change.at
      limit ${page.size})
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Counts a change of the alerts or refused sales of a venue, which its streams send. */
export async function countAlertChange(db: Tx, venueId: string, at: Date): Promise<void> {
  await sql`
    insert into alert_watches (venue_id, check_at, version) values (${venueId}, ${at}, 1)
    on conflict (venue_id) do update set version = alert_watches.version + 1
  `.execute(db);
}

interface UnitNumbered {
  unit_id: string;
  unit_number: number;
  /** In the change log. */
  last_number: number;
}

/** Lists the units of a venue, deleted ones too, with the last number of their change logs. */
export async function listLogNumbers(db: Db, venueId: string): Promise<UnitNumbered[]> {
  const { rows } = await sql<UnitNumbered>`
    select state.unit_id, unit.unit_number, state.last_number
    from unit_state as state join units as unit on unit.id = state.unit_id
    where state.venue_id = ${venueId}
    order by unit.unit_number
  `.execute(db);
  return rows;
}
