import { type Insertable, type Selectable, sql } from 'kysely';
import type { OrderedDrinksTable, OrdersTable, PoursTable } from '../../db/tables/orders.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import type { Scope } from '../../rules/permissions.ts';
import { venueWithin } from '../venues/venues.queries.ts';

export type OrderRow = Selectable<OrdersTable>;
/** Venue, unit and payment of an order. */
export type OrderRef = Pick<OrderRow, 'id' | 'venue_id' | 'unit_id' | 'payment_id'>;
export type OrderedDrinkRow = Selectable<OrderedDrinksTable>;

/** A sale with its drinks in order. */
export interface SaleRow extends OrderRow {
  drinks: OrderedDrinkRow[];
  /** By the ordinal of the drink: a pending refund, or a last one that failed; only where requested. */
  refunds?: ReadonlyMap<number, 'requested' | 'failed'>;
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
  if (pours.length > 0) await db.insertInto('pours').values(pours).execute();
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
    .select(['orders.id', 'orders.venue_id', 'orders.unit_id', 'orders.payment_id'])
    .where('orders.id', '=', id)
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
    'sold_at' | 'duration_ms' | 'payment_reader_device_name' | 'payment_id' | 'fee_cents'
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

/** Lists ingredient names and times of orders, newest first. */
export async function listPlainOrders(
  db: Db,
  scope: Scope | 'anyone',
  page: { current: number; size: number },
): Promise<PlainOrderRow[]> {
  return db
    .selectFrom('orders')
    .innerJoin('venues', 'venues.id', 'orders.venue_id')
    .select(['orders.id', 'orders.sold_at'])
    .select(
      sql<string[]>`array(
        select part.name from ordered_drinks as drink, unnest(drink.ingredient_names) with ordinality as part (name, place)
        where drink.venue_id = orders.venue_id and drink.order_id = orders.id
        order by drink.drink_index, part.place
      )`.as('ingredients'),
    )
    .$if(scope !== 'anyone', (query) =>
      query.where(venueWithin(scope === 'anyone' ? { to: 'nothing' } : scope)),
    )
    .orderBy('orders.id', 'desc')
    .limit(page.size)
    .offset((page.current - 1) * page.size)
    .execute();
}
