import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { copyUndoDays } from '../../rules/copies/copy-setup.ts';
import type { UnitSetup } from '../../rules/copies/setup.ts';
import type { Scope } from '../../rules/permissions.ts';
import type { IngredientFactsRow } from '../ingredients/ingredients.queries.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

/** Lists the ingredients of a venue, the oldest first, whether a unit has them or not. */
export const listIngredientsOfVenue = (db: Db, venueId: string): Promise<IngredientFactsRow[]> =>
  db
    .selectFrom('ingredients')
    .selectAll()
    .where('venue_id', '=', venueId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export interface CopyRef extends UnitRef {
  copyId: string;
}

export interface StoredCopy {
  made_at: Date;
  undone_at: Date | null;
  source: string;
  was: UnitSetup;
  made: UnitSetup;
}

export async function insertCopy(
  db: Tx,
  { copyId, venue_id, id }: CopyRef,
  { was, made, ...copy }: Omit<StoredCopy, 'undone_at'> & { person: string },
): Promise<void> {
  await db
    .insertInto('setup_copies')
    .values({
      venue_id,
      id: copyId,
      unit_id: id,
      ...copy,
      was: JSON.stringify(was),
      made: JSON.stringify(made),
      undone_at: null,
    })
    .execute();
}

/** Lists the units of a copy that are in scope and not deleted, in the order of their ids. */
export const listCopiedUnits = (
  db: Db,
  copyId: string,
  scope: Scope,
): Promise<{ venue_id: string; unit_id: string; made_at: Date; undone_at: Date | null }[]> =>
  db
    .selectFrom('setup_copies')
    .innerJoin('venues', 'venues.id', 'setup_copies.venue_id')
    .select(['setup_copies.venue_id', 'setup_copies.unit_id'])
    .select(['setup_copies.made_at', 'setup_copies.undone_at'])
    .where('setup_copies.id', '=', copyId)
    .where(shardCondition('setup_copies.venue_id'))
    .where(venueScope(scope))
    .orderBy('setup_copies.unit_id')
    .execute();

const mostListed = 50;

/** A unit of a copy. */
export interface ListedCopy {
  id: string;
  made_at: Date;
  person: string;
  source: string;
  undone_at: Date | null;
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  venue_name: string;
  is_deleted: boolean;
}

/** Lists the ids of the newest copies to units of the venue that can be undone by their age. */
export async function listCopyIds(db: Db, venueId: string, now: Date): Promise<string[]> {
  // Ids begin with their time.
  const { rows } = await sql<{ id: string }>`
    select distinct id from setup_copies
    where venue_id = ${venueId} and made_at > ${now}::timestamptz - make_interval(days => ${copyUndoDays})
    order by id desc limit ${mostListed}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the units of these copies that are in scope, the newest copy first. */
export const listCopies = (db: Db, ids: readonly string[], scope: Scope): Promise<ListedCopy[]> =>
  db
    .selectFrom('setup_copies')
    .innerJoin('units', 'units.id', 'setup_copies.unit_id')
    .innerJoin('venues', 'venues.id', 'setup_copies.venue_id')
    .select(['setup_copies.id', 'setup_copies.made_at', 'setup_copies.person'])
    .select(['setup_copies.source', 'setup_copies.undone_at', 'setup_copies.unit_id'])
    .select(['units.unit_number', 'units.name as unit_name', 'venues.name as venue_name'])
    .select(sql<boolean>`units.deleted_at is not null`.as('is_deleted'))
    .where('setup_copies.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where(shardCondition('setup_copies.venue_id'))
    .where(venueScope(scope))
    .orderBy('setup_copies.id', 'desc')
    .orderBy('units.unit_number')
    .execute();

/** Deletes copies that are too old to be undone. */
export async function deleteOldCopies(db: Db, now: Date): Promise<void> {
  await sql`
    delete from setup_copies where made_at < ${now}::timestamptz - make_interval(days => ${copyUndoDays})
  `.execute(db);
}

/** Returns what was copied to a unit. The caller holds the lock of the unit. */
export async function getCopy(db: Tx, { copyId, venue_id, id }: CopyRef): Promise<StoredCopy> {
  const { rows } = await sql<StoredCopy>`
    select made_at, undone_at, source, was, made from setup_copies
    where venue_id = ${venue_id} and id = ${copyId} and unit_id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Copy ${copyId} has no unit ${id}`);
  return row;
}

export async function markUndone(
  db: Tx,
  { copyId, venue_id, id }: CopyRef,
  at: Date,
): Promise<void> {
  await db
    .updateTable('setup_copies')
    .set({ undone_at: at })
    .where('venue_id', '=', venue_id)
    .where('id', '=', copyId)
    .where('unit_id', '=', id)
    .execute();
}
