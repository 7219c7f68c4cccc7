/** Sums over a time range, from the rollups and, at its edges, from the sales. */
import { type RawBuilder, sql } from 'kysely';
import { lineSums, orderSums, selected, sumColumns, sumNames } from '../../db/sales-sums.ts';
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
  const sums = sumNames.map(
    (name) => sql`coalesce(sum(kept.${sql.id(sumColumns[name])}), 0) as ${sql.id(name)}`,
  );
  const { rows } = await sql<SaleSums>`
    select ${sql.join(sums)}
    from ${pieceRows(buckets)}
    join sales_rollups as kept
      on kept.venue_id = ${scope.venueId} and kept.grain = piece.grain
      and kept.bucket >= piece.starts and kept.bucket < piece.ends
    where ${ofUnit('kept.unit_id', scope)}
  `.execute(db);
  return firstOf(rows);
}

async function sumEdge(db: Db, scope: SalesScope, { startMs, endMs }: Stretch): Promise<SaleSums> {
  const sums = sumNames.map((name) => sql`coalesce(${sql.id(name)}, 0) as ${sql.id(name)}`);
  const { rows } = await sql<SaleSums>`
    with sale as (
      select * from orders
      where venue_id = ${scope.venueId} and ${ofUnit('unit_id', scope)}
      and sold_at >= ${new Date(startMs)} and sold_at < ${new Date(endMs)}
    )
    select ${sql.join(sums)}
    from (select ${selected(orderSums)} from sale) as counted
    cross join (
      select ${selected(lineSums)}
      from sale join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
    ) as line
  `.execute(db);
  return firstOf(rows);
}

function firstOf<T>(rows: T[]): T {
  const [row] = rows;
  if (!row) throw new Error('A sum answers one row');
  return row;
}
