/** A page of the sales of a range, from either end; a late page costs about as much as the first. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { bucketEnd, bucketStart, type TimeRange } from '../../rules/reports/rollup-cover.ts';
import { mostExamined } from '../../rules/reports/sale-filter.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import {
  drinkOfSale,
  type FilterOfSales,
  isOneOf,
  matchingSale,
  ofUnit,
  type SalesScope,
} from './sales-sums.queries.ts';

/** Up to this offset, skipping rows is cheaper than looking up the start. */
const fewRows = 500;

/** Largest number of sales that one statement reads: more would hold the event loop while they are parsed. */
const mostPerStatement = 100;

/** Position among the sales, by time and id. */
export type SaleCursor = Pick<ShownSale, 'sold_at' | 'id'>;

export interface Page {
  current: number;
  size: number;
  sort: 'oldest' | 'newest';
  /** The sales next to this one in that direction of time, instead of those of the page number. */
  start?: { later: boolean; than: SaleCursor } | undefined;
  filter?: FilterOfSales | undefined;
  /** Only sales in these, in their order. */
  hours?: readonly TimeRange[] | undefined;
}

/** A position among the sales, or the end of the range after some that are skipped. */
type SliceStart =
  | { readonly skip: number; readonly fromMs?: number }
  | { readonly than: SaleCursor };

/** Sales that one statement reads, in one direction of time. */
interface Slice {
  readonly from: SliceStart;
  readonly size: number;
  readonly isBackward: boolean;
  readonly sort: Page['sort'];
  readonly filter?: FilterOfSales | undefined;
  readonly hours?: readonly TimeRange[] | undefined;
}

/** Pages of a filter have no numbers: each continues from a sale. */
const skippedBy = ({ current, size, start, filter }: Page): number =>
  start || filter ? 0 : (current - 1) * size;

/** A row as JSON, in which a time is text. */
export type JsonSale = Omit<ShownSale, 'sold_at'> & { sold_at: string };

const inOrder = (sort: Page['sort'], table: string): RawBuilder<unknown> => {
  const [soldAt, id] = [sql.ref(`${table}.sold_at`), sql.ref(`${table}.id`)];
  return sort === 'newest' ? sql`${soldAt} desc, ${id} desc` : sql`${soldAt}, ${id}`;
};

/** Parsing one JSON text takes a fraction of the time that the driver needs for as many rows. */
const asJson = (slice: RawBuilder<unknown>, sort: Page['sort']): RawBuilder<JsonSale[]> => sql`
  (select coalesce(json_agg(sale order by ${inOrder(sort, 'sale')}), '[]') from (${slice}) as sale)`;

export const shownSales = (sales: readonly JsonSale[]): ShownSale[] =>
  sales.map((sale) => ({ ...sale, sold_at: new Date(sale.sold_at) }));

const isBackward = ({ sort, start }: Page): boolean => (start ? !start.later : sort === 'newest');

const firstSlice = (page: Page): Slice => ({
  from: page.start ?? { skip: skippedBy(page) },
  size: page.size,
  isBackward: isBackward(page),
  sort: page.sort,
  filter: page.filter,
  hours: page.hours,
});

/** Expression for the JSON of a page that one statement can read; null for a late or large one. */
export const selectPage = (
  scope: SalesScope,
  range: TimeRange,
  page: Page,
): RawBuilder<JsonSale[]> | null =>
  skippedBy(page) <= fewRows && page.size <= mostPerStatement
    ? selectSlice(scope, range, firstSlice(page))
    : null;

export interface ListedSales {
  /** As one statement each has read them. */
  slices: ShownSale[][];
  /** Start of the slice that was read last; where a filter left it short, examining ended within it. */
  lastFrom: SliceStart;
}

/** What one statement has read of a page, as `selectPage` builds it. */
export const onlySlice = (page: Page, sales: ShownSale[]): ListedSales => ({
  slices: [sales],
  lastFrom: firstSlice(page).from,
});

/**
 * Lists a page of the sales, in slices.
 * @param total number of sales in the range
 */
export async function listSales(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
  page: Page,
  total: number,
): Promise<ListedSales> {
  let next =
    skippedBy(page) <= fewRows ? firstSlice(page) : await lateSlice(db, scope, range, page, total);
  const slices: ShownSale[][] = [];
  let lastFrom = next.from;
  const isReversed = next.isBackward !== (page.sort === 'newest');
  for (let left = next.size; left > 0; left -= mostPerStatement) {
    const size = Math.min(left, mostPerStatement);
    lastFrom = next.from;
    const slice = await readSlice(db, selectSlice(scope, range, { ...next, size }));
    if (isReversed) slices.unshift(slice);
    else slices.push(slice);
    const last = slice.at(isReversed ? 0 : -1);
    if (last === undefined || slice.length < size) break;
    next = { ...next, from: { than: last } };
  }
  return { slices, lastFrom };
}

