/** Entries and occupied positions of one unit. Changes require the unit's lock; those of positions are in stock. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { UnitInventoryTable } from '../../db/tables/ingredients.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { NamedPosition } from '../../rules/stock/placement.ts';
import type { WatchedPosition } from '../../rules/stock/restock.ts';
import { setsNothing } from '../../lib/sets-nothing.ts';

/** An occupied position with its ingredient, and when a pour found it empty if it may still be so. */
export type NamedPlace = NamedPosition & WatchedPosition & { reportedEmptyAt: Date | null };

/** Lists the occupied positions of the unit, with their ingredients. */
export function listPlaces(db: Db, unit: UnitRef): Promise<NamedPlace[]> {
  return db
    .selectFrom('unit_positions as place')
    .innerJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'place.venue_id')
        .onRef('ingredients.id', '=', 'place.ingredient_id'),
    )
    .innerJoin('unit_inventory as entry', (join) =>
      join
        .onRef('entry.venue_id', '=', 'place.venue_id')
        .onRef('entry.unit_id', '=', 'place.unit_id')
        .onRef('entry.ingredient_id', '=', 'place.ingredient_id'),
    )
    .select([
      'place.position',
      'place.ingredient_id as ingredientId',
      'place.size_ml as sizeMl',
      'place.remaining_ml as remainingMl',
      'place.reported_empty_at as reportedEmptyAt',
      'entry.threshold_percent as thresholdPercent',
      'ingredients.name',
    ])
    .where('place.venue_id', '=', unit.venue_id)
    .where('place.unit_id', '=', unit.id)
    .orderBy('place.position')
    .execute();
}

/** Lists the numbers of the occupied positions, ascending. */
export async function listTakenPositions(db: Db, unit: UnitRef): Promise<number[]> {
  const rows = await db
    .selectFrom('unit_positions')
    .select('position')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

export async function isPlacedElsewhere(
  db: Db,
  ingredientId: string,
  unit: UnitRef,
): Promise<boolean> {
  const found = await db
    .selectFrom('unit_positions')
    .select('position')
    .where('venue_id', '=', unit.venue_id)
    .where('ingredient_id', '=', ingredientId)
    .where('unit_id', '<>', unit.id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Appends an entry to the unit's list. */
export async function insertEntry(db: Tx, entry: Insertable<UnitInventoryTable>): Promise<void> {
  const { last } = await db
    .selectFrom('unit_inventory')
    .select(({ fn }) => fn.max<number | null>('place_in_list').as('last'))
    .where('venue_id', '=', entry.venue_id)
    .where('unit_id', '=', entry.unit_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('unit_inventory')
    .values({ ...entry, place_in_list: last === null ? 0 : last + 1 })
    .execute();
}

export async function updateEntry(
  db: Tx,
  key: { venue_id: string; unit_id: string; ingredient_id: string },
  changes: Updateable<UnitInventoryTable>,
): Promise<void> {
  if (setsNothing(changes)) return;
  await db
    .updateTable('unit_inventory')
    .set(changes)
    .where('venue_id', '=', key.venue_id)
    .where('unit_id', '=', key.unit_id)
    .where('ingredient_id', '=', key.ingredient_id)
    .execute();
}

/** Sets each of these ingredients active in the unit if it still has a position there. */
export async function updateActive(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom('unit_positions')
    .select('ingredient_id')
    .distinct()
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(sql<boolean>`ingredient_id = any(${[...ingredientIds]}::uuid[])`)
    .execute();
  const placed = rows.map((row) => row.ingredient_id);
  // In two statements: a distributed database refuses an update with both subqueries.
  await sql`
    update unit_inventory set active = ingredient_id = any(${placed}::uuid[]),
      former_positions = case when ingredient_id = any(${placed}::uuid[]) then null else former_positions end
    where venue_id = ${unit.venue_id} and unit_id = ${unit.id}
      and ingredient_id = any(${[...ingredientIds]}::uuid[])
  `.execute(db);
}

/** Marks the stored level of an ingredient as the real one. */
export async function setLevelKnown(db: Tx, unit: UnitRef, ingredientId: string): Promise<void> {
  await db
    .updateTable('unit_inventory')
    .set({ level_known: true })
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', ingredientId)
    .where('level_known', '=', false)
    .execute();
}
