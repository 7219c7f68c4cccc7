/** What runs out in 50 units with 20 ingredients each, against 150 ms; what leaves their menus, against 100 ms. */
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';
import { flagNamed } from '../rules/flags/flag-names.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { withLargeVenue } from './menu.bench.ts';
import { msOf, reportP95, timesMs } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const runs = 40;
const size = { units: 50, ingredientsPerUnit: 20 };
const drinksPerUnit = 30;
const limitMs = { runout: 150, 'refill-list': 150, 'what-if': 100 };

export async function benchForecast(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { token, ownerId } = await openSession(connection);
  const measure = async (venueId: string) => {
    await insertDemand(connection.db, venueId);
    const unit = await connection.db
      .selectFrom('unit_inventory')
      .select(['unit_id', 'ingredient_id'])
      .where('venue_id', '=', venueId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const whatIf = { deactivate: [{ unit: unit.unit_id, ingredientId: unit.ingredient_id }] };
    const server = await serve('serve', embedded.target);
    for (const path of ['runout', 'refill-list', 'what-if'] as const) {
      const url = `${server.url}/api/venues/${venueId}/${path}`;
      const ask = () => (path === 'what-if' ? send(url, token, 'POST', whatIf) : send(url, token));
      const firstMs = await msOf(ask);
      const name = `${path} of ${size.units} units with ${size.ingredientsPerUnit} ingredients`;
      reportP95(name, await timesMs(runs, ask), limitMs[path], firstMs);
    }
    await server.stop();
  };
  await withLargeVenue(connection.db, ownerId, measure, size);
  await database.close();
}

/** Drinks of two ingredients each, and sums of what they sold and poured for 56 days. */
async function insertDemand(db: Db, venueId: string): Promise<void> {
  await db
    .insertInto('flag_switches')
    .values({
      venue_id: venueId,
      target_id: venueId,
      flag: flagNamed.inventoryManagement,
      enabled: true,
    })
    .execute();
  await sql`
    with bottle as (
      select unit_id, ingredient_id, row_number() over (partition by unit_id order by ingredient_id) as nth
      from unit_inventory where venue_id = ${venueId}
    ), recipe as (
      select one.unit_id, one.ingredient_id as first, other.ingredient_id as second,
        row_number() over (partition by one.unit_id order by one.nth, other.nth) as nth
      from bottle as one join bottle as other on other.unit_id = one.unit_id and other.nth > one.nth
    )
    insert into drinks (venue_id, id, unit_id, name, price_cents, rank, previous_rank, ingredient_set)
    select ${venueId}, gen_random_uuid(), unit_id, 'Drink ' || nth, 900, nth - 1, nth - 1, sorted_ids(array[first, second])
    from recipe where nth <= ${sql.lit(drinksPerUnit)}
  `.execute(db);
  await sql`
    insert into pour_sums (
      venue_id, grain, bucket, unit_id, ingredient_id, position, pours, expected_ml, poured_ml, flow_ml, flow_ms,
      empty, blocked, timeouts, partials, cancelled
    )
    select venue_id, 'hour', date_trunc('hour', now()) - make_interval(days => day, hours => hour), unit_id, ingredient_id,
      position, 2, 60, 60, 60, 4000, 0, 0, 0, 0, 0
    from unit_positions, generate_series(1, 56) as day, generate_series(0, 9) as hour
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into drink_sums (
      venue_id, grain, bucket, unit_id, drink_key, is_double, name, glasses, poured_glasses, failed_glasses, comp_glasses,
      refunded_glasses, sales_cents, list_cents
    )
    select venue_id, grain, date_trunc(grain, now() - make_interval(days => day, hours => hour)), unit_id, id, false, name,
      1, 1, 0, 0, 0, 900, 900
    from drinks, generate_series(1, 56) as day, (
      select 'hour' as grain, hour from generate_series(0, 9) as hour union all select 'day', 0
    ) as bucket
    where venue_id = ${venueId}
    on conflict do nothing
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
}
