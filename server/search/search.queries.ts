import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { mostResults } from '../../rules/search/search-words.ts';

/** Venues of one owner, and the words that a name must contain. */
export interface Search {
  venueIds: readonly string[];
  words: readonly string[];
}

const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** As `withoutAccents`; a name of ASCII characters has none. */
const plain = (text: RawBuilder<unknown>) => sql`case when octet_length(${text}) = length(${text})
  then lower(${text}) else regexp_replace(normalize(lower(${text}), nfd), '[\u0300-\u036f]+', '', 'g') end`;

const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => `%${escaped(word)}%`);

/** True when the text contains all words. */
const contains = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${plain(text)} like all(${patternsOf(words)}::text[])`;

/** Plain names that begin with the first word come first, then shorter ones. */
const order = (plainName: RawBuilder<unknown>, [first = '']: readonly string[]) =>
  sql`${plainName} like ${`${escaped(first)}%`} desc, length(${plainName}), ${plainName}`;

export interface FoundUnit {
  id: string;
  venue_id: string;
  unit_number: number;
  name: string | null;
}

export async function findUnits(db: Db, { venueIds, words }: Search): Promise<FoundUnit[]> {
  const text = sql`concat_ws(' ', 'unit', unit_number, name)`;
  const { rows } = await sql<FoundUnit>`
    select id, venue_id, unit_number, name from units
    where venue_id = any(${venueIds}::uuid[]) and deleted_at is null and ${contains(text, words)}
    order by unit_number limit ${mostResults.unit}`.execute(db);
  return rows;
}

/** An ingredient, with a unit in which it is loaded or was last; null for one that was in none. */
export interface FoundIngredient {
  id: string;
  venue_id: string;
  name: string;
  unit_id: string | null;
  unit_number: number | null;
}

export async function findIngredients(
  db: Db,
  { venueIds, words }: Search,
): Promise<FoundIngredient[]> {
  const name = sql`ingredients.name`;
  const { rows } = await sql<FoundIngredient>`
    select found.venue_id, found.id, found.name, place.unit_id, place.unit_number
    from (
      select venue_id, id, name from ingredients
      where venue_id = any(${venueIds}::uuid[]) and ${contains(name, words)}
      order by ${order(plain(name), words)}, id limit ${mostResults.ingredient}
    ) as found
    left join lateral (
      select units.id as unit_id, units.unit_number
      from unit_inventory as entry
      join units on units.venue_id = entry.venue_id and units.id = entry.unit_id and units.deleted_at is null
      where entry.venue_id = found.venue_id and entry.ingredient_id = found.id
      order by entry.active desc, units.unit_number limit 1
    ) as place on true
    order by ${order(plain(sql`found.name`), words)}, found.id`.execute(db);
  return rows;
}

/** Drinks of one name in a venue, with one of their units. */
export interface FoundDrink {
  id: string;
  venue_id: string;
  name: string;
  units: number;
  unit_number: number;
}

export async function findDrinks(db: Db, { venueIds, words }: Search): Promise<FoundDrink[]> {
  const { rows } = await sql<FoundDrink>`
    with named as materialized (
      select venue_id, name, ${plain(sql`name`)} as plain_name from drinks
      where venue_id = any(${venueIds}::uuid[]) and deleted_at is null
    ), found as (
      select venue_id, name, plain_name, count(*)::int as units from named
      where plain_name like all(${patternsOf(words)}::text[])
      group by venue_id, name, plain_name
      order by ${order(sql`plain_name`, words)}, venue_id limit ${mostResults.drink}
    )
    select found.venue_id, found.name, found.units, drink.id, drink.unit_number
    from found cross join lateral (
      select drinks.id, units.unit_number
      from drinks join units on units.venue_id = drinks.venue_id and units.id = drinks.unit_id
      where drinks.venue_id = found.venue_id and drinks.name = found.name and drinks.deleted_at is null
      order by drinks.created_at, drinks.id limit 1
    ) as drink
    order by ${order(sql`found.plain_name`, words)}, found.venue_id`.execute(db);
  return rows;
}

export interface FoundPerson {
  id: string;
  name: string;
  email: string;
}

/** The owner and the members of the staff. */
export async function findPeople(
  db: Db,
  ownerId: string,
  words: readonly string[],
): Promise<FoundPerson[]> {
  const text = sql`concat_ws(' ', users.name, users.email)`;
  const { rows } = await sql<FoundPerson>`
    select users.id, users.name, users.email
    from users left join memberships on memberships.user_id = users.id and memberships.owner_id = ${ownerId}
    where (users.id = ${ownerId} or memberships.user_id is not null) and ${contains(text, words)}
    order by ${order(plain(sql`users.name`), words)}, users.id limit ${mostResults.person}`.execute(
    db,
  );
  return rows;
}
