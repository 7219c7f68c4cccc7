/**
 * Alerts of 1,000 venues with three units each, which sell and are in contact, by one worker: the time that it takes to
 * look for the causes at all of them, against the minute after which each is due again, and from an event that is a
 * cause until its alert is open, against 5 seconds.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';
import { openBenchDatabase } from './bench-database.ts';
import { makeSellers, type Seller } from './intake-sellers.ts';
import { p95, report } from './outcome.ts';
import { serve } from './process.ts';

const venues = 1_000;
const unitsPerVenue = 3;
const ingredientsPerUnit = 4;
const roundSeconds = 60;
const events = 40;
const openSeconds = 5;

const watched = sql`select id from venues where name like 'Watched %'`;

/** Venues with eight weeks of sales and pours at ten hours of this weekday, once. */
async function addVenues(db: Db): Promise<void> {
  const found = await db
    .selectFrom('venues')
    .select('id')
    .where('name', '=', 'Watched 1')
    .executeTakeFirst();
  if (!found) {
    console.log(`Adding ${venues.toLocaleString('en-US')} venues; this is done once.`);
    await sql`
      with owner as (
        insert into users (id, account_type, name, email, password_hash)
        values (gen_random_uuid(), 'owner', 'Watched', 'watched@bench.example', 'none') returning id
      ), places as (
        insert into venues (id, owner_id, name, created_at)
        select gen_random_uuid(), owner.id, 'Watched ' || number, '2023-01-01'
        from owner cross join generate_series(1, ${sql.lit(venues)}) as number returning id
      )
      insert into units (id, venue_id, created_at)
      select gen_random_uuid(), places.id, '2023-01-01'
      from places cross join generate_series(1, ${sql.lit(unitsPerVenue)})
    `.execute(db);
    await sql`
      insert into ingredients (id, venue_id, name, source, base_or_mixer)
      select gen_random_uuid(), id, 'Ingredient ' || nth, 'carousel', array['base']
      from venues cross join generate_series(1, ${sql.lit(ingredientsPerUnit)}) as nth where id in (${watched})
    `.execute(db);
    await sql`
      insert into unit_inventory (venue_id, unit_id, ingredient_id, active)
      select unit.venue_id, unit.id, ingredient.id, true
      from units as unit join ingredients as ingredient on ingredient.venue_id = unit.venue_id
      where unit.venue_id in (${watched})
    `.execute(db);
    await sql`
      insert into unit_positions (venue_id, unit_id, position, ingredient_id, category, source, size_ml, remaining_ml)
      select venue_id, unit_id, row_number() over (partition by unit_id order by ingredient_id), ingredient_id,
        'ROTENDER_CLASSIC', 'carousel', 750, 700
      from unit_inventory where venue_id in (${watched})
    `.execute(db);
  }
  for (const table of ['sales_rollups', 'pour_sums', 'alerts', 'refused_sales'])
    await sql`delete from ${sql.table(table)} where venue_id in (${watched})`.execute(db);
  await sql`
    update unit_state set last_contact_at = now() + interval '20 minutes', contact_since = now() - interval '10 hours'
    where venue_id in (${watched})
  `.execute(db);
  await sql`
    insert into sales_rollups (
      venue_id, unit_id, grain, bucket, orders, price_cents, fee_cents, servings, duration_ms, timed_orders, sales_cents,
      tax_cents, tip_cents, refund_cents
    )
    select venue_id, id, 'hour', date_trunc('hour', now()) - make_interval(weeks => week, hours => hour - 5),
      10, 9000, 0, 10, 300000, 10, 9000, 0, 0, 0
    from units, generate_series(1, 8) as week, generate_series(0, 9) as hour where venue_id in (${watched})
  `.execute(db);
  await sql`
    insert into pour_sums (
      venue_id, grain, bucket, unit_id, ingredient_id, position, pours, expected_ml, poured_ml, flow_ml, flow_ms,
      empty, blocked, timeouts, partials, cancelled
    )
    select venue_id, 'hour', date_trunc('hour', now()) - make_interval(weeks => week, hours => hour - 5), unit_id,
      ingredient_id, position, 1, 30, 30, 30, 4000, 0, 0, 0, 0, 0
    from unit_positions, generate_series(1, 8) as week, generate_series(0, 9) as hour
    where venue_id in (${watched})
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Seconds until each of the venues was looked at after now. */
async function lookAtAll(db: Db): Promise<number> {
  const started = performance.now();
  const now = new Date();
  await sql`
    insert into alert_watches (venue_id, check_at) select id, ${now} from venues where id in (${watched})
    on conflict (venue_id) do update set check_at = excluded.check_at
  `.execute(db);
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from alert_watches
      where venue_id in (${watched}) and (read_at is null or read_at < ${now})
    `.execute(db);
    const seconds = (performance.now() - started) / 1000;
    if (rows[0]?.left === 0 || seconds > 4 * roundSeconds) return seconds;
    await wait(250);
  }
}

/** Seconds from a sale that is refused until the alert about it is open. */
async function openingSeconds(db: Db, url: string, { venueId, drinkId, key }: Seller) {
  const started = performance.now();
  const response = await fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ drinks: [{ drinkId, price: 1 }] }),
  });
  const text = await response.text();
  if (response.status < 400 || response.status > 499) throw new Error(text);
  for (;;) {
    const found = await db
      .selectFrom('alerts')
      .select('id')
      .where('venue_id', '=', venueId)
      .where('kind', '=', 'refusedSales')
      .executeTakeFirst();
    const seconds = (performance.now() - started) / 1000;
    if (found || seconds > 12 * openSeconds) return seconds;
    await wait(50);
  }
}

export async function benchAlerts(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { embedded, connection } = database;
  const { db } = connection;
  try {
    await addVenues(db);
    const sellers: Seller[] = [];
    for (let nth = 1; nth <= events; nth += 1)
      sellers.push(...(await makeSellers(connection, 1, `Watched ${nth * (venues / events)}`)));
    const worker = await serve('worker.ts', embedded.target, 'smtp://127.0.0.1:1');
    const server = await serve('serve.ts', embedded.target);
    const first = await lookAtAll(db);
    const cpuBefore = worker.cpuMs();
    const second = await lookAtAll(db);
    const cpuMs = (worker.cpuMs() - cpuBefore) / venues;
    report(
      `seconds to look for causes at ${venues.toLocaleString('en-US')} venues / ${roundSeconds}`,
      second / roundSeconds,
      { most: 1 },
      `${second.toFixed(0)} s, ${(venues / second).toFixed(0)} venues a second, ${cpuMs.toFixed(1)} ms of processor time each; ` +
        `${first.toFixed(0)} s where nothing was cached; ${worker.memoryMb().toFixed(0)} MB of memory`,
    );
    const times: number[] = [];
    for (const seller of sellers) times.push(await openingSeconds(db, server.url, seller));
    report(
      `p95 from an event until its alert is open / ${openSeconds} s`,
      p95(times) / openSeconds,
      { most: 1 },
      `p95 ${p95(times).toFixed(1)} s, longest ${Math.max(...times).toFixed(1)} s of ${times.length}`,
    );
    await worker.stop();
    await server.stop();
  } finally {
    await database.close();
  }
}
