/** Orders of stock at suppliers, and how ingredients are bought. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type {
  IngredientSuppliesTable,
  StockOrderLinesTable,
  StockOrdersTable,
} from '../../db/tables/stock-orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { joinedAccount, type NamedAccount } from '../../rules/users/person-name.ts';

export type SupplyRow = Selectable<IngredientSuppliesTable>;
export type StockOrderRow = Selectable<StockOrdersTable>;
export type StockOrderLineRow = Selectable<StockOrderLinesTable>;

export const listSupplies = (db: Db, venueId: string): Promise<SupplyRow[]> =>
  db.selectFrom('ingredient_supplies').selectAll().where('venue_id', '=', venueId).execute();

export const findSupply = (
  db: Db,
  venueId: string,
  ingredientId: string,
): Promise<SupplyRow | undefined> =>
  db
    .selectFrom('ingredient_supplies')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('ingredient_id', '=', ingredientId)
    .executeTakeFirst();

export async function storeSupply(db: Tx, row: Insertable<IngredientSuppliesTable>): Promise<void> {
  const { supplier_id, par, bottle_ml, case_size } = row;
  await db
    .insertInto('ingredient_supplies')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['venue_id', 'ingredient_id'])
        .doUpdateSet({ supplier_id, par, bottle_ml, case_size }),
    )
    .execute();
}

/** Bottles of an ingredient that were ordered and have not come, by size. */
export interface Outstanding {
  ingredient_id: string;
  bottle_ml: number;
  bottles: number;
}

/** Sums what has not come of the open orders of a venue. */
export async function sumOutstanding(db: Db, venueId: string): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    select line.ingredient_id, line.bottle_ml, sum(greatest(line.bottles - line.received, 0))::int as bottles
    from stock_orders as ordered
    join stock_order_lines as line on line.venue_id = ${venueId} and line.order_id = ordered.id
    where ordered.venue_id = ${venueId} and ordered.received_at is null and ordered.cancelled_at is null
    group by line.ingredient_id, line.bottle_ml
  `.execute(db);
  return rows;
}

export async function findOrderByKey(
  db: Db,
  venueId: string,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('stock_orders')
    .select('id')
    .where('venue_id', '=', venueId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** Time of the order that so many later ones follow; undefined where there are fewer. */
export async function findTimeOfNthLast(
  db: Db,
  venueId: string,
  nth: number,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('stock_orders')
    .select('ordered_at')
    .where('venue_id', '=', venueId)
    .orderBy('id', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.ordered_at;
}

export async function insertOrder(
  db: Tx,
  row: Insertable<StockOrdersTable>,
  lines: readonly Insertable<StockOrderLinesTable>[],
): Promise<void> {
  await db.insertInto('stock_orders').values(row).execute();
  await db
    .insertInto('stock_order_lines')
    .values([...lines])
    .execute();
}

/** Locks an order until the transaction ends. */
export const lockOrder = (
  db: Tx,
  venueId: string,
  id: string,
): Promise<StockOrderRow | undefined> =>
  db
    .selectFrom('stock_orders')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function setOrderState(
  db: Tx,
  { venue_id, id, received_at, cancelled_at }: StockOrderRow,
): Promise<void> {
  await db
    .updateTable('stock_orders')
    .set({ received_at, cancelled_at })
    .where('venue_id', '=', venue_id)
    .where('id', '=', id)
    .execute();
}

export async function setReceived(
  db: Tx,
  { venue_id, order_id, ingredient_id }: StockOrderLineRow,
  received: number,
): Promise<void> {
  await db
    .updateTable('stock_order_lines')
    .set({ received })
    .where('venue_id', '=', venue_id)
    .where('order_id', '=', order_id)
    .where('ingredient_id', '=', ingredient_id)
    .execute();
}

/** Lines of an order, by ingredient. */
export const listOwnOrderLines = (
  db: Db,
  venueId: string,
  orderId: string,
): Promise<StockOrderLineRow[]> =>
  db
    .selectFrom('stock_order_lines')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('order_id', '=', orderId)
    .orderBy('ingredient_id')
    .execute();

export interface ListedOrder extends StockOrderRow {
  person: NamedAccount | null;
}

/** Orders of a venue, newest first. */
export async function listOrders(
  db: Db,
  venueId: string,
  { id, most }: { id?: string; most: number },
): Promise<ListedOrder[]> {
  const { rows } = await sql<StockOrderRow & Partial<NamedAccount>>`
    select ordered.*, person.name, person.first_name, person.last_name
    from stock_orders as ordered
    left join users as person on person.id = ordered.ordered_by
    where ordered.venue_id = ${venueId} ${id === undefined ? sql`` : sql`and ordered.id = ${id}`}
    order by ordered.id desc limit ${most}
  `.execute(db);
  return rows.map(({ name, first_name, last_name, ...row }) => ({
    ...row,
    person: joinedAccount({ name, first_name, last_name }),
  }));
}

export type NamedOrderLine = StockOrderLineRow & { name: string };

/** Lines of these orders, by the name of the ingredient. */
export const listOrderLines = (
  db: Db,
  venueId: string,
  orderIds: readonly string[],
): Promise<NamedOrderLine[]> =>
  db
    .selectFrom('stock_order_lines as line')
    .innerJoin('ingredients as ingredient', (join) =>
      join
        .on('ingredient.venue_id', '=', venueId)
        .onRef('ingredient.id', '=', 'line.ingredient_id'),
    )
    .selectAll('line')
    .select('ingredient.name')
    .where('line.venue_id', '=', venueId)
    .where(sql<boolean>`line.order_id = any(${[...orderIds]}::uuid[])`)
    .orderBy('ingredient.name')
    .execute();
