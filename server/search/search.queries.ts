import { type RawBuilder, sql } from 'kysely';
import { beginsWith, hasWords, plainText } from '../../db/plain-text.ts';
import type { Db } from '../../db/tables/tables.ts';
import { mostResults } from '../../rules/search/search-words.ts';

/** Venues of one owner, and a query whose words a name must contain. */
export interface Search {
  venueIds: readonly string[];
  query: string;
}

/** Plain names that begin with the first word come first, then shorter ones. */
const order = (plainName: RawBuilder<string>, query: string) =>
  sql`${beginsWith(plainName, query)} desc, length(${plainName}), ${plainName}`;

export interface FoundUnit {
  id: string;
  venue_id: string;
  unit_number: number;
  name: string | null;
}

export async function findUnits(db: Db, { venueIds, query }: Search): Promise<FoundUnit[]> {
  const text = sql`concat_ws(' ', 'unit', unit_number, name)`;
  const { rows } = await sql<FoundUnit>`
    select id, venue_id, unit_number, name from units
    where venue_id = any(${venueIds}::uuid[]) and deleted_at is null and ${hasWords(plainText(text), query)}
    order by unit_number limit ${mostResults.unit}`.execute(db);
  return rows;
}

export interface FoundIngredient {
  id: string;
  venue_id: string;
  name: string;
}

export async function findIngredients(
  db: Db,
  { venueIds, query }: Search,
): Promise<FoundIngredient[]> {
  const { rows } = await sql<FoundIngredient>`
    select id, venue_id, name
    from (
      select id, venue_id, name, ${plainText(sql`name`)} as plain from ingredients
      where venue_id = any(${venueIds}::uuid[])
      -- Keeps the plain name from being computed again for each use.
      offset 0
    ) as ingredient
    where ${hasWords(sql`ingredient.plain`, query)}
    order by ${order(sql`ingredient.plain`, query)}, id limit ${mostResults.ingredient}`.execute(
    db,
  );
  return rows;
}

/** A unit in which an ingredient is loaded or was before. */
export interface UnitOfIngredient {
  ingredient_id: string;
  unit_id: string;
  unit_number: number;
}

/** Lists the units of these ingredients, those in which each is loaded first. */
export async function listUnitsOfIngredients(
  db: Db,
  ingredients: readonly FoundIngredient[],
): Promise<UnitOfIngredient[]> {
  if (ingredients.length === 0) return [];
  const { rows } = await sql<UnitOfIngredient>`
    select entry.ingredient_id, entry.unit_id, units.unit_number
    from unit_inventory as entry join units on units.venue_id = entry.venue_id and units.id = entry.unit_id
    where entry.venue_id = any(${ingredients.map(({ venue_id }) => venue_id)}::uuid[])
      and entry.ingredient_id = any(${ingredients.map(({ id }) => id)}::uuid[]) and units.deleted_at is null
    order by entry.active desc, units.unit_number`.execute(db);
  return rows;
}

/** Drinks of one name in a venue: the oldest of them, and in how many units. */
export interface FoundDrink {
  id: string;
  venue_id: string;
  name: string;
  units: number;
  /** The lowest number. */
  unit_number: number;
}

export async function findDrinks(db: Db, { venueIds, query }: Search): Promise<FoundDrink[]> {
  const { rows } = await sql<FoundDrink>`
    select drink.venue_id, drink.name, count(*)::int as units, min(drink.id::text) as id,
      min(drink.unit_number) as unit_number
    from (
      select drinks.venue_id, drinks.id, drinks.name, units.unit_number, ${plainText(sql`drinks.name`)} as plain
      from drinks join units on units.venue_id = drinks.venue_id and units.id = drinks.unit_id
      where drinks.venue_id = any(${venueIds}::uuid[]) and drinks.deleted_at is null and units.deleted_at is null
      -- Keeps the plain name from being computed again for each use.
      offset 0
    ) as drink
    where ${hasWords(sql`drink.plain`, query)}
    group by drink.venue_id, drink.name, drink.plain
    order by ${order(sql`drink.plain`, query)}, drink.venue_id limit ${mostResults.drink}`.execute(
    db,
  );
  return rows;
}

export interface FoundPerson {
  id: string;
  name: string;
  email: string;
}

/** The owner and the members of the staff. */
export async function findPeople(db: Db, ownerId: string, query: string): Promise<FoundPerson[]> {
  const text = sql`concat_ws(' ', users.name, users.email)`;
  const { rows } = await sql<FoundPerson>`
    select users.id, users.name, users.email
    from users left join memberships on memberships.user_id = users.id and memberships.owner_id = ${ownerId}
    where (users.id = ${ownerId} or memberships.user_id is not null) and ${hasWords(plainText(text), query)}
    order by ${order(plainText(sql`users.name`), query)}, users.id limit ${mostResults.person}`.execute(
    db,
  );
  return rows;
}