/** Start of a late page, which is read forward: counted from the oldest sale whatever the order. */
async function lateSlice(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
  page: Page,
  total: number,
): Promise<Slice> {
  const skipped = skippedBy(page);
  const isNewest = page.sort === 'newest';
  const skip = isNewest ? Math.max(0, total - skipped - page.size) : skipped;
  const size = isNewest ? Math.min(page.size, Math.max(0, total - skipped)) : page.size;
  const from = await findPageStart(db, scope, range, skip);
  return { from, size, isBackward: false, sort: page.sort };
}

async function readSlice(db: Db, slice: RawBuilder<JsonSale[]>): Promise<ShownSale[]> {
  const { rows } = await sql<{ sales: JsonSale[] }>`select ${slice} as sales`.execute(db);
  return shownSales(rows[0]?.sales ?? []);
}

/** Orders of the scope and range from the start of a slice on, in its direction. */
function ordersOf(
  scope: SalesScope,
  { startMs, endMs }: TimeRange,
  { from, isBackward, hours }: Slice,
): RawBuilder<unknown> {
  const start =
    'than' in from
      ? sql`(sold_at, id) ${sql.raw(isBackward ? '<' : '>')} (${from.than.sold_at}, ${from.than.id})`
      : sql`true`;
  const startedMs = 'fromMs' in from && from.fromMs !== undefined ? from.fromMs : startMs;
  return sql`
    from ${hours ? ordersIn(scope, hours) : sql`orders`}
    where venue_id = ${scope.venueId} and ${ofUnit('unit_id', scope)} and ${start}
      and sold_at >= ${new Date(startedMs)} and sold_at < ${new Date(endMs)}
    order by ${inOrder(isBackward ? 'newest' : 'oldest', 'orders')}
    offset ${'skip' in from ? from.skip : 0}`;
}

/** Orders of several ranges, each read by itself: as a condition on all orders, these would be read. */
const ordersIn = (
  { venueId }: SalesScope,
  ranges: readonly TimeRange[],
): RawBuilder<unknown> => sql`(
  select sale.*
  from unnest(
    ${ranges.map(({ startMs }) => new Date(startMs))}::timestamptz[],
    ${ranges.map(({ endMs }) => new Date(endMs))}::timestamptz[]
  ) as part (starts, ends)
  cross join lateral (
    select * from orders as sale
    where sale.venue_id = ${venueId} and sale.sold_at >= part.starts and sale.sold_at < part.ends
    offset 0
  ) as sale
) as orders`;

/** Of a filter, the first that match among the sales that are examined. */
function shownOrders(scope: SalesScope, range: TimeRange, slice: Slice): RawBuilder<unknown> {
  const { filter, size, isBackward: backward } = slice;
  const orders = sql`select ${shownColumns} ${ordersOf(scope, range, slice)}`;
  if (!filter) return sql`${orders} limit ${size}`;
  return sql`
    select * from (${orders} limit ${mostExamined}) as sale
    where ${matchingSale(scope, filter)}
    order by ${inOrder(backward ? 'newest' : 'oldest', 'sale')}
    limit ${size}`;
}

/**
 * Returns the last of the sales that a filter examined for its last slice, if it stopped before the end of the range.
 * A page that is filled continues from its last sale.
 */
export async function findExamined(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
  page: Page,
  { slices, lastFrom: from }: ListedSales,
): Promise<SaleCursor | null> {
  if (!page.filter || slices.flat().length >= page.size) return null;
  const { rows } = await lastExamined(scope, range, { ...firstSlice(page), from }).execute(db);
  return rows[0] ?? null;
}

/** The last sale that a filter examines, if there are as many. */
const lastExamined = (
  scope: SalesScope,
  range: TimeRange,
  slice: Slice,
): RawBuilder<SaleCursor> => sql`
  select id, sold_at from (
    select id, sold_at ${ordersOf(scope, range, slice)} limit ${mostExamined}
  ) as examined
  offset ${mostExamined - 1}`;

// Parts of statements about several venues.

/** Selects the places of the sales that a page of this venue alone would have (id, sold_at). */
export const selectPlaces = (
  scope: SalesScope,
  range: TimeRange,
  page: Page,
): RawBuilder<SaleCursor> =>
  sql`select id, sold_at from (${shownOrders(scope, range, firstSlice(page))}) as place`;

/** Selects the last sale that the filter of a page examines, if there are as many (id, sold_at). */
export const selectLastExamined = (
  scope: SalesScope,
  range: TimeRange,
  page: Page,
): RawBuilder<SaleCursor> => lastExamined(scope, range, firstSlice(page));

