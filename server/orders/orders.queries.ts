import { type Insertable, type Selectable, sql } from 'kysely';
import { DatabaseError } from 'pg';
import type {
  OrderedDrinksTable,
  OrderReceiptsTable,
  OrdersTable,
  PoursTable,
} from '../../db/tables/orders.ts';
import type { ChangesTable } from '../../db/tables/audit.ts';
import type { UnitRef } from '../../db/tables/units.ts';
import { generatedOnce } from '../../db/generated-once.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { inBatches } from '../../lib/lists.ts';
import type { Scope } from '../../rules/permissions.ts';
import { shardCondition, venueScope } from '../venues/venues.queries.ts';

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
  | 'payment_id'
  | 'payment_provider'
  | 'card_last4'
> {
  drinks: ShownDrink[];
}

export interface ShownDrink extends Omit<
  OrderedDrinkRow,
  | 'venue_id'
  | 'order_id'
  | 'drink_id'
  | 'ingredient_ids'
  | 'ingredient_names'
  | 'refunded_at'
  | 'serving_ml'
  | 'ingredient_price_cents'
  | 'list_price_cents'
  | 'snapshot'
> {
  refunded_at: Date | string | null;
  /** Its last refund, except one through a card provider; only where requested. */
  refund?: RefundNote | null;
  /** Only where a drink is asked for by its present name. */
  is_current_drink?: boolean;
}

/** Of a statement: each has nine parameters, of which a statement can have 65,535. */
const mostPours = 1_000;

/**
 * Inserts the order with its receipt, drinks and pours, all or nothing.
 * @param number of its entry in the change log: the next one of the unit, which is locked
 */
export async function insertOrder(
  db: Tx,
  order: Insertable<OrdersTable>,
  { drinks, pours, number, payment }: NewOrderRows,
): Promise<void> {
  const receipts = [receiptOf(order), payment && paymentReceipt(order, payment)].filter(
    (receipt) => receipt !== null,
  );
  const { venue_id, unit_id, received_at: at, id: order_id } = order;
  const change = { venue_id, unit_id, number, at, kind: 'sale' as const, order_id };
  await insertNumbered(db, order, change, receipts, drinks);
  for (const batch of inBatches(pours, mostPours)) await insertPours(db, batch);
}

const insertNumbered = generatedOnce(
  (
    db,
    order: Insertable<OrdersTable>,
    change: Insertable<ChangesTable>,
    receipts: Insertable<OrderReceiptsTable>[],
    drinks: Insertable<OrderedDrinksTable>[],
  ) => {
    const { venue_id, unit_id, number } = change;
    const withOrder = db
      .with('kept', (with_) => with_.insertInto('orders').values(order))
      .with('change', (with_) => with_.insertInto('changes').values(change))
      .with('numbered', (with_) =>
        with_
          .updateTable('unit_state')
          .set({ last_number: number })
          .where('venue_id', '=', venue_id)
          .where('unit_id', '=', unit_id),
      );
    const withBoth =
      receipts.length === 0
        ? withOrder
        : withOrder.with('receipt', (with_) => with_.insertInto('order_receipts').values(receipts));
    return withBoth.insertInto('ordered_drinks').values(drinks);
  },
);

const insertPours = generatedOnce((db, pours: Insertable<PoursTable>[]) =>
  db.insertInto('pours').values(pours),
);

interface NewOrderRows {
  drinks: Insertable<OrderedDrinksTable>[];
  pours: Insertable<PoursTable>[];
  number: number;
  /** Of a sale that is the only one of its payment. */
  payment: PaidSale | null;
}

interface PaidSale {
  paymentId: string;
  bodyHash: Buffer;
}

/** A key that no request can have: it has two lines. */
export const paymentKey = (paymentId: string): string => `payment\n${paymentId}`;

const paymentReceipt = (
  { venue_id, unit_id, received_at, id: order_id }: Insertable<OrdersTable>,
  { paymentId, bodyHash: body_hash }: PaidSale,
): Insertable<OrderReceiptsTable> => ({
  venue_id,
  unit_id,
  idempotency_key: paymentKey(paymentId),
  order_id,
  body_hash,
  received_at,
});

function receiptOf(order: Insertable<OrdersTable>): Insertable<OrderReceiptsTable> | null {
  const { venue_id, unit_id, idempotency_key, body_hash, received_at } = order;
  if (!idempotency_key || !body_hash) return null;
  return { venue_id, unit_id, idempotency_key, order_id: order.id, body_hash, received_at };
}

/** An earlier order of one of the keys. */
interface EarlierOrder {
  key: string | null;
  id: string;
  body_hash: Buffer | null;
}

type FindEarlier = (
  db: Db,
  unit: { id: string; venue_id: string },
  keys: readonly string[],
) => Promise<EarlierOrder[]>;

export const findByReceipts: FindEarlier = (db, { venue_id, id }, keys) =>
  listReceipts(
    db,
    { venue_id, id },
    keys.map((key) => ({ key })),
  );

// Keys as parameters of their own: for an array of any length PostgreSQL would plan the statement anew each time.
const listReceipts = generatedOnce((db, unit: UnitRef, keys: { key: string }[]) =>
  db
    .selectFrom('order_receipts')
    .select(['order_id as id', 'body_hash', 'idempotency_key as key'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where(
      'idempotency_key',
      'in',
      keys.map(({ key }) => key),
    ),
);

/**
 * Finds an order without a receipt: one of an earlier release, or one whose receipt has ended. Partitioned tables have
 * no index for it.
 */
export const findByKeysOfOrders: FindEarlier = (db, unit, keys) =>
  db
    .selectFrom('orders')
    .select(['id', 'body_hash', 'idempotency_key as key'])
    .where('venue_id', '=', unit.venue_id)
    .where('unit_id', '=', unit.id)
    .where('idempotency_key', 'in', [...keys])
    .execute();

/**
 * Whether an order was not inserted because the unit has one with its key. A distributed table names the index, with the
 * shard, in the message only.
 */
export const isKeyStored = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  error.code === '23505' &&
  error.message.includes('orders_idempotency');

/** Time of the oldest receipt that ends; null without any. */
export async function findOldestReceipt(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('order_receipts')
    .select(({ fn }) => fn.min('received_at').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest;
}

export async function deleteReceiptsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('order_receipts').where('received_at', '<', before).execute();
}

export async function getSale(db: Db, venueId: string, orderId: string): Promise<SaleRow> {
  const [sale] = await listSalesById(db, venueId, [orderId]);
  if (!sale) throw new Error('There is no such order');
  return sale;
}

/** Returns those of the orders that the venue has, in no particular order. */
export async function listSalesById(
  db: Db,
  venueId: string,
  orderIds: readonly string[],
): Promise<SaleRow[]> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`id = any(${[...orderIds]}::uuid[])`)
    .execute();
  const drinks = await db
    .selectFrom('ordered_drinks')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`order_id = any(${[...orderIds]}::uuid[])`)
    .orderBy('drink_index')
    .execute();
  return orders.map((order) => ({
    ...order,
    drinks: drinks.filter(({ order_id }) => order_id === order.id),
  }));
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
    .where(shardCondition('orders.venue_id'))
    .where(venueScope(scope))
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
