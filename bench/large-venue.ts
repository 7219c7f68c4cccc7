/** A venue with many units that sell each night, for the figures of tonight. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';

export const unitsOfLargeVenue = 1_000;

export interface LargeVenue {
  units: number;
  ingredientsPerUnit: number;
}

const tables = [
  'pour_cases',
  'ordered_drinks',
  'orders',
  'sales_rollups',
  'drink_rollups',
  'pour_sums',
  'drink_sums',
  'drinks',
  'unit_heartbeats',
  'unit_positions',
  'unit_inventory',
  'ingredients',
  'contact_gaps',
  'flag_switches',
] as const;

/**
 * Runs `work` while the owner has a venue with so many units. Each sold ten an hour for ten hours of the last 56 days
 * and twelve in the last two hours, is in contact, and has as many ingredients, one of them low; a tenth of them were
 * without contact last night.
 */
export async function withLargeVenue<T>(
  db: Db,
  ownerId: string,
  work: (venueId: string) => Promise<T>,
  { units, ingredientsPerUnit }: LargeVenue = { units: unitsOfLargeVenue, ingredientsPerUnit: 8 },
): Promise<T> {
  const venueId = randomUUID();
  await db.insertInto('venues').values({ id: venueId, owner_id: ownerId, name: 'Large' }).execute();
  try {
    await insertUnits(db, venueId, units);
    await insertPast(db, venueId);
    await insertTonight(db, venueId);
    await insertStock(db, venueId, ingredientsPerUnit);
    await sql`vacuum analyze`.execute(db);
    return await work(venueId);
  } finally {
    for (const table of tables)
      await sql`delete from ${sql.table(table)} where venue_id = ${venueId}`.execute(db);
    await db.deleteFrom('units').where('venue_id', '=', venueId).execute();
    await db.deleteFrom('venues').where('id', '=', venueId).execute();
  }
}

async function insertUnits(db: Db, venueId: string, count: number): Promise<void> {
  await sql`
    insert into units (id, venue_id, created_at)
    select gen_random_uuid(), ${venueId}, now() - interval '100 days'
    from generate_series(1, ${sql.lit(count)})
  `.execute(db);
  await sql`
    update unit_state set last_contact_at = now(), contact_since = now() - interval '10 hours',
      contact_gaps_s = array_fill(60::smallint, array[50])
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into unit_heartbeats (
      venue_id, unit_id, received_at, software, reader_state, queued_sales, clock_skews_ms, positions, position_states
    )
    select venue_id, id, now(), '1.0', 'ready', 0, '{100,90,110,100,95}', '{}', '{}' from units where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into contact_gaps (venue_id, unit_id, from_at, until_at)
    select venue_id, id, now() - interval '11 hours', now() - interval '10 hours' from units
    where venue_id = ${venueId} and unit_number % 10 = 0
  `.execute(db);
}

/** Sums of the past, up to the hours of tonight's sales. */
async function insertPast(db: Db, venueId: string): Promise<void> {
  await sql`
    insert into sales_rollups (
      venue_id, unit_id, grain, bucket, orders, price_cents, fee_cents, servings, duration_ms, timed_orders, sales_cents,
      tax_cents, tip_cents, refund_cents
    )
    select venue_id, id, 'hour', date_trunc('hour', now()) - make_interval(days => day, hours => hour),
      10, 9000, 0, 10, 300000, 10, 9000, 0, 0, 0
    from units, generate_series(0, 56) as day, generate_series(0, 9) as hour
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into drink_rollups (venue_id, unit_id, grain, bucket, name, quantity, amount_cents)
    select venue_id, id, 'hour', date_trunc('hour', now()) - make_interval(hours => hour), 'Drink ' || drink, 3, 2700
    from units, generate_series(0, 9) as hour, generate_series(1, 4) as drink
    where venue_id = ${venueId}
  `.execute(db);
}

async function insertTonight(db: Db, venueId: string): Promise<void> {
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents, fee_cents
    )
    select venue_id, gen_random_uuid(), id, unit_number, at, at, 'unit', 900, 80, 0, 0
    from units, generate_series(now() - interval '2 hours', now() - interval '2 minutes', interval '10 minutes') as at
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents, fee_cents
    )
    select venue_id, id, 0, gen_random_uuid(), 'Drink', 1, 1, price_cents, tax_cents, tip_cents, fee_cents
    from orders where venue_id = ${venueId}
  `.execute(db);
}

async function insertStock(db: Db, venueId: string, count: number): Promise<void> {
  // The last four of 20 are at the soda gun.
  await sql`
    insert into ingredients (id, venue_id, name, source, base_or_mixer)
    select gen_random_uuid(), ${venueId}, 'Ingredient ' || nth, case when nth > 16 then 'soda gun' else 'carousel' end,
      case when nth > 16 then array['mixer'] else array['base'] end
    from generate_series(1, ${sql.lit(count)}) as nth
  `.execute(db);
  await sql`
    insert into unit_inventory (venue_id, unit_id, ingredient_id, active)
    select unit.venue_id, unit.id, ingredient.id, true
    from units as unit join ingredients as ingredient on ingredient.venue_id = unit.venue_id
    where unit.venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into unit_positions (venue_id, unit_id, position, ingredient_id, category, source, size_ml, remaining_ml)
    select entry.venue_id, entry.unit_id, place.position, entry.ingredient_id, 'ROTENDER_CLASSIC', place.source, 750,
      case place.position when 1 then 100 else 500 end
    from unit_inventory as entry
    join (
      select id, source,
        row_number() over (partition by source order by id) + case source when 'soda gun' then 100 else 0 end as position
      from ingredients where venue_id = ${venueId}
    ) as place on place.id = entry.ingredient_id
    where entry.venue_id = ${venueId}
  `.execute(db);
}
