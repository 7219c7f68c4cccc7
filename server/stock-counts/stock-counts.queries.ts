/** Storerooms, and counts of the stock of a venue. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { CountLinesTable, StockCountsTable, StoresTable } from '../../db/tables/stock.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { CountLineResult } from '../../rules/stock/stock-count.ts';
import { joinedAccount, type NamedAccount } from '../../rules/users/person-name.ts';

type StoreRow = Selectable<StoresTable>;

/** Storerooms of a venue by name, those that were removed too. */
export const listStoresEver = (db: Db, venueId: string): Promise<StoreRow[]> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('venue_id', '=', venueId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

export const listStores = async (db: Db, venueId: string): Promise<StoreRow[]> =>
  (await listStoresEver(db, venueId)).filter(({ removed_at }) => removed_at === null);

export async function insertStore(db: Tx, row: Insertable<StoresTable>): Promise<void> {
  await db.insertInto('stores').values(row).execute();
}

export async function updateStore(
  db: Tx,
  { venue_id, id }: StoreRow,
  changes: Pick<Updateable<StoresTable>, 'name' | 'removed_at'>,
): Promise<void> {
  await db
    .updateTable('stores')
    .set(changes)
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

/** Marks a storeroom as removed, and deletes its levels, which are 0. */
export async function removeStore(db: Tx, store: StoreRow, at: Date): Promise<void> {
  await updateStore(db, store, { removed_at: at });
  await db
    .deleteFrom('store_levels')
    .where('venue_id', '=', store.venue_id)
    .where('store_id', '=', store.id)
    .execute();
}

/** Contents of the storerooms of a venue. */
export interface StoredIngredient {
  storeId: string;
  ingredientId: string;
  name: string;
  bottleMl: number;
  servingMl: number;
  tareWeight: number | null;
  density: number | null;
  ml: number;
}

export const listStored = (db: Db, venueId: string): Promise<StoredIngredient[]> =>
  db
    .selectFrom('store_levels as level')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .on('ingredient.venue_id', '=', venueId)
        .onRef('ingredient.id', '=', 'level.ingredient_id'),
    )
    .select(['level.store_id as storeId', 'level.ingredient_id as ingredientId', 'ingredient.name'])
    .select(['ingredient.size_ml as bottleMl', 'ingredient.serving_size_ml as servingMl'])
    .select(['ingredient.tare_weight_g as tareWeight', 'ingredient.density'])
    .select('level.remaining_ml as ml')
    .where('level.venue_id', '=', venueId)
    .execute();

/** Ids of those of the ingredients that the venue has. */
export async function listKnownIngredients(
  db: Db,
  venueId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ingredients')
    .select('id')
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export type CountRow = Selectable<StockCountsTable> & { person: NamedAccount | null };

export async function findOpenCount(db: Db, venueId: string): Promise<string | null> {
  const row = await db
    .selectFrom('stock_counts')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

type Named = Partial<NamedAccount>;

export async function findCount(
  db: Db,
  venueId: string,
  id: string,
): Promise<CountRow | undefined> {
  const { rows } = await sql<Selectable<StockCountsTable> & Named>`
    select counted.*, person.name, person.first_name, person.last_name
    from stock_counts as counted
    left join users as person on person.id = counted.started_by
    where counted.venue_id = ${venueId} and counted.id = ${id}
  `.execute(db);
  const [row] = rows;
  return row && { ...row, person: joinedAccount(row) };
}

/** Locks a count against its end, or for it. */
export async function lockCount(
  db: Tx,
  venueId: string,
  id: string,
  how: 'share' | 'update',
): Promise<Selectable<StockCountsTable> | undefined> {
  const query = db
    .selectFrom('stock_counts')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', id);
  return (how === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
}

export async function insertCount(db: Tx, row: Insertable<StockCountsTable>): Promise<void> {
  await db.insertInto('stock_counts').values(row).execute();
}

export async function setEnded(db: Tx, venueId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('stock_counts')
    .set({ ended_at: at })
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}

export async function deleteCount(db: Tx, venueId: string, id: string): Promise<void> {
  await db
    .deleteFrom('count_lines')
    .where('venue_id', '=', venueId)
    .where('count_id', '=', id)
    .execute();
  await db
    .deleteFrom('stock_counts')
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}

/** Stores lines; those whose key the count has stay as they are. */
export async function insertLines(
  db: Tx,
  rows: readonly Insertable<CountLinesTable>[],
): Promise<void> {
  await db
    .insertInto('count_lines')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['venue_id', 'count_id', 'key']).doNothing())
    .execute();
}

/** A line with what happened at its place since it was counted. */
export interface LineRow {
  key: string;
  unitId: string | null;
  position: number | null;
  storeId: string | null;
  /** Also of a storeroom that was removed. */
  storeName: string | null;
  ingredientId: string;
  name: string;
  at: Date;
  ml: number;
  person: NamedAccount | null;
  result: CountLineResult | null;
  differenceMl: number | null;
  /** Deducted from the position since; moved since, of a storeroom. */
  sinceMl: number;
  /** True where a movement of the place other than by a discard or a sale is later than the line. */
  isChanged: boolean;
}

/** Lines of a count by time. */
export async function listLines(db: Db, venueId: string, countId: string): Promise<LineRow[]> {
  const { rows } = await sql<Omit<LineRow, 'person'> & Named & { ingredient: string }>`
    select line.key, line.unit_id as "unitId", line.position, line.store_id as "storeId", store.name as "storeName", line.at, line.ml, line.result,
      line.ingredient_id as "ingredientId", ingredient.name as ingredient, line.difference_ml as "differenceMl",
      person.name, person.first_name, person.last_name,
      case when line.unit_id is null then (
        select coalesce(sum(movement.ml), 0) from stock_movements as movement
        where movement.venue_id = ${venueId} and movement.store_id = line.store_id
          and movement.ingredient_id = line.ingredient_id and movement.at > line.at
      ) else (
        select coalesce(sum((sale.deducted ->> line.position::text)::numeric), 0) from orders as sale
        where sale.venue_id = ${venueId} and sale.unit_id = line.unit_id and sale.sold_at >= line.at
      ) end as "sinceMl",
      case when line.unit_id is null then exists (
        select from stock_movements as movement
        where movement.venue_id = ${venueId} and movement.store_id = line.store_id
          and movement.ingredient_id = line.ingredient_id and movement.at > line.at and movement.kind = 'counted'
      ) else exists (
        select from stock_movements as movement
        where movement.venue_id = ${venueId} and movement.unit_id = line.unit_id and movement.position = line.position
          and movement.at > line.at and movement.kind <> 'found'
          and (movement.kind <> 'discarded' or movement.ml <> 0)
      ) end as "isChanged"
    from count_lines as line
    join ingredients as ingredient on ingredient.venue_id = ${venueId} and ingredient.id = line.ingredient_id
    left join stores as store on store.venue_id = ${venueId} and store.id = line.store_id
    left join users as person on person.id = line.actor_id
    where line.venue_id = ${venueId} and line.count_id = ${countId}
    order by line.at, line.key
  `.execute(db);
  return rows.map(({ name, first_name, last_name, ingredient, ...row }) => ({
    ...row,
    name: ingredient,
    person: joinedAccount({ name, first_name, last_name }),
  }));
}

/** Stores what became of a line at the end of its count. */
export async function setLineResult(
  db: Tx,
  { venueId, countId, key }: { venueId: string; countId: string; key: string },
  result: CountLineResult,
  differenceMl: number | null,
): Promise<void> {
  await db
    .updateTable('count_lines')
    .set({ result, difference_ml: differenceMl })
    .where('venue_id', '=', venueId)
    .where('count_id', '=', countId)
    .where('key', '=', key)
    .execute();
}
