import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables/tables.ts';

/** Rebuilds all rollups from the sales. Orders update them; this is for sales that were imported in another way. */
export async function rebuildRollups(db: Kysely<Tables>): Promise<void> {
  await sql`delete from sales_rollups`.execute(db);
  await sql`delete from drink_rollups`.execute(db);
  await sql`
    insert into sales_rollups
    select
      sale.venue_id, grain, date_trunc(grain, sale.sold_at, 'UTC'), sale.unit_id, count(*), sum(line.price),
      sum(coalesce(line.fee, 0)), sum(line.servings), sum(coalesce(sale.duration_ms, 0)), count(sale.duration_ms),
      sum(line.sold), sum(line.tax), sum(line.tip), sum(line.refund)
    from orders as sale
    cross join lateral (
      select
        sum(price_cents * quantity) as price,
        sum(fee_cents) as fee,
        sum(case when success_quantity = 0 then 0 when is_double then 2 else 1 end) as servings,
        sum(case when refunded_at is null then price_cents * quantity else 0 end) as sold,
        sum(case when refunded_at is null then tax_cents else 0 end) as tax,
        sum(case when refunded_at is null then tip_cents else 0 end) as tip,
        sum(case when refunded_at is null then 0 else price_cents * quantity + tax_cents + tip_cents end) as refund
      from ordered_drinks as drink where drink.venue_id = sale.venue_id and drink.order_id = sale.id
    ) as line
    cross join (values ('hour'), ('day'), ('month')) as grains (grain)
    group by sale.venue_id, grain, date_trunc(grain, sale.sold_at, 'UTC'), sale.unit_id
  `.execute(db);
  await sql`
    insert into drink_rollups
    select
      sale.venue_id, grain, date_trunc(grain, sale.sold_at, 'UTC'), sale.unit_id, drink.name,
      sum(case when drink.refunded_at is null then drink.quantity else drink.success_quantity end),
      sum(case when drink.refunded_at is null then drink.price_cents * drink.quantity else 0 end)
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
    cross join (values ('hour'), ('day'), ('month')) as grains (grain)
    group by sale.venue_id, grain, date_trunc(grain, sale.sold_at, 'UTC'), sale.unit_id, drink.name
  `.execute(db);
}
