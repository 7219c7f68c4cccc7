import { sql } from 'kysely';
import type { Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

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
