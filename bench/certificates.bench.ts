/** Certificate of a night of 5,000 sales, as the job makes it: figures, comparison with all that is stored, and hashes. */
import { sql } from 'kysely';
import { rebuildRollups } from '../db/rebuild-rollups.ts';
import type { Db } from '../db/tables/tables.ts';
import { nightOf } from '../rules/nights/nights.ts';
import { calendarDays } from '../rules/compare/compared-nights.ts';
import { hashCertificate, readNight } from '../server/certificates/read-night.ts';
import { rebuildSums } from '../server/verification/rebuild-venue.ts';
import { inSnapshot } from '../server/verification/verify-venues.ts';
import { median, p95, report, timesMs } from '../resilience/testing/outcome.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';

const salesOfNight = 5_000;
const day = '2026-02-14';
const rounds = 20;
const mostMs = 500;

/** Sells on the night, once: every third sale has two lines. */
async function addNight(db: Db, venueId: string): Promise<void> {
  await sql`delete from ordered_drinks where order_id in (select id from orders where sold_at >= ${day}::date and venue_id = ${venueId})`.execute(
    db,
  );
  await sql`delete from orders where sold_at >= ${day}::date and venue_id = ${venueId}`.execute(db);
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents,
      payment_reader_device_name
    )
    select ${venueId}, gen_random_uuid(), unit.id, unit.unit_number, at, at, 'unit', lines * 900, lines * 80, lines * 100,
      'Reader ' || nth % 6
    from generate_series(1, ${sql.lit(salesOfNight)}) as nth
    cross join lateral (
      select ${day}::timestamptz + interval '16 hours' + nth * interval '5 seconds' as at,
        case when nth % 3 = 0 then 2 else 1 end as lines
    ) as sold
    cross join lateral (select * from units where venue_id = ${venueId} order by id offset nth % 3 limit 1) as unit
  `.execute(db);
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
    )
    select venue_id, sale.id, nth, gen_random_uuid(), 'Drink ' || (random() * 30)::int, 1, 1, 900, 80, 100
    from orders as sale cross join lateral generate_series(0, sale.price_cents / 900 - 1) as nth
    where venue_id = ${venueId} and sold_at >= ${day}::date
  `.execute(db);
  await rebuildRollups(db);
  const night = nightOf(calendarDays('UTC'), day);
  await rebuildSums({ db, now: () => new Date() }, venueId, night, 'night');
  await sql`vacuum analyze`.execute(db);
}

export async function benchCertificates(): Promise<void> {
  const database = await openBenchDatabase(100_000);
  const { connection } = database;
  const { venueId } = await openSession(connection);
  const { db } = connection;
  await addNight(db, venueId);
  const night = nightOf(calendarDays('UTC'), day);
  let sales = 0;
  let differences: readonly string[] = [];
  const times = await timesMs(rounds, async () => {
    const body = await inSnapshot(db, (moment) => readNight(moment, venueId, night, undefined));
    ({ sales, differences } = body);
    return hashCertificate({ venue_id: venueId, day, version: 1, body, previous_hash: null });
  });
  if (sales !== salesOfNight || differences.length > 0)
    throw new Error(`${sales} sales; ${differences[0] ?? ''}`);
  report(
    'certificate of a night of 5,000 sales',
    median(times),
    { most: mostMs },
    `${median(times).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms`,
  );
  await database.close();
}
