import { type RawBuilder, sql } from 'kysely';
import type { SaleSums } from '../rules/reports/sales-totals.ts';
import { rebuildSums } from './pour-and-drink-sums.ts';
import {
  lineSums,
  orderSums,
  selected,
  soldCents,
  soldQuantity,
  sumColumns,
  sumNames,
} from './sales-sums.ts';
import type { Db } from './tables/tables.ts';

const ofOrders: Partial<Record<keyof SaleSums, RawBuilder<unknown>>> = orderSums;
const columns = sql.join(sumNames.map((name) => sql.id(sumColumns[name])));

/** Selects the hourly sums of the sales that match: venue_id, grain, bucket, unit_id and the columns of the sums. */
export const selectHourlySales = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select sale.venue_id, 'hour' as grain, date_trunc('hour', sale.sold_at, 'UTC') as bucket, sale.unit_id,
    ${sql.join(
      sumNames.map(
        (name) =>
          sql`coalesce(${ofOrders[name] ?? sql`sum(line.${sql.id(name)})`}, 0)::bigint as ${sql.id(sumColumns[name])}`,
      ),
    )}
  from orders as sale
  cross join lateral (
    select ${selected(lineSums)}
    from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
  ) as line
  where ${where}
  group by 1, 3, 4`;

/** Selects the hourly quantity and amount of each drink of the sales that match. */
export const selectHourlyDrinks = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select sale.venue_id, 'hour' as grain, date_trunc('hour', sale.sold_at, 'UTC') as bucket, sale.unit_id, line.name,
    sum(line.quantity)::bigint as quantity, sum(line.cents)::bigint as amount_cents
  from orders as sale
  cross join lateral (
    select drink.name, ${soldQuantity} as quantity, ${soldCents} as cents
    from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
    -- Keeps this from becoming a join, for which all drinks might be read.
    offset 0
  ) as line
  where ${where}
  group by 1, 3, 4, 5`;

/** Selects the sums of a grain from those of the next finer one. */
export const selectCoarserSales = (
  { finer, grain }: CoarserGrain,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select venue_id, ${sql.lit(grain)} as grain, date_trunc(${sql.lit(grain)}, bucket, 'UTC') as bucket, unit_id,
    ${sql.join(sumNames.map((name) => sql`sum(${sql.id(sumColumns[name])})::bigint as ${sql.id(sumColumns[name])}`))}
  from sales_rollups where grain = ${sql.lit(finer)} and ${where}
  group by 1, 3, 4`;

export const selectCoarserDrinks = (
  { finer, grain }: CoarserGrain,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select venue_id, ${sql.lit(grain)} as grain, date_trunc(${sql.lit(grain)}, bucket, 'UTC') as bucket, unit_id, name,
    sum(quantity)::bigint as quantity, sum(amount_cents)::bigint as amount_cents
  from drink_rollups where grain = ${sql.lit(finer)} and ${where}
  group by 1, 3, 4, 5`;

/** A grain whose sums are those of a finer one. */
export const coarserGrains = [
  { finer: 'hour', grain: 'day' },
  { finer: 'day', grain: 'month' },
] as const;
type CoarserGrain = (typeof coarserGrains)[number];

/**
 * Inserts the rollups of sales, and then those of coarser grains from the finer ones.
 * @param ofSales condition on sale
 * @param ofFiner condition on the rollups that make up those of this grain
 */
export async function insertRollups(
  db: Db,
  ofSales: RawBuilder<unknown>,
  ofFiner: (grain: CoarserGrain['grain']) => RawBuilder<unknown>,
): Promise<void> {
  const sales = sql`insert into sales_rollups (venue_id, grain, bucket, unit_id, ${columns})`;
  const drinks = sql`insert into drink_rollups (venue_id, grain, bucket, unit_id, name, quantity, amount_cents)`;
  await sql`${sales} ${selectHourlySales(ofSales)}`.execute(db);
  await sql`${drinks} ${selectHourlyDrinks(ofSales)}`.execute(db);
  for (const step of coarserGrains) {
    const finer = ofFiner(step.grain);
    await sql`${sales} ${selectCoarserSales(step, finer)}`.execute(db);
    await sql`${drinks} ${selectCoarserDrinks(step, finer)}`.execute(db);
  }
}

const all = sql`true`;

/**
 * Rebuilds all rollups, and the sums of pours and drinks, from the sales. Orders and a job update them; this is for sales
 * that were stored in another way.
 */
export async function rebuildRollups(db: Db): Promise<void> {
  await sql`delete from sales_rollups`.execute(db);
  await sql`delete from drink_rollups`.execute(db);
  await insertRollups(db, all, () => all);
  await rebuildSums(db);
}
