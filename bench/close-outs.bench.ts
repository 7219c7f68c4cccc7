/**
 * Close-outs of 10,000 venues that are due at once: the time until an SMTP server has all of them, and the sales report
 * of a year of another venue meanwhile, compared with the same report before.
 */
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { rebuildRollups } from '../db/rebuild-rollups.ts';
import type { Db } from '../db/tables/tables.ts';
import { addPast, addStock, openBenchDatabase, openSession } from './bench-database.ts';
import { reportPath } from '../resilience/testing/fleet.ts';
import { msOf, p95, report } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const closeOuts = 10_000;
const salesOfNight = 10;
const mostMinutes = 10;
const idleRuns = 200;
/** Of the venue whose report is read. */
const sales = 100_000;

const mailed = sql`select id from venues where name like 'Mailed %'`;

/** Venues with a clock, a unit with stock, a night of sales and an owner who has confirmed the address, once. */
async function addVenues(db: Db): Promise<void> {
  const found = await db
    .selectFrom('venues')
    .select('id')
    .where('name', '=', 'Mailed 1')
    .executeTakeFirst();
  if (!found) {
    console.log(`Adding ${closeOuts.toLocaleString('en-US')} venues; this is done once.`);
    await sql`
      with owners as (
        insert into users (id, account_type, name, email, password_hash)
        select gen_random_uuid(), 'owner', 'Mailed ' || number, 'mailed' || number || '@bench.example', 'none'
        from generate_series(1, ${sql.lit(closeOuts)}) as number returning id, name, email
      ), confirmed as (
        insert into recipients (account_id, channel, address, state)
        select id, 'mail', email, 'confirmed' from owners on conflict do nothing
      ), places as (
        insert into venues (id, owner_id, name, created_at)
        select gen_random_uuid(), id, name, '2023-01-01' from owners returning id
      ), clocks as (
        insert into venue_clocks (venue_id, from_day, timezone, starts_minutes, set_by, set_at)
        select id, '2023-01-01', 'UTC', 0, id, now() from places
      )
      insert into units (id, venue_id, created_at)
      select gen_random_uuid(), id, '2023-01-01' from places
    `.execute(db);
    await sql`
      insert into unit_state (venue_id, unit_id) select venue_id, id from units on conflict do nothing
    `.execute(db);
    await addStock(db, mailed);
  }
  for (const table of ['ordered_drinks', 'orders', 'pour_sums'])
    await sql`delete from ${sql.table(table)} where venue_id in (${mailed})`.execute(db);
  await sql`
    insert into orders (venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents)
    select venue_id, gen_random_uuid(), id, unit_number, at, at, 'unit', 900, 80, 100
    from units cross join lateral (
      select date_trunc('day', now(), 'UTC') - interval '1 hour' - nth * interval '20 minutes' as at
      from generate_series(1, ${sql.lit(salesOfNight)}) as nth
    ) as sold where venue_id in (${mailed})
  `.execute(db);
  await sql`
    insert into ordered_drinks (venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents)
    select venue_id, id, 0, gen_random_uuid(), 'Drink ' || (random() * 30)::int, 1, 1, 900, 80, 100
    from orders where venue_id in (${mailed})
  `.execute(db);
  await rebuildRollups(db);
  await addPast(db, mailed);
  await sql`vacuum analyze`.execute(db);
}

/** Makes the last night of each of the venues due now. */
async function makeDue(db: Db): Promise<void> {
  await sql`delete from report_subscriptions`.execute(db);
  await sql`delete from messages`.execute(db);
  await sql`
    insert into report_subscriptions (
      id, user_id, venue_ids, kind, delay_minutes, timezone, created_at, from_at, check_at, token
    )
    select gen_random_uuid(), owner_id, array[id], 'closeout', 0, 'UTC', now(), now() - interval '2 days', now(),
      md5(id::text)
    from venues where name like 'Mailed %'
  `.execute(db);
}

async function startMailServer(): Promise<{
  server: SMTPServer;
  url: string;
  count: () => number;
}> {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.on('end', () => {
        received += 1;
        done();
      });
      stream.resume();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { server, url: `smtp://127.0.0.1:${address.port}`, count: () => received };
}

export async function benchCloseOuts(): Promise<void> {
  const database = await openBenchDatabase(sales);
  const { embedded, connection } = database;
  try {
    await addVenues(connection.db);
    await sql`delete from report_subscriptions`.execute(connection.db);
    const { token, venueId } = await openSession(connection);
    const server = await serve('serve', embedded.target);
    const readReport = () => send(server.url + reportPath(venueId), token);
    const readFor = async (isDone: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (!isDone()) {
        const ms = await msOf(readReport);
        times.push(ms);
        await wait(50);
      }
      return times;
    };
    let runs = 0;
    const idle = await readFor(() => (runs += 1) > idleRuns);
    const before = loadavg()[0] ?? 0;
    const mails = await startMailServer();
    await makeDue(connection.db);
    const started = performance.now();
    const worker = await serve('worker', embedded.target, mails.url);
    const minutes = () => (performance.now() - started) / 60_000;
    const beside = await readFor(() => mails.count() >= closeOuts || minutes() > 2 * mostMinutes);
    const took = minutes();
    await worker.stop();
    await server.stop();
    mails.server.close();
    const load = `load ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
    report(
      `minutes until ${mails.count().toLocaleString('en-US')} close-outs due at once are sent / ${mostMinutes}`,
      mails.count() < closeOuts ? Number.POSITIVE_INFINITY : took / mostMinutes,
      { most: 1 },
      `${took.toFixed(1)} minutes, ${(mails.count() / took / 60).toFixed(1)} a second, ${load}`,
    );
    report(
      'p95 of a report of a year beside them / alone',
      p95(beside) / p95(idle),
      { most: 2 },
      `${p95(beside).toFixed(1)} / ${p95(idle).toFixed(1)} ms, ${beside.length} reports`,
    );
  } finally {
    await database.close();
  }
}
