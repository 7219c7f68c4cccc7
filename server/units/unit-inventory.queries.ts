import { sql } from 'kysely';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

/** Ids of the unit's ingredients, in list order. */
export async function listInventoryOrder(db: Db, unit: UnitRef): Promise<string[]> {
  const rows = await db
    .selectFrom('unit_inventory')
    .select('ingredient_id')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .orderBy('place_in_list')
    .orderBy('ingredient_id')
    .execute();
  return rows.map((row) => row.ingredient_id);
}

/** Numbers the unit's entries from 0 in this order; writes only those that move. */
export async function updateInventoryOrder(
  db: Tx,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<void> {
  await sql`
    update unit_inventory as entry set place_in_list = wanted.place - 1
    from unnest(${[...ingredientIds]}::uuid[]) with ordinality as wanted (ingredient_id, place)
    where entry.venue_id = ${unit.venue_id} and entry.unit_id = ${unit.id}
      and entry.ingredient_id = wanted.ingredient_id
      and entry.place_in_list <> wanted.place - 1
  `.execute(db);
}
