/**
 * Alerts of 1,000 venues with three units each, which sell and are in contact, by one worker: the time that it takes to
 * look for the causes at all of them, against the minute after which each is due again, and from an event that is a
 * cause until its alert is open, against 5 seconds.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';
import { addPast, addStock, openBenchDatabase } from './bench-database.ts';
import { makeSellers, type Seller } from '../resilience/testing/fleet.ts';
import { p95, report } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';

const venues = 1_000;
const unitsPerVenue = 3;
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
    await addStock(db, watched);
  }
  for (const table of ['sales_rollups', 'pour_sums', 'alerts', 'refused_sales'])
    await sql`delete from ${sql.table(table)} where venue_id in (${watched})`.execute(db);
  await sql`
    update unit_state set last_contact_at = now() + interval '20 minutes', contact_since = now() - interval '10 hours'
    where venue_id in (${watched})
  `.execute(db);
  await addPast(db, watched);
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
    const worker = await serve('worker', embedded.target, 'smtp://127.0.0.1:1');
    const server = await serve('serve', embedded.target);
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
