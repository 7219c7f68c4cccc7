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

export interface SoldDrinkOfRange extends SoldDrink {
  /** Index of the range. */
  nth: number;
}

/** Sorts by quantity, then amount, both descending, then by name. Omits drinks that were refunded entirely. */
export const sumDrinks = (db: Db, scope: SalesScope, range: Stretch): Promise<SoldDrink[]> =>
  sumDrinksByRange(db, scope, [range]).then((rows) =>
    rows.map(({ name, quantity, amountCents }) => ({ name, quantity, amountCents })),
  );

/** Sums of each drink over each of these ranges, in one statement; by range, then as `sumDrinks` sorts. */
export async function sumDrinksByRange(
  db: Db,
  scope: SalesScope,
  ranges: readonly Stretch[],
): Promise<SoldDrinkOfRange[]> {
  const covers = ranges.map((range, nth) => ({ nth, ...coverRange(range) }));
  const buckets = covers.flatMap(({ nth, ...cover }) =>
    cover.buckets.map((bucket) => ({ ...bucket, nth })),
  );
  const edges = covers.flatMap(({ nth, ...cover }) =>
    cover.edges.map((edge) => ({ ...edge, nth })),
  );
  const { rows } = await sql<SoldDrinkOfRange>`
    with kept as (
      select piece.nth, part.name, piece.sign * part.quantity as quantity, piece.sign * part.amount_cents as amount_cents
      from ${pieceRows(buckets)}
      cross join lateral (
        select kept.name, sum(kept.quantity) as quantity, sum(kept.amount_cents) as amount_cents
        from drink_rollups as kept
        where ${keptInPiece(scope)}
        group by kept.name
      ) as part
    ), edges as (
      select edge.nth, line.name, edge.sign * line.quantity as quantity, edge.sign * line.amount_cents as amount_cents
      from ${edgeRows(edges)}
      join orders as sale on ${soldInEdge(scope)}
      -- The offset keeps this from becoming a join, for which all drinks might be read.
      cross join lateral (
        select drink.name, ${soldQuantity} as quantity, ${soldCents} as amount_cents
        from ordered_drinks as drink where ${drinkOfSale(scope)}
        offset 0
      ) as line
    )
    select nth, name, sum(quantity)::bigint as quantity, sum(amount_cents)::bigint as "amountCents"
    from (select * from kept union all select * from edges) as sold
    group by nth, name
    having sum(quantity) > 0 or sum(amount_cents) > 0
    order by nth, 3 desc, 4 desc, name
  `.execute(db);
  return rows;
}
