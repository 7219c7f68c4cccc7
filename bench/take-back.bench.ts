/**
 * Taking back an import of past sales: against deleting the same rows by plain statements, and a million sales of three
 * years.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';
import { rebuildRollups } from '../db/rebuild-rollups.ts';
import { msOf, report } from '../resilience/testing/outcome.ts';
import { findImport } from '../server/imports/imports.queries.ts';
import { takeBackImport } from '../server/imports/take-back-import.ts';
import { idAt } from '../resilience/testing/fleet.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';

/** Eight sales an hour, so that each changes a sum of its own. */
const few = { sales: 50_000, from: '2020-01-01', every: '7 minutes 30 seconds' };
const million = { sales: 1_000_000, from: '2017-01-01', every: '94.6 seconds' };
/** By turns, so that what else the machine does falls on both. */
const rounds = 3;
/** The sums of hours, days and months change with the sales, and their receipts go too. */
const mostTimes = 5;
const mostSeconds = 60;

export async function benchTakeBack(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { db } = database.connection;
  const { ownerId } = await openSession(database.connection);
  const [venueId, unitId] = [randomUUID(), randomUUID()];
  await db.insertInto('venues').values({ id: venueId, owner_id: ownerId, name: 'Past' }).execute();
  await db.insertInto('units').values({ id: unitId, venue_id: venueId }).execute();
  try {
    const place = { venueId, unitId };
    const takeBack = async (id: string, { sales }: PastSales) => {
      const one = await findImport(db, { venue_id: venueId, id });
      const taken = one && (await takeBackImport({ db, now: () => new Date() }, one));
      if (taken?.deleted !== sales) throw new Error(`Deleted ${taken?.deleted} of ${sales}`);
    };
    let [plainMs, ourMs] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      plainMs += await timed(await insertImported(db, place, few), (id) =>
        deletePlainly(db, venueId, id),
      );
      ourMs += await timed(await insertImported(db, place, few), (id) => takeBack(id, few));
    }
    const all = rounds * few.sales;
    report(
      `import of ${few.sales.toLocaleString('en-US')} sales taken back, time / plain DELETE`,
      ourMs / plainMs,
      { most: mostTimes },
      `${rate(all, ourMs)} against ${rate(all, plainMs)}`,
    );
    const millionMs = await timed(await insertImported(db, place, million), (id) =>
      takeBack(id, million),
    );
    report(
      'import of a million sales taken back, seconds',
      millionMs / 1000,
      { most: mostSeconds },
      rate(million.sales, millionMs),
    );
  } finally {
    for (const table of ['imports', 'changes', 'sales_rollups', 'drink_rollups'] as const)
      await db.deleteFrom(table).where('venue_id', '=', venueId).execute();
    await db.deleteFrom('units').where('id', '=', unitId).execute();
    await db.deleteFrom('venues').where('id', '=', venueId).execute();
    await database.close();
  }
}

const rate = (sales: number, ms: number) =>
  `${Math.round(sales / (ms / 1000)).toLocaleString('en-US')} sales/s`;

const timed = (id: string, work: (id: string) => Promise<void>): Promise<number> =>
  msOf(() => work(id));

interface PastSales {
  sales: number;
  /** Day of the first, and the interval between two. */
  from: string;
  every: string;
}

/** Sales of twelve drinks. Returns the id of their import. */
async function insertImported(
  db: Db,
  { venueId, unitId }: { venueId: string; unitId: string },
  { sales, from, every }: PastSales,
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into imports (venue_id, id, unit_id, file_name, bytes, started_at, state, seen_at, stored)
    values (${venueId}, ${id}, ${unitId}, 'past.csv', 0, now(), 'done', now(), ${sales})
  `.execute(db);
  await sql`
    with sale as (
      select ${idAt('sold_at')} as id, nth, sold_at,
        decode(md5(${id} || nth), 'hex') as hash
      from (
        select nth, ${from}::timestamptz + nth * ${every}::interval as sold_at
        from generate_series(1, ${sql.lit(sales)}) as nth
      ) as timed
    ), receipt as (
      insert into order_receipts (venue_id, unit_id, idempotency_key, order_id, body_hash, import_id)
      select ${venueId}::uuid, ${unitId}::uuid, 'import:' || encode(hash, 'base64'), id, hash, ${id}::uuid from sale
    ), sold as (
      insert into orders (
        venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents,
        payment_reader_device_name, idempotency_key, body_hash
      )
      select ${venueId}, id, ${unitId}, 1, sold_at, now(), 'import', 1200, 107, 200, '',
        'import:' || encode(hash, 'base64'), hash
      from sale
    )
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, list_price_cents, snapshot,
      tax_cents, tip_cents
    )
    select ${venueId}, id, 0, gen_random_uuid(), 'Drink ' || nth % 12, 1, 1, 1200, 1200, true, 107, 200 from sale
  `.execute(db);
  await rebuildRollups(db);
  await sql`vacuum analyze`.execute(db);
  return id;
}

/** What has to be deleted in any case, in one transaction. */
async function deletePlainly(db: Db, venueId: string, importId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ids = sql`(select order_id from order_receipts where venue_id = ${venueId} and import_id = ${importId})`;
    await sql`delete from ordered_drinks where venue_id = ${venueId} and order_id in ${ids}`.execute(
      transaction,
    );
    await sql`delete from orders where venue_id = ${venueId} and id in ${ids}`.execute(transaction);
    await sql`delete from order_receipts where venue_id = ${venueId} and import_id = ${importId}`.execute(
      transaction,
    );
  });
}
