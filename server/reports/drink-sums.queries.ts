/** Sales by drink name over a time range, from the rollups and, at its edges, from the sales. */
import { sql } from 'kysely';
import { soldCents, soldQuantity } from '../../db/sales-sums.ts';
import type { Db } from '../../db/tables/tables.ts';
import { coverRange, type Stretch } from '../../rules/reports/rollup-cover.ts';
import { ofUnit, pieceRows, type SalesScope } from './sales-sums.queries.ts';

export interface SoldDrink {
  name: string;
  /** Includes refunded drinks as far as they were poured. */
  quantity: number;
  /** Before tax and tips, without refunds. */
  amountCents: number;
}

/** Sorts by quantity, then amount, both descending, then by name. Omits drinks that were refunded entirely. */
export async function sumDrinks(db: Db, scope: SalesScope, range: Stretch): Promise<SoldDrink[]> {
  const { buckets, edges } = coverRange(range);
  const { rows } = await sql<SoldDrink>`
    with kept as (
      select kept.name, kept.quantity, kept.amount_cents
      from ${pieceRows(buckets)}
      join drink_rollups as kept
        on kept.venue_id = ${scope.venueId} and kept.grain = piece.grain
        and kept.bucket >= piece.starts and kept.bucket < piece.ends
      where ${ofUnit('kept.unit_id', scope)}
    ), edges as (
      select drink.name, ${soldQuantity} as quantity, ${soldCents} as amount_cents
      from unnest(
        ${edges.map(({ startMs }) => new Date(startMs))}::timestamptz[],
        ${edges.map(({ endMs }) => new Date(endMs))}::timestamptz[]
      ) as edge (starts, ends)
      join orders as sale
        on sale.venue_id = ${scope.venueId} and sale.sold_at >= edge.starts and sale.sold_at < edge.ends
      join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
      where ${ofUnit('sale.unit_id', scope)}
    )
    select name, sum(quantity)::bigint as quantity, sum(amount_cents)::bigint as "amountCents"
    from (select * from kept union all select * from edges) as sold
    group by name
    having sum(quantity) > 0 or sum(amount_cents) > 0
    order by 2 desc, 3 desc, name
  `.execute(db);
  return rows;
}
