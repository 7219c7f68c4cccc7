import { type RawBuilder, sql } from 'kysely';
import type { SaleSums } from '../rules/reports/sales-totals.ts';
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

/** Rebuilds all rollups from the sales. Orders update them; this is for sales that were imported in another way. */
export async function rebuildRollups(db: Db): Promise<void> {
  await sql`delete from sales_rollups`.execute(db);
  await sql`delete from drink_rollups`.execute(db);
  const ofOrders: Partial<Record<keyof SaleSums, RawBuilder<unknown>>> = orderSums;
  const sums = sumNames.map(
    (name) => sql`coalesce(${ofOrders[name] ?? sql`sum(line.${sql.id(name)})`}, 0)`,
  );
  const columns = sql.join(sumNames.map((name) => sql.id(sumColumns[name])));
  await sql`
    insert into sales_rollups (venue_id, grain, bucket, unit_id, ${columns})
    select sale.venue_id, 'hour', date_trunc('hour', sale.sold_at, 'UTC'), sale.unit_id, ${sql.join(sums)}
    from orders as sale
    cross join lateral (
      select ${selected(lineSums)}
      from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
    ) as line
    group by 1, 3, 4
  `.execute(db);
  await sql`
    insert into drink_rollups (venue_id, grain, bucket, unit_id, name, quantity, amount_cents)
    select
      sale.venue_id, 'hour', date_trunc('hour', sale.sold_at, 'UTC'), sale.unit_id, drink.name,
      sum(${soldQuantity}), sum(${soldCents})
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
    group by 1, 3, 4, 5
  `.execute(db);
  for (const [finer, grain] of [
    ['hour', 'day'],
    ['day', 'month'],
  ] as const) {
    await sql`
      insert into sales_rollups (venue_id, grain, bucket, unit_id, ${columns})
      select
        venue_id, ${sql.lit(grain)}, date_trunc(${sql.lit(grain)}, bucket, 'UTC'), unit_id,
        ${sql.join(sumNames.map((name) => sql`sum(${sql.id(sumColumns[name])})`))}
      from sales_rollups where grain = ${sql.lit(finer)}
      group by 1, 3, 4
    `.execute(db);
    await sql`
      insert into drink_rollups (venue_id, grain, bucket, unit_id, name, quantity, amount_cents)
      select
        venue_id, ${sql.lit(grain)}, date_trunc(${sql.lit(grain)}, bucket, 'UTC'), unit_id, name,
        sum(quantity), sum(amount_cents)
      from drink_rollups where grain = ${sql.lit(finer)}
      group by 1, 3, 4, 5
    `.execute(db);
  }
}
