/** What the units of a venue hold, and what they sell from it. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';

export interface StockedUnit {
  id: string;
  venue_id: string;
  unit_number: number;
  name: string | null;
  created_at: Date;
}

/** Lists the units of a venue by number. */
export function listUnits(db: Db, venueId: string): Promise<StockedUnit[]> {
  return db
    .selectFrom('units')
    .select(['id', 'venue_id', 'unit_number', 'name', 'created_at'])
    .where('venue_id', '=', venueId)
    .where('deleted_at', 'is', null)
    .orderBy('unit_number')
    .execute();
}

export interface StockedPlace {
  unit_id: string;
  position: number;
  ingredient_id: string;
  name: string;
  serving_ml: number;
  /** Of a new bottle, bag or keg. */
  bottle_ml: number;
  size_ml: number;
  remaining_ml: number;
  /** When a pour found it empty. */
  reported_empty_at: Date | null;
  /** False after sales that deducted nothing. */
  level_known: boolean;
}

/** Lists the places of these units with an ingredient that is active there. */
export async function listStockedPlaces(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<StockedPlace[]> {
  const { rows } = await sql<StockedPlace>`
    select place.unit_id, place.position, place.ingredient_id, ingredient.name,
      ingredient.serving_size_ml as serving_ml, ingredient.size_ml as bottle_ml,
      place.size_ml, place.remaining_ml, place.reported_empty_at, entry.level_known
    from unit_positions as place
    join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = place.ingredient_id
    join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = place.unit_id
      and entry.ingredient_id = place.ingredient_id
    where place.venue_id = ${venueId} and place.unit_id = any(${[...unitIds]}::uuid[]) and entry.active
    order by place.unit_id, place.position
  `.execute(db);
  return rows;
}

export interface SoldDrinkRow {
  id: string;
  unit_id: string;
  ingredient_set: string[];
}

/** Lists the active drinks of these units. */
export function listSoldDrinks(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<SoldDrinkRow[]> {
  return db
    .selectFrom('drinks')
    .select(['id', 'unit_id', 'ingredient_set'])
    .where('venue_id', '=', venueId)
    .where('unit_id', 'in', unitIds.length === 0 ? [venueId] : unitIds)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute();
}