/** Reads these sales of a venue. */
export const readSales = (
  db: Db,
  scope: SalesScope,
  ids: readonly string[],
): Promise<ShownSale[]> =>
  readSlice(
    db,
    selectSales(
      scope,
      sql`
        select ${shownColumns} from orders
        where venue_id = ${scope.venueId} and id = any(${[...ids]}::uuid[])`,
      'oldest',
    ),
  );

const selectSlice = (scope: SalesScope, range: TimeRange, slice: Slice): RawBuilder<JsonSale[]> =>
  selectSales(scope, shownOrders(scope, range, slice), slice.sort, slice.filter?.drinkKeys);

/** @param orders selects the shown columns of each */
function selectSales(
  scope: SalesScope,
  orders: RawBuilder<unknown>,
  sort: Page['sort'],
  drinkKeys?: readonly string[],
): RawBuilder<JsonSale[]> {
  const page = sql`
    select
      ${shownColumns},
      array(
        select json_build_object(
          'id', drink.id, 'drink_index', drink.drink_index, 'name', drink.name, 'quantity', drink.quantity,
          'success_quantity', drink.success_quantity, 'is_double', drink.is_double, 'price_cents', drink.price_cents,
          'tax_cents', drink.tax_cents, 'tip_cents', drink.tip_cents, 'fee_cents', drink.fee_cents,
          'refunded_at', drink.refunded_at, 'refunded_quantity', drink.refunded_quantity,
          'refunded_tax_cents', drink.refunded_tax_cents, 'refunded_tip_cents', drink.refunded_tip_cents,
          'refund', (${lastRefund(scope)})
          ${drinkKeys ? sql`, 'is_current_drink', ${isOneOf(drinkKeys)}` : sql``}
        )
        from ordered_drinks as drink
        where ${drinkOfSale(scope)}
        order by drink.drink_index
      ) as drinks
    from (${orders}) as sale
  `;
  return asJson(page, sort);
}

/** Returns the position of a sale of the scope's venue. */
export function findSaleCursor(
  db: Db,
  { venueId }: SalesScope,
  id: string,
): Promise<SaleCursor | undefined> {
  return db
    .selectFrom('orders')
    .select(['id', 'sold_at'])
    .where('venue_id', '=', venueId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const shownColumns = sql.raw(
  `id, sold_at, unit_number, price_cents, tax_cents, tip_cents, fee_cents, duration_ms, payment_reader_device_name,
  payment_id, payment_provider, card_last4`,
);

/**
 * The last refund of drink that is pending, failed or without a card provider: one that is pending, else the one that was
 * settled last.
 */
const lastRefund = ({ venueId }: SalesScope) => sql`
  select case when state <> 'refunded' then state when provider in ('cash', 'unsent') then provider end
  from refunds
  where refunds.venue_id = ${venueId} and refunds.order_id = drink.order_id
    and refunds.drink_index = drink.drink_index
  order by settled_at desc nulls first, state = 'failed', requested_at desc, id desc
  limit 1
`;

/** Uses rollup counts to find the day in which the page starts, so that only rows of that one are skipped. */
async function findPageStart(
  db: Db,
  scope: SalesScope,
  range: TimeRange,
  skip: number,
): Promise<{ fromMs: number; skip: number }> {
  const firstMs = bucketEnd('day', range.startMs);
  const endMs = bucketStart('day', range.endMs);
  if (firstMs >= endMs) return { fromMs: range.startMs, skip };
  const edge = await countOrders(db, scope, { startMs: range.startMs, endMs: firstMs });
  if (skip < edge) return { fromMs: range.startMs, skip };

  const { rows } = await sql<{ bucket: Date; before: number }>`
    with running as (
      select bucket, sum(sum(orders)) over (order by bucket) - sum(orders) as before
      from sales_rollups as kept
      where kept.venue_id = ${scope.venueId} and kept.grain = 'day'
        and kept.bucket >= ${new Date(firstMs)} and kept.bucket < ${new Date(endMs)}
        and ${ofUnit('kept.unit_id', scope)}
      group by bucket
    )
    select bucket, before from running where before <= ${skip - edge} order by bucket desc limit 1
  `.execute(db);
  const [found] = rows;
  return found
    ? { fromMs: found.bucket.getTime(), skip: skip - edge - found.before }
    : { fromMs: firstMs, skip: skip - edge };
}

async function countOrders(
  db: Db,
  { venueId, unitId }: SalesScope,
  { startMs, endMs }: TimeRange,
): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('venue_id', '=', venueId)
    .$if(unitId !== null, (query) => query.where('unit_id', '=', unitId ?? ''))
    .where('sold_at', '>=', new Date(startMs))
    .where('sold_at', '<', new Date(endMs))
    .executeTakeFirstOrThrow();
  return orders;
}
