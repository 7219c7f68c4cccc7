/** A page of the sales of a range, oldest first; a late page costs about as much as the first. */
import { sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { coverRange, type Stretch } from '../../rules/reports/rollup-cover.ts';
import type { OrderedDrinkRow, OrderRow, RefundNote, SaleRow } from '../orders/orders.queries.ts';
import { keptInPiece, pieceRows, type SalesScope } from './sales-sums.queries.ts';

/** Up to this offset, skipping rows is cheaper than looking up the start. */
const fewRows = 500;

export async function listSales(
  db: Db,
  scope: SalesScope,
  range: Stretch,
  page: { current: number; size: number },
): Promise<SaleRow[]> {
  const skip = (page.current - 1) * page.size;
  const start =
    skip <= fewRows ? { fromMs: range.startMs, skip } : await findPageStart(db, scope, range, skip);
  const orders = await ordersBetween(db, scope, { startMs: start.fromMs, endMs: range.endMs })
    .orderBy('sold_at')
    .orderBy('id')
    .offset(start.skip)
    .limit(page.size)
    .execute();
  return withDrinks(db, scope.venueId, orders);
}

const ordersBetween = (db: Db, { venueId, unitId }: SalesScope, { startMs, endMs }: Stretch) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('venue_id', '=', venueId)
    .$if(unitId !== null, (query) => query.where('unit_id', '=', unitId ?? ''))
    .where('sold_at', '>=', new Date(startMs))
    .where('sold_at', '<', new Date(endMs));

/** Uses rollup counts to find the hour or day in which the page starts, so that only rows of that one are skipped. */
async function findPageStart(
  db: Db,
  scope: SalesScope,
  range: Stretch,
  skip: number,
): Promise<{ fromMs: number; skip: number }> {
  const { buckets } = coverRange(range, 'day');
  const firstMs = buckets[0]?.startMs;
  if (firstMs === undefined) return { fromMs: range.startMs, skip };
  const edge = await ordersBetween(db, scope, { startMs: range.startMs, endMs: firstMs })
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  if (skip < edge.orders) return { fromMs: range.startMs, skip };

  const { rows } = await sql<{ bucket: Date; before: number }>`
    with counted as (
      select day.bucket, day.orders
      from ${pieceRows(buckets)}
      cross join lateral (
        select kept.bucket, sum(kept.orders) as orders
        from sales_rollups as kept
        where ${keptInPiece(scope)}
        group by kept.bucket
      ) as day
    ), running as (
      select bucket, sum(orders) over (order by bucket) - orders as before from counted
    )
    select bucket, before from running where before <= ${skip - edge.orders} order by bucket desc limit 1
  `.execute(db);
  const [found] = rows;
  return found
    ? { fromMs: found.bucket.getTime(), skip: skip - edge.orders - found.before }
    : { fromMs: firstMs, skip: skip - edge.orders };
}

async function withDrinks(db: Db, venueId: string, orders: OrderRow[]): Promise<SaleRow[]> {
  if (orders.length === 0) return [];
  const drinks = await db
    .selectFrom('ordered_drinks')
    .selectAll()
    .where('venue_id', '=', venueId)
    .where(sql<boolean>`order_id = any(${orders.map((order) => order.id)}::uuid[])`)
    .orderBy('order_id')
    .orderBy('drink_index')
    .execute();
  const byOrder = new Map<string, OrderedDrinkRow[]>(orders.map((order) => [order.id, []]));
  for (const drink of drinks) byOrder.get(drink.order_id)?.push(drink);
  const refunds = await listRefundNotes(db, venueId, orders);
  return orders.map((order) => ({
    ...order,
    drinks: byOrder.get(order.id) ?? [],
    refunds: refunds.get(order.id) ?? new Map<number, RefundNote>(),
  }));
}

type RefundNotes = NonNullable<SaleRow['refunds']>;

/** Lists the last refunds that are pending, failed or without a card provider, by order and ordinal. */
async function listRefundNotes(
  db: Db,
  venueId: string,
  orders: readonly OrderRow[],
): Promise<Map<string, RefundNotes>> {
  const { rows } = await sql<{ order_id: string; states: [number, RefundNote][] }>`
    with latest as (
      select distinct on (order_id, drink_index) order_id, drink_index, state, provider
      from refunds
      where venue_id = ${venueId} and order_id = any(${orders.map((order) => order.id)}::uuid[])
      order by order_id, drink_index, state = 'failed', requested_at desc, id desc
    )
    select order_id, json_agg(json_build_array(
      drink_index, case when state = 'refunded' then provider else state end
    )) as states
    from latest where state <> 'refunded' or provider in ('cash', 'unsent') group by order_id
  `.execute(db);
  return new Map(rows.map(({ order_id, states }) => [order_id, new Map(states)]));
}
