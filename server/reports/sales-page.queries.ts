/** A page of the sales of a range, oldest first; a late page costs about as much as the first. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { bucketEnd, bucketStart, type Stretch } from '../../rules/reports/rollup-cover.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import { drinkOfSale, ofUnit, type SalesScope } from './sales-sums.queries.ts';

/** Up to this offset, skipping rows is cheaper than looking up the start. */
const fewRows = 500;

/** Largest number of sales that one statement reads: more would hold the event loop while they are parsed. */
const mostPerStatement = 100;

export interface Page {
  current: number;
  size: number;
}

const skippedBy = ({ current, size }: Page): number => (current - 1) * size;

/** A row as JSON, in which a time is text. */
export type JsonSale = Omit<ShownSale, 'sold_at'> & { sold_at: string };

/** Parsing one JSON text takes a fraction of the time that the driver needs for as many rows. */
const asJson = (slice: RawBuilder<unknown>): RawBuilder<JsonSale[]> => sql`
  (select coalesce(json_agg(sale order by sale.sold_at, sale.id), '[]') from (${slice}) as sale)`;

export const shownSales = (sales: readonly JsonSale[]): ShownSale[] =>
  sales.map((sale) => ({ ...sale, sold_at: new Date(sale.sold_at) }));

/** Expression for the JSON of a page that one statement can read; null for a late or large one. */
export const selectPage = (
  scope: SalesScope,
  { startMs, endMs }: Stretch,
  page: Page,
): RawBuilder<JsonSale[]> | null =>
  skippedBy(page) <= fewRows && page.size <= mostPerStatement
    ? selectSlice(scope, {
        from: { fromMs: startMs, skip: skippedBy(page) },
        toMs: endMs,
        size: page.size,
      })
    : null;

/** Lists a page of the sales, in slices that one statement each has read. */
export async function listSales(
  db: Db,
  scope: SalesScope,
  range: Stretch,
  page: Page,
): Promise<ShownSale[][]> {
  const skip = skippedBy(page);
  const start =
    skip <= fewRows ? { fromMs: range.startMs, skip } : await findPageStart(db, scope, range, skip);
  const slices: ShownSale[][] = [];
  let from: SliceStart = start;
  for (let left = page.size; left > 0; left -= mostPerStatement) {
    const size = Math.min(left, mostPerStatement);
    const slice = await readSlice(db, selectSlice(scope, { from, toMs: range.endMs, size }));
    slices.push(slice);
    const last = slice.at(-1);
    if (last === undefined || slice.length < size) break;
    from = { after: last };
  }
  return slices;
}

async function readSlice(db: Db, slice: RawBuilder<JsonSale[]>): Promise<ShownSale[]> {
  const { rows } = await sql<{ sales: JsonSale[] }>`select ${slice} as sales`.execute(db);
  return shownSales(rows[0]?.sales ?? []);
}

/** By time, skipping the first rows, or the row after the last one of the slice before. */
type SliceStart = { fromMs: number; skip: number } | { after: Pick<ShownSale, 'sold_at' | 'id'> };

function selectSlice(
  scope: SalesScope,
  { from, toMs, size }: { from: SliceStart; toMs: number; size: number },
): RawBuilder<JsonSale[]> {
  const start =
    'after' in from
      ? sql`(sold_at, id) > (${from.after.sold_at}, ${from.after.id})`
      : sql`sold_at >= ${new Date(from.fromMs)}`;
  return asJson(sql`
    select
      ${shownColumns},
      array(
        select json_build_object(
          'id', drink.id, 'drink_index', drink.drink_index, 'name', drink.name, 'quantity', drink.quantity,
          'success_quantity', drink.success_quantity, 'is_double', drink.is_double, 'price_cents', drink.price_cents,
          'tax_cents', drink.tax_cents, 'tip_cents', drink.tip_cents, 'fee_cents', drink.fee_cents,
          'refunded_at', drink.refunded_at, 'refund', (${lastRefund(scope)})
        )
        from ordered_drinks as drink
        where ${drinkOfSale(scope)}
        order by drink.drink_index
      ) as drinks
    from (
      select ${shownColumns} from orders
      where venue_id = ${scope.venueId} and ${ofUnit('unit_id', scope)}
        and ${start} and sold_at < ${new Date(toMs)}
      order by sold_at, id
      offset ${'after' in from ? 0 : from.skip} limit ${size}
    ) as sale
  `);
}

const shownColumns = sql.raw(
  `id, sold_at, unit_number, price_cents, tax_cents, tip_cents, fee_cents, duration_ms, payment_reader_device_name,
  payment_id, payment_provider`,
);

/**
 * The last refund of drink that is pending, failed or without a card provider. One that has not failed is the last: no
 * other can be requested beside it.
 */
const lastRefund = ({ venueId }: SalesScope) => sql`
  select case when state <> 'refunded' then state when provider in ('cash', 'unsent') then provider end
  from refunds
  where refunds.venue_id = ${venueId} and refunds.order_id = drink.order_id
    and refunds.drink_index = drink.drink_index
  order by state = 'failed', requested_at desc, id desc
  limit 1
`;

/** Uses rollup counts to find the day in which the page starts, so that only rows of that one are skipped. */
async function findPageStart(
  db: Db,
  scope: SalesScope,
  range: Stretch,
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
  { startMs, endMs }: Stretch,
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
