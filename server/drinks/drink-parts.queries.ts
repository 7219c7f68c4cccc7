/** Ingredients of a new drink, with their prices in a unit. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { UnitRef } from '../../db/tables/units.ts';

export interface PartRow {
  ingredient_id: string;
  price_cents: number;
  double_price_cents: number | null;
}

/** Returns those of these ingredients that the unit has, active or not. */
export function listParts(
  db: Db,
  unit: UnitRef,
  ingredientIds: readonly string[],
): Promise<PartRow[]> {
  return db
    .selectFrom('unit_inventory')
    .select(['ingredient_id', 'price_cents', 'double_price_cents'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', sql<string>`any(${ingredientIds}::uuid[])`)
    .execute();
}

/** Counts those of these ingredients that the venue has. */
export async function countIngredients(
  db: Db,
  venueId: string,
  ingredientIds: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom('ingredients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_id', '=', venueId)
    .where('id', '=', sql<string>`any(${ingredientIds}::uuid[])`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the oldest unit of a venue that has all of these ingredients. */
export async function findUnitWithAll(
  db: Db,
  venueId: string,
  ingredientIds: readonly string[],
): Promise<string | null> {
  const found = await db
    .selectFrom('units')
    .innerJoin('unit_inventory', 'unit_inventory.unit_id', 'units.id')
    .select('units.id')
    .where('unit_inventory.venue_id', '=', venueId)
    .where('units.venue_id', '=', venueId)
    .where('units.deleted_at', 'is', null)
    .where('unit_inventory.ingredient_id', '=', sql<string>`any(${ingredientIds}::uuid[])`)
    .groupBy('units.id')
    .having(({ fn }) => fn.countAll(), '=', ingredientIds.length)
    .orderBy('units.created_at')
    .orderBy('units.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}
