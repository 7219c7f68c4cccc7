import { type Selectable, sql } from 'kysely';
import type { PriceChangesTable } from '../../db/tables/drinks.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { undoDays } from '../../rules/prices/price-change.ts';

/** Stored prices of a drink before and after a change; a double is null where it follows from its ingredients. */
export interface ChangedPrice {
  drink_id: string;
  was_cents: number;
  is_cents: number;
  was_double_cents: number | null;
  is_double_cents: number | null;
}

/** Lists the units of these drinks of a venue, in the order in which they are locked. */
export async function listUnitsOf(
  db: Db,
  venueId: string,
  drinkIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ unit_id: string }>`
    select distinct unit_id from drinks
    where venue_id = ${venueId} and id = any(${drinkIds}::uuid[]) and deleted_at is null
    order by unit_id
  `.execute(db);
  return rows.map(({ unit_id }) => unit_id);
}

/** Stores new prices, and the former ones for sales that arrive later. The caller holds the locks of the units. */
export async function updatePrices(
  db: Tx,
  venueId: string,
  changes: readonly ChangedPrice[],
  at: Date,
): Promise<void> {
  const changed = rowsOf(changes);
  await sql`
    insert into former_prices (venue_id, unit_id, item_id, until_at, price_cents, double_price_cents)
    select drink.venue_id, drink.unit_id, drink.id, ${at}, drink.price_cents, drink.double_price_cents
    from drinks as drink join ${changed} on changed.drink_id = drink.id
    where drink.venue_id = ${venueId}
    on conflict do nothing
  `.execute(db);
  const units = await sql<{ unit_id: string }>`
    update drinks as drink set price_cents = changed.is_cents, double_price_cents = changed.is_double_cents
    from ${changed} where drink.venue_id = ${venueId} and drink.id = changed.drink_id
    returning drink.unit_id
  `.execute(db);
  await db
    .updateTable('unit_state')
    .set({ prices_changed_at: at })
    .where('venue_id', '=', venueId)
    .where('unit_id', 'in', [...new Set(units.rows.map(({ unit_id }) => unit_id))])
    .execute();
}

const rowsOf = (changes: readonly ChangedPrice[]) => sql`unnest(
  ${changes.map(({ drink_id }) => drink_id)}::uuid[],
  ${changes.map(({ was_cents }) => was_cents)}::bigint[],
  ${changes.map(({ is_cents }) => is_cents)}::bigint[],
  ${changes.map(({ was_double_cents }) => was_double_cents)}::bigint[],
  ${changes.map(({ is_double_cents }) => is_double_cents)}::bigint[]
) as changed (drink_id, was_cents, is_cents, was_double_cents, is_double_cents)`;

export async function insertPriceChange(
  db: Tx,
  change: Omit<Selectable<PriceChangesTable>, 'drinks' | 'undone_at'>,
  changes: readonly ChangedPrice[],
): Promise<void> {
  await db
    .insertInto('price_changes')
    .values({ ...change, drinks: changes.length })
    .execute();
  // From a table of the venue: a distributed database would copy other rows, which row-level security does not allow.
  await sql`
    insert into changed_prices (venue_id, change_id, drink_id, was_cents, is_cents, was_double_cents, is_double_cents)
    select drink.venue_id, ${change.id}::uuid, changed.* from drinks as drink
    join ${rowsOf(changes)} on changed.drink_id = drink.id
    where drink.venue_id = ${change.venue_id}
  `.execute(db);
}

/** Returns a change, locked until the transaction ends. */
export const lockPriceChange = (
  db: Tx,
  venueId: string,
  id: string,
): Promise<Selectable<PriceChangesTable> | undefined> =>
  db
    .selectFrom('price_changes')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const listChangedPrices = (db: Db, venueId: string, id: string): Promise<ChangedPrice[]> =>
  db
    .selectFrom('changed_prices')
    .select(['drink_id', 'was_cents', 'is_cents', 'was_double_cents', 'is_double_cents'])
    .where('venue_id', '=', venueId)
    .where('change_id', '=', id)
    .execute();

export async function markUndone(db: Tx, venueId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('price_changes')
    .set({ undone_at: at })
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}

export interface ListedChange extends Selectable<PriceChangesTable> {
  /** Of the drink where it is one. */
  name: string | null;
}

const mostListed = 50;

/** Lists the changes that can be undone by their age, newest first. */
export async function listPriceChanges(
  db: Db,
  venueId: string,
  now: Date,
): Promise<ListedChange[]> {
  const { rows } = await sql<ListedChange>`
    select change.*, case when change.drinks = 1 then (
      select drink.name from changed_prices as changed
      join drinks as drink on drink.venue_id = ${venueId} and drink.id = changed.drink_id
      where changed.venue_id = ${venueId} and changed.change_id = change.id
    ) end as name
    from price_changes as change
    where change.venue_id = ${venueId} and change.id in (
      select recent.id from price_changes as recent
      where recent.venue_id = ${venueId} and recent.made_at > ${now}::timestamptz - make_interval(days => ${undoDays})
      order by recent.made_at desc limit ${mostListed}
    )
    order by change.made_at desc
  `.execute(db);
  return rows;
}

/** A drink as a change lists it, also when it is deleted. */
export interface PricedDrink {
  id: string;
  name: string;
  unit_id: string;
  unit_number: number;
  unit_name: string | null;
  price_cents: number;
  double_price_cents: number | null;
  deleted_at: Date | null;
}

export const listPricedDrinks = (
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<PricedDrink[]> =>
  db
    .selectFrom('drinks')
    .innerJoin('units', 'units.id', 'drinks.unit_id')
    .select(['drinks.id', 'drinks.name', 'drinks.unit_id', 'drinks.price_cents'])
    .select(['drinks.double_price_cents', 'drinks.deleted_at'])
    .select(['units.unit_number', 'units.name as unit_name'])
    .where('drinks.venue_id', '=', venueId)
    .where('drinks.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('drinks.name')
    .orderBy('units.unit_number')
    .execute();
