import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { OrderedDrinksTable, OrdersTable, PoursTable } from '../../db/tables/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Scope } from '../../rules/permissions.ts';
import { amongVenues, listVenueIds, venueWithin } from '../venues/venues.queries.ts';

export type OrderRow = Selectable<OrdersTable>;
/** Venue, unit, owner and payment of an order. */
export interface OrderRef extends Pick<
  OrderRow,
  'id' | 'venue_id' | 'unit_id' | 'payment_id' | 'payment_provider'
> {
  owner_id: string;
}
export type OrderedDrinkRow = Selectable<OrderedDrinksTable>;

/** A sale with its drinks in order. */
export interface SaleRow extends OrderRow {
  drinks: OrderedDrinkRow[];
}

/** A pending or failed refund, or a refund without a card provider. */
export type RefundNote = 'requested' | 'failed' | 'cash' | 'unsent';

/** The columns of a sale that its API representation shows. */
export interface ShownSale extends Pick<
  OrderRow,
  | 'id'
  | 'sold_at'
  | 'unit_number'
  | 'price_cents'
  | 'tax_cents'
  | 'tip_cents'
  | 'fee_cents'
  | 'duration_ms'
  | 'payment_reader_device_name'
> {
  drinks: ShownDrink[];
}

export interface ShownDrink extends Omit<
  OrderedDrinkRow,
  'venue_id' | 'order_id' | 'drink_id' | 'ingredient_ids' | 'ingredient_names' | 'refunded_at'
> {
  refunded_at: Date | string | null;
  /** Its last refund, except one through a card provider; only where requested. */
  refund?: RefundNote | null;
}

/** Inserts the order, its drinks and its pours, all or nothing. */
export async function insertOrder(
  db: Tx,
  order: Insertable<OrdersTable>,
  drinks: Insertable<OrderedDrinksTable>[],
  pours: Insertable<PoursTable>[],
): Promise<void> {
  await db
    .with('kept', (with_) => with_.insertInto('orders').values(order))
    .insertInto('ordered_drinks')
    .values(drinks)
    .execute();
  if (pours.length > 0) await insertPours(db, pours);
}

/**
 * One array per column: an order may have more pours than a statement may have parameters. RETURNING keeps Citus from
 * inserting them with COPY, which row-level security does not support.
 */
async function insertPours(db: Tx, pours: Insertable<PoursTable>[]): Promise<void> {
  const column = <K extends keyof PoursTable>(name: K) => pours.map((pour) => pour[name]);
  await sql`
    insert into pours (
      venue_id, order_id, drink_index, pour_index, ingredient_id, position, ml, ms, outcome
    )
    select * from unnest(
      ${column('venue_id')}::uuid[], ${column('order_id')}::uuid[], ${column('drink_index')}::smallint[],
      ${column('pour_index')}::smallint[], ${column('ingredient_id')}::uuid[], ${column('position')}::smallint[],
      ${column('ml')}::numeric[], ${column('ms')}::integer[], ${column('outcome')}::text[]
    )
    returning pour_index
  `.execute(db);
}

export async function findOrderByKey(
  db: Db,
  unit: { id: string; venue_id: string },
  key: string,
): Promise<{ id: string; body_hash: Buffer | null } | null> {
  const found = await db
    .selectFrom('orders')
    .select(['id', 'body_hash'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return found ?? null;
}

export async function getSale(db: Db, venueId: string, orderId: string): Promise<SaleRow> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const drinks = await db
    .selectFrom('ordered_drinks')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where('order_id', '=', orderId)
    .orderBy('drink_index')
    .execute();
  return { ...order, drinks };
}

/** Returns the order, if its venue (and, for a unit key, the unit) is in scope. */
export async function findOrder(db: Db, id: string, scope: Scope): Promise<OrderRef | null> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('venues', 'venues.id', 'orders.venue_id')
    .select(['orders.id', 'orders.venue_id', 'orders.unit_id'])
    .select(['orders.payment_id', 'orders.payment_provider'])
    .select('venues.owner_id')
    .where('orders.id', '=', id)
    .where(amongVenues('orders.venue_id'))
    .where(venueWithin(scope))
    .$if(scope.to === 'unit', (query) =>
      query.where('orders.unit_id', '=', scope.to === 'unit' ? scope.unitId : ''),
    )
    .executeTakeFirst();
  return found ?? null;
}

export async function updateOrder(
  db: Tx,
  venueId: string,
  id: string,
  facts: Pick<
    OrderRow,
    | 'sold_at'
    | 'duration_ms'
    | 'payment_reader_device_name'
    | 'payment_id'
    | 'payment_provider'
    | 'fee_cents'
  >,
): Promise<void> {
  await db
    .updateTable('orders')
    .set(facts)
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .execute();
}

export async function updateDrinkFees(
  db: Tx,
  venueId: string,
  orderId: string,
  feesCents: readonly number[],
): Promise<void> {
  await sql`
    update ordered_drinks as drink set fee_cents = fee.cents
    from unnest(${[...feesCents]}::bigint[]) with ordinality as fee (cents, place)
    where drink.venue_id = ${venueId} and drink.order_id = ${orderId} and drink.drink_index = fee.place - 1
  `.execute(db);
}

export interface PlainOrderRow {
  id: string;
  sold_at: Date;
  ingredients: string[];
}

/** Start of a page: the order before it, by time and id. */
export type OrderCursor = Pick<OrderRow, 'sold_at' | 'id'>;

