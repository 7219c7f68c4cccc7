/** Entries and occupied positions of one unit. Changes require the unit's lock. */
import { type Insertable, sql, type Updateable } from 'kysely';
import type { UnitInventoryTable, UnitPositionsTable } from '../../db/tables/ingredients.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { NamedPosition } from '../../rules/stock/placement.ts';
import type { WatchedPosition } from '../../rules/stock/restock.ts';

/** Lists the occupied positions of the unit, with their ingredients. */
export function listPlaces(db: Db, unitId: string): Promise<(NamedPosition & WatchedPosition)[]> {
  return db
    .selectFrom('unit_positions as place')
    .innerJoin('ingredients', 'ingredients.id', 'place.ingredient_id')
    .innerJoin('unit_inventory as entry', (join) =>
      join
        .onRef('entry.unit_id', '=', 'place.unit_id')
        .onRef('entry.ingredient_id', '=', 'place.ingredient_id'),
    )
    .select([
      'place.position',
      'place.ingredient_id as ingredientId',
      'place.size_ml as sizeMl',
      'place.remaining_ml as remainingMl',
      'entry.threshold_percent as thresholdPercent',
      'ingredients.name',
    ])
    .where('place.unit_id', '=', unitId)
    .orderBy('place.position')
    .execute();
}

/** Lists the numbers of the occupied positions, ascending. */
export async function listTakenPositions(db: Db, unitId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('unit_positions')
    .select('position')
    .where('unit_id', '=', unitId)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

export async function isPlacedElsewhere(
  db: Db,
  ingredientId: string,
  unitId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('unit_positions')
    .select('position')
    .where('ingredient_id', '=', ingredientId)
    .where('unit_id', '<>', unitId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Appends an entry to the unit's list. */
export async function insertEntry(db: Tx, entry: Insertable<UnitInventoryTable>): Promise<void> {
  const last = sql<number>`(
    select coalesce(max(place_in_list) + 1, 0) from unit_inventory where unit_id = ${entry.unit_id}
  )`;
  await db
    .insertInto('unit_inventory')
    .values({ ...entry, place_in_list: last })
    .execute();
}

export async function updateEntry(
  db: Tx,
  key: { unit_id: string; ingredient_id: string },
  changes: Updateable<UnitInventoryTable>,
): Promise<void> {
  await db
    .updateTable('unit_inventory')
    .set((entry) => ({ ...changes, revision: entry('revision', '+', 1) }))
    .where('unit_id', '=', key.unit_id)
    .where('ingredient_id', '=', key.ingredient_id)
    .execute();
}

/** Frees these positions of the unit. */
export async function deletePositions(
  db: Tx,
  unitId: string,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return;
  await db
    .deleteFrom('unit_positions')
    .where('unit_id', '=', unitId)
    .where('position', 'in', positions)
    .execute();
}

export async function insertPositions(
  db: Tx,
  places: Insertable<UnitPositionsTable>[],
): Promise<void> {
  if (places.length > 0) await db.insertInto('unit_positions').values(places).execute();
}

/** Sets each of these ingredients active in the unit if it still has a position there. */
export async function updateActive(
  db: Tx,
  unitId: string,
  ingredientIds: readonly string[],
): Promise<void> {
  await sql`
    update unit_inventory as entry set revision = revision + 1, active = exists (
      select from unit_positions as place
      where place.unit_id = entry.unit_id and place.ingredient_id = entry.ingredient_id
    )
    where unit_id = ${unitId} and ingredient_id = any(${[...ingredientIds]}::uuid[])
  `.execute(db);
}

/** Marks the stored level of an ingredient as the real one. */
export async function setLevelKnown(db: Tx, unitId: string, ingredientId: string): Promise<void> {
  await db
    .updateTable('unit_inventory')
    .set({ level_known: true })
    .where('unit_id', '=', unitId)
    .where('ingredient_id', '=', ingredientId)
    .where('level_known', '=', false)
    .execute();
}

/** Fills every position of the ingredient to the capacity of a new bottle, bag or keg. */
export async function fillAllPositions(
  db: Tx,
  unitId: string,
  ingredientId: string,
): Promise<void> {
  await sql`
    update unit_positions as place set size_ml = ingredient.size_ml, remaining_ml = ingredient.size_ml
    from ingredients as ingredient
    where place.unit_id = ${unitId} and place.ingredient_id = ${ingredientId} and ingredient.id = place.ingredient_id
  `.execute(db);
}
