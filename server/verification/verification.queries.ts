/** What is stored twice, compared within one venue. Each statement sees one moment of the database. */
import { type RawBuilder, sql } from 'kysely';
import {
  coarserGrains,
  selectCoarserDrinks,
  selectCoarserSales,
  selectHourlyDrinks,
  selectHourlySales,
} from '../../db/rebuild-rollups.ts';
import { sumColumns, sumNames } from '../../db/sales-sums.ts';
import type { Db } from '../../db/tables/tables.ts';

/** A row of a rollup that differs from the sums it was made of; null where that side has no row. */
export interface DifferentRollup {
  grain: 'hour' | 'day' | 'month';
  bucket: Date;
  unit_id: string;
  /** Name of the drink; null for the sums of all. */
  name: string | null;
  stored: Record<string, number> | null;
  computed: Record<string, number> | null;
}

const salesColumns = sumNames.map((name) => sumColumns[name]);
const drinkColumns = ['quantity', 'amount_cents'];

/**
 * Compares the rollups of a venue: hours with the sales, days with hours, months with days. A row of zeros, which is
 * left where a sale was moved away, equals none.
 */
export async function compareRollups(db: Db, venueId: string): Promise<DifferentRollup[]> {
  const ofSales = sql`sale.venue_id = ${venueId}`;
  const ofVenue = sql`venue_id = ${venueId}`;
  const comparisons = [
    compared(venueId, 'sales_rollups', 'hour', selectHourlySales(ofSales)),
    ...coarserGrains.map((step) =>
      compared(venueId, 'sales_rollups', step.grain, selectCoarserSales(step, ofVenue)),
    ),
    compared(venueId, 'drink_rollups', 'hour', selectHourlyDrinks(ofSales)),
    ...coarserGrains.map((step) =>
      compared(venueId, 'drink_rollups', step.grain, selectCoarserDrinks(step, ofVenue)),
    ),
  ];
  const differences: DifferentRollup[] = [];
  for (const comparison of comparisons) differences.push(...(await comparison.execute(db)).rows);
  return differences;
}

function compared(
  venueId: string,
  table: 'sales_rollups' | 'drink_rollups',
  grain: string,
  computed: RawBuilder<unknown>,
): RawBuilder<DifferentRollup> {
  const names = table === 'sales_rollups' ? salesColumns : drinkColumns;
  const key = table === 'sales_rollups' ? [] : [sql.id('name')];
  const sums = sql.join(names.map((name) => sql.id(name)));
  const keys = sql.join([sql.id('bucket'), sql.id('unit_id'), ...key]);
  const asObject = (side: string) =>
    sql`case when ${sql.id(side)}.unit_id is null then null else json_build_object(${sql.join(
      names.flatMap((name) => [sql.lit(name), sql`${sql.id(side)}.${sql.id(name)}`]),
    )} ) end`;
  const isAnySum = sql.join(
    names.map((name) => sql`${sql.id(name)} <> 0`),
    sql` or `,
  );
  const differs = sql.join(
    names.map((name) => sql`stored.${sql.id(name)} is distinct from computed.${sql.id(name)}`),
    sql` or `,
  );
  return sql<DifferentRollup>`
    with stored as (
      select ${keys}, ${sums} from ${sql.table(table)}
      where venue_id = ${venueId} and grain = ${grain} and (${isAnySum})
    ), computed as (
      select ${keys}, ${sums} from (${computed}) as sums where ${isAnySum}
    )
    select ${grain}::text as grain, bucket, unit_id, ${key[0] ?? sql`null::text`} as name,
      ${asObject('stored')} as stored, ${asObject('computed')} as computed
    from stored full join computed using (${keys})
    where ${differs}
    order by bucket, unit_id, 4
  `;
}

export interface UnevenOrder {
  id: string;
  unit_number: number;
  /** Amount that differs from the sum of its drinks. */
  amount: 'price' | 'tax' | 'tips' | 'processing fee';
  stored_cents: number;
  sum_cents: number;
}

/** Lists the orders of a venue whose amounts are not the sums of their drinks. */
export async function listUnevenOrders(db: Db, venueId: string): Promise<UnevenOrder[]> {
  const { rows } = await sql<UnevenOrder>`
    select sale.id, sale.unit_number, part.amount, part.stored_cents, part.sum_cents
    from orders as sale
    cross join lateral (
      select sum(price_cents * quantity)::bigint as price, sum(tax_cents)::bigint as tax, sum(tip_cents)::bigint as tip,
        sum(fee_cents)::bigint as fee
      from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
    ) as line
    cross join lateral (values
      ('price', sale.price_cents, coalesce(line.price, 0)),
      ('tax', sale.tax_cents, coalesce(line.tax, 0)),
      ('tips', sale.tip_cents, coalesce(line.tip, 0)),
      ('processing fee', coalesce(sale.fee_cents, 0), coalesce(line.fee, 0))
    ) as part (amount, stored_cents, sum_cents)
    where sale.venue_id = ${venueId} and part.stored_cents <> part.sum_cents
    order by sale.id, part.amount
  `.execute(db);
  return rows;
}

export interface LogGap {
  unit_id: string;
  /** Number of the last entry by the unit's row. */
  last_number: number;
  /** Of the entries that are kept. */
  first: number;
  last: number;
  entries: number;
}

/** Lists the units of a venue whose change log has gaps, or another last number than the unit. */
export async function listLogGaps(db: Db, venueId: string): Promise<LogGap[]> {
  const { rows } = await sql<LogGap>`
    select state.unit_id, state.last_number, kept.first, kept.last, kept.entries
    from unit_state as state
    join (
      select unit_id, min(number) as first, max(number) as last, count(*) as entries
      from changes where venue_id = ${venueId} group by unit_id
    ) as kept on kept.unit_id = state.unit_id
    where state.venue_id = ${venueId}
      and (kept.last <> state.last_number or kept.last - kept.first + 1 <> kept.entries)
    order by state.unit_id
  `.execute(db);
  return rows;
}

/** Number of sales of a venue. */
export async function countSales(db: Db, venueId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_id', '=', venueId)
    .executeTakeFirstOrThrow();
  return count;
}
