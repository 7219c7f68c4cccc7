/** Sums over a time range, from the rollups and, at its edges, from the sales. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import { type Cover, coverRange, type Stretch } from '../../rules/reports/rollup-cover.ts';
import type { SaleSums } from '../../rules/reports/sales-totals.ts';

/** A venue, or one of its units. */
export interface SalesScope {
  venueId: string;
  unitId: string | null;
}

/** Condition for one unit's rows; empty for a whole venue. */
export const ofUnit = (column: string, { unitId }: SalesScope): RawBuilder<unknown> =>
  unitId === null ? sql`true` : sql`${sql.ref(column)} = ${unitId}`;

/** Buckets of a cover as rows to join with. */
export const pieceRows = (buckets: Cover['buckets']): RawBuilder<unknown> => sql`unnest(
  ${buckets.map(({ grain }) => grain)}::text[],
  ${buckets.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${buckets.map(({ endMs }) => new Date(endMs))}::timestamptz[]
) as piece (grain, starts, ends)`;

export async function sumSales(db: Db, scope: SalesScope, range: Stretch): Promise<SaleSums> {
  const { buckets, edges } = coverRange(range);
  const parts = [await sumBuckets(db, scope, buckets)];
  for (const edge of edges) parts.push(await sumEdge(db, scope, edge));
  return parts.reduce(add);
}

function add(a: SaleSums, b: SaleSums): SaleSums {
  return {
    salesCents: a.salesCents + b.salesCents,
    taxCents: a.taxCents + b.taxCents,
    tipCents: a.tipCents + b.tipCents,
    refundCents: a.refundCents + b.refundCents,
    feeCents: a.feeCents + b.feeCents,
    priceCents: a.priceCents + b.priceCents,
    orders: a.orders + b.orders,
    servings: a.servings + b.servings,
    durationMs: a.durationMs + b.durationMs,
    timedOrders: a.timedOrders + b.timedOrders,
  };
}

async function sumBuckets(db: Db, scope: SalesScope, buckets: Cover['buckets']): Promise<SaleSums> {
  const { rows } = await sql<SaleSums>`
    select
      coalesce(sum(sales_cents), 0) as "salesCents",
      coalesce(sum(tax_cents), 0) as "taxCents",
      coalesce(sum(tip_cents), 0) as "tipCents",
      coalesce(sum(refund_cents), 0) as "refundCents",
      coalesce(sum(fee_cents), 0) as "feeCents",
      coalesce(sum(price_cents), 0) as "priceCents",
      coalesce(sum(orders), 0) as "orders",
      coalesce(sum(servings), 0) as "servings",
      coalesce(sum(duration_ms), 0) as "durationMs",
      coalesce(sum(timed_orders), 0) as "timedOrders"
    from ${pieceRows(buckets)}
    join sales_rollups as kept
      on kept.venue_id = ${scope.venueId} and kept.grain = piece.grain
      and kept.bucket >= piece.starts and kept.bucket < piece.ends
    where ${ofUnit('kept.unit_id', scope)}
  `.execute(db);
  return firstOf(rows);
}

/** Servings of a line: 2 for a successful double, 1 for a successful single; see rules/sales-totals. */
async function sumEdge(db: Db, scope: SalesScope, { startMs, endMs }: Stretch): Promise<SaleSums> {
  const { rows } = await sql<SaleSums>`
    with sold as (
      select * from orders
      where venue_id = ${scope.venueId} and ${ofUnit('unit_id', scope)}
      and sold_at >= ${new Date(startMs)} and sold_at < ${new Date(endMs)}
    ), lines as (
      select
        drink.*, drink.price_cents * drink.quantity as line_cents, drink.refunded_at is not null as refunded
      from sold join ordered_drinks as drink on drink.venue_id = sold.venue_id and drink.order_id = sold.id
    )
    select
      coalesce(sum(line_cents) filter (where not refunded), 0) as "salesCents",
      coalesce(sum(tax_cents) filter (where not refunded), 0) as "taxCents",
      coalesce(sum(tip_cents) filter (where not refunded), 0) as "tipCents",
      coalesce(sum(line_cents + tax_cents + tip_cents) filter (where refunded), 0) as "refundCents",
      coalesce(sum(fee_cents), 0) as "feeCents",
      coalesce(sum(line_cents), 0) as "priceCents",
      (select count(*) from sold) as "orders",
      coalesce(sum(case when success_quantity = 0 then 0 when is_double then 2 else 1 end), 0) as "servings",
      (select coalesce(sum(duration_ms), 0) from sold) as "durationMs",
      (select count(duration_ms) from sold) as "timedOrders"
    from lines
  `.execute(db);
  return firstOf(rows);
}

function firstOf<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error('A sum answers one row');
  return row;
}