/** Returns the cursor of an order in scope, for the page that follows it. */
export async function findCursor(
  db: Db,
  id: string,
  scope: Scope,
): Promise<OrderCursor | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('venues', 'venues.id', 'orders.venue_id')
    .select(['orders.sold_at', 'orders.id'])
    .where('orders.id', '=', id)
    .where(amongVenues('orders.venue_id'))
    .where(venueWithin(scope))
    .executeTakeFirst();
}

type ListedOrder = Pick<OrderRow, 'venue_id' | 'id' | 'sold_at'>;

/** One query per venue, because each venue's rows are read by its own part of the index, or on its own node. */
const unionAll = (queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(
    queries.map((query) => sql`(${query})`),
    sql` union all `,
  );

/** Returns the orders with the names of their ingredients, in the same order. */
async function withIngredients(db: Db, page: readonly ListedOrder[]): Promise<PlainOrderRow[]> {
  if (page.length === 0) return [];
  const venueIds = [...new Set(page.map(({ venue_id }) => venue_id))];
  const ofVenue = (venueId: string) => sql`
    select order_id, drink_index, ingredient_names from ordered_drinks
    where venue_id = ${venueId}
      and order_id = any(${page.flatMap((order) => (order.venue_id === venueId ? order.id : []))}::uuid[])`;
  const { rows } = await sql<Pick<OrderedDrinkRow, 'order_id' | 'ingredient_names'>>`
    select order_id, ingredient_names from (${unionAll(venueIds.map(ofVenue))}) as drink
    order by order_id, drink_index
  `.execute(db);
  const names = new Map<string, string[]>();
  for (const drink of rows) {
    names.set(drink.order_id, [...(names.get(drink.order_id) ?? []), ...drink.ingredient_names]);
  }
  return page.map(({ id, sold_at }) => ({
    id,
    sold_at,
    ingredients: names.get(id) ?? [],
  }));
}

/** Leaves out orders of a unit whose clock was more than ten minutes ahead. */
const datedInTime = sql`sold_at - received_at <= interval '10 minutes'`;
const bySale = sql`sold_at desc, id desc`;

/** A page of orders: those after `after`, or the newest up to `at`. */
interface OrderPage {
  after?: OrderCursor | undefined;
  at: Date;
  size: number;
}

/**
 * Lists ingredient names and times of the orders in scope, newest first, without those dated ahead of their receipt.
 * Orders of one owner or unit go by their date, those of all owners by their receipt.
 */
export async function listPlainOrders(
  db: Db,
  scope: Scope,
  page: OrderPage,
): Promise<PlainOrderRow[]> {
  if (scope.to === 'nothing') return [];
  if (scope.to === 'everything') return listByReceipt(db, page);
  const start = page.after
    ? sql`(sold_at, id) < (${page.after.sold_at}, ${page.after.id})`
    : sql`sold_at <= ${page.at}::timestamptz + interval '10 minutes'`;
  const newest = (among: RawBuilder<unknown>) => sql`
    select venue_id, id, sold_at from orders
    where ${among} and ${start} and ${datedInTime} order by ${bySale} limit ${page.size}`;
  const parts =
    scope.to === 'unit'
      ? [newest(sql`venue_id = ${scope.venueId} and unit_id = ${scope.unitId}`)]
      : (await listSellingVenues(db, scope.ownerId, start, page.size)).map((venueId) =>
          newest(sql`venue_id = ${venueId}`),
        );
  if (parts.length === 0) return [];
  const { rows } = await sql<ListedOrder>`
    select * from (${unionAll(parts)}) as listed order by ${bySale} limit ${page.size}
  `.execute(db);
  return withIngredients(db, rows);
}

/** Lists the venues of an owner; of more than `most`, those with the newest orders, which fill a page of this size. */
async function listSellingVenues(
  db: Db,
  ownerId: string,
  start: RawBuilder<unknown>,
  most: number,
): Promise<string[]> {
  const all = await listVenueIds(db, ownerId);
  if (all.length <= most) return all;
  const { rows } = await sql<{ venue_id: string }>`
    select venue_id from (
      select state.venue_id, (
        select max(sold_at) from orders
        where orders.venue_id = state.venue_id and orders.unit_id = state.unit_id and ${start} and ${datedInTime}
      ) as latest
      from unit_state as state where state.venue_id = any(${all}::uuid[])
    ) as unit
    group by venue_id having max(latest) is not null
    order by max(latest) desc limit ${most}
  `.execute(db);
  return rows.map(({ venue_id }) => venue_id);
}

/** Number of orders examined for a page by receipt, which bounds its cost when many are dated ahead. */
const mostExamined = 1000;

/** Lists the latest orders of all owners by receipt, without those dated ahead of it. */
export async function listByReceipt(
  db: Db,
  { after, size }: Pick<OrderPage, 'after' | 'size'>,
): Promise<PlainOrderRow[]> {
  // An id carries the time of receipt.
  const byReceipt = sql`id desc`;
  const older = after ? sql`id < ${after.id}` : sql`true`;
  const { rows } = await sql<ListedOrder>`
    select venue_id, id, sold_at from (
      select * from orders where ${older} order by ${byReceipt} limit ${mostExamined}
    ) as latest
    where ${datedInTime} order by ${byReceipt} limit ${size}
  `.execute(db);
  return withIngredients(db, rows);
}
