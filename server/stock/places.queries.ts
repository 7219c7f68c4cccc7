/** Statements that change the positions of a unit. They are run by changeStock, which records the movements. */
import { type Insertable, sql } from 'kysely';
import type { UnitPositionsTable } from '../../db/tables/ingredients.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import type { Place } from '../../rules/stock/placement.ts';

/** Lists the levels of the occupied positions of the unit. */
export function listLevels(db: Db, unit: UnitRef): Promise<Place[]> {
  return db
    .selectFrom('unit_positions')
    .select(['position', 'ingredient_id as ingredientId'])
    .select(['size_ml as sizeMl', 'remaining_ml as remainingMl'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .orderBy('position')
    .execute();
}

export async function deletePositions(
  db: Tx,
  unit: UnitRef,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return;
  await db
    .deleteFrom('unit_positions')
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('position', 'in', positions)
    .execute();
}

export type NewPosition = Omit<Insertable<UnitPositionsTable>, 'venue_id' | 'unit_id'>;

export async function insertPositions(
  db: Tx,
  unit: UnitRef,
  places: readonly NewPosition[],
): Promise<void> {
  if (places.length === 0) return;
  const rows = places.map((place) => ({ ...place, venue_id: unit.venue_id, unit_id: unit.id }));
  await db.insertInto('unit_positions').values(rows).execute();
}

/** Fills every position of the ingredient to the capacity of a new bottle, bag or keg. */
export async function fillPositionsOf(db: Tx, unit: UnitRef, ingredientId: string): Promise<void> {
  await sql`
    update unit_positions as place set size_ml = ingredient.size_ml, remaining_ml = ingredient.size_ml
    from ingredients as ingredient
    where place.venue_id = ${unit.venue_id} and place.unit_id = ${unit.id} and place.ingredient_id = ${ingredientId}
      and ingredient.venue_id = place.venue_id and ingredient.id = place.ingredient_id
  `.execute(db);
}
