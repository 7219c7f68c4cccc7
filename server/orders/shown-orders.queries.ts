/** The list of orders with the names of their ingredients, by cursor. */
import { type RawBuilder, sql } from 'kysely';
import { unionAll } from '../../db/union-all.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { Scope } from '../../rules/permissions.ts';
import { personName } from '../../rules/users/person-name.ts';
import {
  getSale,
  type OrderedDrinkRow,
  type OrderRef,
  type OrderRow,
  type RefundNote,
  type SaleRow,
} from './orders.queries.ts';
import { shardCondition, listVenueIds, venueScope } from '../venues/venues.queries.ts';

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
    .where(shardCondition('orders.venue_id'))
    .where(venueScope(scope))
    .executeTakeFirst();
}

type ListedOrder = Pick<OrderRow, 'venue_id' | 'id' | 'sold_at'>;

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
      : (await listSellingVenues(db, scope, start, page.size)).map((venueId) =>
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
  { ownerId, venueIds }: Extract<Scope, { to: 'owner' }>,
  start: RawBuilder<unknown>,
  most: number,
): Promise<string[]> {
  const all = await listVenueIds(db, ownerId, venueIds);
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

// An order as a whole: its sale, pours and refunds.

export interface PourRow {
  drink_index: number;
  /** Null for an ingredient that no longer exists. */
  ingredient: string | null;
  position: number;
  ml: number;
  ms: number;
  outcome: string;
}

export interface ShownRefund {
  drink_index: number;
  state: 'requested' | 'refunded' | 'failed';
  /** Null for the whole line. */
  glasses: number | null;
  amount_cents: number;
  provider: 'stripe' | 'shift4' | 'demo' | 'cash' | 'unsent';
  error: string | null;
  /** Name of the person; null for one that no person requested. */
  requested_by: string | null;
  requested_at: Date;
  settled_at: Date | null;
}

export interface OrderDetail {
  sale: SaleRow & { drinks: { refund: RefundNote | null }[] };
  pours: PourRow[];
  /** Oldest first. */
  refunds: ShownRefund[];
}

export async function readOrderDetail(db: Db, { venue_id, id }: OrderRef): Promise<OrderDetail> {
  const sale = await getSale(db, venue_id, id);
  const pours = await db
    .selectFrom('pours')
    .leftJoin('ingredients', (join) =>
      join
        .onRef('ingredients.venue_id', '=', 'pours.venue_id')
        .onRef('ingredients.id', '=', 'pours.ingredient_id'),
    )
    .select(['pours.drink_index', 'pours.position', 'pours.ml', 'pours.ms', 'pours.outcome'])
    .select('ingredients.name as ingredient')
    .where('pours.venue_id', '=', venue_id)
    .where('pours.order_id', '=', id)
    .orderBy('pours.drink_index')
    .orderBy('pours.pour_index')
    .execute();
  const requested = await db
    .selectFrom('refunds')
    .leftJoin('users', 'users.id', 'refunds.requested_by')
    .select(['refunds.drink_index', 'refunds.state', 'refunds.amount_cents', 'refunds.provider'])
    .select('refunds.glasses')
    .select(['refunds.error', 'refunds.requested_at', 'refunds.settled_at'])
    .select(['users.name', 'users.first_name', 'users.last_name'])
    .where('refunds.venue_id', '=', venue_id)
    .where('refunds.order_id', '=', id)
    .orderBy('refunds.requested_at')
    .orderBy('refunds.id')
    .execute();
  const refunds = requested.map(({ name, first_name, last_name, ...refund }) => ({
    ...refund,
    requested_by: name === null ? null : personName({ name, first_name, last_name }),
  }));
  const drinks = sale.drinks.map((drink) => ({
    ...drink,
    refund: refundNote(refunds, drink.drink_index),
  }));
  return { sale: { ...sale, drinks }, pours, refunds };
}

/** The note on a drink's last refund, as in the sales report: one that is pending, else the one that was settled last. */
function refundNote(refunds: readonly ShownRefund[], drinkIndex: number): RefundNote | null {
  const [last] = refunds
    .filter((refund) => refund.drink_index === drinkIndex)
    .toReversed()
    .toSorted((one, other) => settledMs(other) - settledMs(one) || rank(one) - rank(other));
  if (!last) return null;
  if (last.state !== 'refunded') return last.state;
  return last.provider === 'cash' || last.provider === 'unsent' ? last.provider : null;
}

const settledMs = ({ settled_at }: ShownRefund): number => settled_at?.getTime() ?? Infinity;

const rank = ({ state }: ShownRefund): number => (state === 'failed' ? 1 : 0);
