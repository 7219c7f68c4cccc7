/** Stock and past sales of the units of benchmarks. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';

const ingredientsPerUnit = 4;

/** Gives each unit of these venues four bottles that are nearly full. */
export async function addStock(db: Db, venues: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into ingredients (id, venue_id, name, source, base_or_mixer)
    select gen_random_uuid(), id, 'Ingredient ' || nth, 'carousel', array['base']
    from venues cross join generate_series(1, ${sql.lit(ingredientsPerUnit)}) as nth where id in (${venues})
  `.execute(db);
  await sql`
    insert into unit_inventory (venue_id, unit_id, ingredient_id, active)
    select unit.venue_id, unit.id, ingredient.id, true
    from units as unit join ingredients as ingredient on ingredient.venue_id = unit.venue_id
    where unit.venue_id in (${venues})
  `.execute(db);
  await sql`
    insert into unit_positions (venue_id, unit_id, position, ingredient_id, category, source, size_ml, remaining_ml)
    select venue_id, unit_id, row_number() over (partition by unit_id order by ingredient_id), ingredient_id,
      'ROTENDER_CLASSIC', 'carousel', 750, 700
    from unit_inventory where venue_id in (${venues})
  `.execute(db);
}

/**
 * Adds sums of sales and pours of these venues: eight weeks with ten hours of this weekday, in the middle of which it is
 * now.
 */
export async function addPast(db: Db, venues: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into sales_rollups (
      venue_id, unit_id, grain, bucket, orders, price_cents, fee_cents, servings, duration_ms, timed_orders, sales_cents,
      tax_cents, tip_cents, refund_cents
    )
    select venue_id, id, 'hour', date_trunc('hour', now()) - make_interval(weeks => week, hours => hour - 5),
      10, 9000, 0, 10, 300000, 10, 9000, 0, 0, 0
    from units, generate_series(1, 8) as week, generate_series(0, 9) as hour where venue_id in (${venues})
  `.execute(db);
  await sql`
    insert into pour_sums (
      venue_id, grain, bucket, unit_id, ingredient_id, position, pours, expected_ml, poured_ml, flow_ml, flow_ms,
      empty, blocked, timeouts, partials, cancelled
    )
    select venue_id, 'hour', date_trunc('hour', now()) - make_interval(weeks => week, hours => hour - 5), unit_id,
      ingredient_id, position, 1, 30, 30, 30, 4000, 0, 0, 0, 0, 0
    from unit_positions, generate_series(1, 8) as week, generate_series(0, 9) as hour
    where venue_id in (${venues})
  `.execute(db);
}
