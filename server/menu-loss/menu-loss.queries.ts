/** Menus of units, and what ends with a unit, in one statement each. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { HeldPosition } from '../../rules/drinks/menu-loss.ts';

export interface NamedDrink {
  id: string;
  unitId: string;
  name: string;
  ingredientIds: string[];
}

/** Lists the active drinks of these units, by rank. */
export function listDrinks(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<NamedDrink[]> {
  return db
    .selectFrom('drinks')
    .select(['id', 'unit_id as unitId', 'name', 'ingredient_set as ingredientIds'])
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`unit_id = any(${[...unitIds]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .orderBy('unit_id')
    .orderBy('rank')
    .execute();
}

/** Finds the units of these drinks of a venue. */
export async function listUnitsOfDrinks(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('drinks')
    .select('unit_id')
    .distinct()
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`id = any(${[...drinkIds]}::uuid[])`)
    .execute();
  return rows.map((row) => row.unit_id);
}

/** Lists the ingredients that are active in these units. */
export function listActiveIngredients(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<{ unitId: string; ingredientId: string }[]> {
  return db
    .selectFrom('unit_inventory')
    .select(['unit_id as unitId', 'ingredient_id as ingredientId'])
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`unit_id = any(${[...unitIds]}::uuid[])`)
    .where('active', '=', true)
    .execute();
}

export function listPositions(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<HeldPosition[]> {
  return db
    .selectFrom('unit_positions')
    .select(['unit_id as unitId', 'position', 'ingredient_id as ingredientId'])
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`unit_id = any(${[...unitIds]}::uuid[])`)
    .execute();
}

/** Lists the drinks of a venue with one of these names that are on the menu of their unit. */
export async function listNamesakes(
  db: Db,
  venueId: string,
  names: readonly string[],
): Promise<{ id: string; unit_id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; unit_id: string; name: string }>`
    select drink.id, drink.unit_id, lower(drink.name) as name
    from drinks as drink
    where drink.venue_id = ${venueId} and drink.deleted_at is null and drink.active
      and lower(drink.name) = any(${names.map((name) => name.toLowerCase())}::text[])
      and not exists (
        select from drink_ingredients as part
        left join unit_inventory as entry on entry.venue_id = ${venueId} and entry.unit_id = drink.unit_id
          and entry.ingredient_id = part.ingredient_id and entry.active
        where part.venue_id = ${venueId} and part.drink_id = drink.id and entry.ingredient_id is null
      )
  `.execute(db);
  return rows;
}

export interface EndingCounts {
  keys: number;
  cases: number;
  refunds: number;
}

/** Counts the keys of these units, their failed drinks that are not settled, and their refunds in progress. */
export async function countEnding(
  db: Db,
  venueId: string,
  unitIds: readonly string[],
): Promise<EndingCounts> {
  const units = [...unitIds];
  const [keys, rest] = await Promise.all([
    sql<{ keys: number }>`
      select count(*)::int as keys from unit_keys
      where venue_id = ${venueId} and unit_id = any(${units}::uuid[]) and revoked_at is null
    `.execute(db),
    sql<Omit<EndingCounts, 'keys'>>`
      select (
        select count(*)::int from pour_cases
        where venue_id = ${venueId} and unit_id = any(${units}::uuid[]) and state <> 'resolved'
      ) as cases, (
        select count(*)::int from refunds as refund
        join orders as sale on sale.venue_id = ${venueId} and sale.id = refund.order_id
        where refund.venue_id = ${venueId} and refund.state = 'requested' and sale.unit_id = any(${units}::uuid[])
      ) as refunds
    `.execute(db),
  ]);
  return {
    keys: keys.rows[0]?.keys ?? 0,
    cases: rest.rows[0]?.cases ?? 0,
    refunds: rest.rows[0]?.refunds ?? 0,
  };
}
