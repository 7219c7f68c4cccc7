/** Sales by drink name over a time range, from the rollups and, at its edges, from the sales. */
import { sql } from 'kysely';
import { soldCents, soldQuantity } from '../../db/sales-sums.ts';
import type { Db } from '../../db/tables/tables.ts';
import { coverRange, type Stretch } from '../../rules/reports/rollup-cover.ts';
import {
  drinkOfSale,
  edgeRows,
  keptInPiece,
  pieceRows,
  type SalesScope,
  soldInEdge,
} from './sales-sums.queries.ts';

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
      select part.name, piece.sign * part.quantity as quantity, piece.sign * part.amount_cents as amount_cents
      from ${pieceRows(buckets)}
      cross join lateral (
        select kept.name, sum(kept.quantity) as quantity, sum(kept.amount_cents) as amount_cents
        from drink_rollups as kept
        where ${keptInPiece(scope)}
        group by kept.name
      ) as part
    ), edges as (
      select line.name, edge.sign * line.quantity as quantity, edge.sign * line.amount_cents as amount_cents
      from ${edgeRows(edges)}
      join orders as sale on ${soldInEdge(scope)}
      -- The offset keeps this from becoming a join, for which all drinks might be read.
      cross join lateral (
        select drink.name, ${soldQuantity} as quantity, ${soldCents} as amount_cents
        from ordered_drinks as drink where ${drinkOfSale(scope)}
        offset 0
      ) as line
    )
    select name, sum(quantity)::bigint as quantity, sum(amount_cents)::bigint as "amountCents"
    from (select * from kept union all select * from edges) as sold
    group by name
    having sum(quantity) > 0 or sum(amount_cents) > 0
    order by 2 desc, 3 desc, name
  `.execute(db);
  return rows;
}
