import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
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
  was: UnitSetup;
  made: UnitSetup;
}

export async function insertCopy(
  db: Tx,
  { copyId, venue_id, id }: CopyRef,
  { was, made, made_at, person }: Omit<StoredCopy, 'undone_at'> & { person: string },
): Promise<void> {
  await db
    .insertInto('setup_copies')
    .values({
      venue_id,
      id: copyId,
      unit_id: id,
      made_at,
      person,
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

/** Returns what was copied to a unit. The caller holds the lock of the unit. */
export async function getCopy(db: Tx, { copyId, venue_id, id }: CopyRef): Promise<StoredCopy> {
  const { rows } = await sql<StoredCopy>`
    select made_at, undone_at, was, made from setup_copies
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
