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

/**
 * Buckets of a cover as rows. What they cover is read by a lateral subquery for each: as a join, PostgreSQL may read
 * the rollups of all venues instead.
 */
export const pieceRows = (buckets: Cover['buckets']): RawBuilder<unknown> => sql`unnest(
  ${buckets.map(({ grain }) => grain)}::text[],
  ${buckets.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${buckets.map(({ endMs }) => new Date(endMs))}::timestamptz[]
) as piece (grain, starts, ends)`;

/** Edges of a cover as rows. */
export const edgeRows = (edges: Cover['edges']): RawBuilder<unknown> => sql`unnest(
  ${edges.map(({ startMs }) => new Date(startMs))}::timestamptz[],
  ${edges.map(({ endMs }) => new Date(endMs))}::timestamptz[]
) as edge (starts, ends)`;

/** Condition for rollups as kept that belong to a piece. */
export const keptInPiece = (scope: SalesScope): RawBuilder<unknown> => sql`
  kept.venue_id = ${scope.venueId} and kept.grain = piece.grain
  and kept.bucket >= piece.starts and kept.bucket < piece.ends and ${ofUnit('kept.unit_id', scope)}`;

/** Condition for orders as sale that belong to an edge. */
export const soldInEdge = (scope: SalesScope): RawBuilder<unknown> => sql`
  sale.venue_id = ${scope.venueId} and sale.sold_at >= edge.starts and sale.sold_at < edge.ends
  and ${ofUnit('sale.unit_id', scope)}`;

/** Condition for ordered_drinks as drink that belong to sale. */
export const drinkOfSale = sql`drink.venue_id = sale.venue_id and drink.order_id = sale.id`;

const each = (column: (name: keyof SaleSums) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(sumNames.map((name) => sql`${column(name)} as ${sql.id(name)}`));

export async function sumSales(db: Db, scope: SalesScope, range: Stretch): Promise<SaleSums> {
  const { buckets, edges } = coverRange(range);
  const { rows } = await sql<SaleSums>`
    select ${each((name) => sql`coalesce(sum(${sql.id(name)}), 0)`)}
    from (
      select kept.* from ${pieceRows(buckets)} cross join lateral (
        select ${each((name) => sql`sum(kept.${sql.id(sumColumns[name])})`)}
        from sales_rollups as kept where ${keptInPiece(scope)}
      ) as kept
      union all
      select sold.* from ${edgeRows(edges)} cross join lateral (
        select ${each((name) => (name in orderSums ? orderSums[name as keyof typeof orderSums] : sql`sum(line.${sql.id(name)})`))}
        from orders as sale
        cross join lateral (
          select ${selected(lineSums)} from ordered_drinks as drink where ${drinkOfSale}
        ) as line
        where ${soldInEdge(scope)}
      ) as sold
    ) as part
  `.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('A sum returns one row');
  return sums;
}
