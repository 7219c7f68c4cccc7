/** Benchmark database, created once and cached in build/bench, so that a second run starts at once. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { idAt, makeFleet, withoutIndices } from '../resilience/testing/fleet.ts';
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { connect, type Connection } from '../db/pool/connect.ts';
import { rebuildRollups } from '../db/rebuild-rollups.ts';
import type { Db } from '../db/tables/tables.ts';

const tenMinutesMs = 600_000;

export interface BenchDatabase {
  embedded: EmbeddedDatabase;
  connection: Connection;
  close(): Promise<void>;
}

/** @param units of each of the 100 venues; 16 by default */
export async function openBenchDatabase(sales = 2_000_000, units?: number): Promise<BenchDatabase> {
  const name = units === undefined ? String(sales) : `${sales}-on-${units}`;
  const folder = fileURLToPath(new URL(`../build/bench/${name}`, import.meta.url));
  const embedded = await startEmbedded(folder);
  const connection = connect(embedded.target, { statementTimeoutMs: tenMinutesMs });
  await migrate(connection);
  const filled = await connection.db
    .selectFrom('sales_rollups')
    .select('grain')
    .limit(1)
    .executeTakeFirst();
  if (!filled) {
    console.log(
      `Making ${sales.toLocaleString('en-US')} sales of one venue among 100; this is done once.`,
    );
    await connection.db.deleteFrom('ordered_drinks').execute();
    await connection.db.deleteFrom('orders').execute();
    await connection.db.deleteFrom('units').execute();
    await connection.db.deleteFrom('venues').execute();
    await connection.db.deleteFrom('users').execute();
    await makeFleet(connection.db, { venues: 100, sales, units });
    // Sums are stored in the order of time; those of a rebuild are in none.
    for (const table of ['sales_rollups', 'drink_sums', 'pour_sums'])
      await sql.raw(`cluster ${table} using ${table}_pkey`).execute(connection.db);
    await sql`vacuum analyze`.execute(connection.db);
  }
  return {
    embedded,
    connection,
    close: async () => {
      await connection.close();
      await embedded.stop();
    },
  };
}

// Benchmark data: sales of four years by one large venue and ten small ones.

/** First and last year; both are whole. */
export const years = { from: 2021, to: 2024 };

/** Fills an empty database: nine sales of ten are of Venue 1. */
export async function addPastSales(db: Db, sales: number): Promise<void> {
  await sql`
    with owners as (
      insert into users (id, account_type, name, email, password_hash)
      select gen_random_uuid(), 'owner', 'Owner ' || n, 'owner' || n || '@bench.example', 'none'
      from generate_series(1, 11) as n
      returning id, name
    ), places as (
      insert into venues (id, owner_id, name, tax_percentage, created_at)
      select gen_random_uuid(), id, replace(name, 'Owner', 'Venue'), 8.875, '2020-01-01' from owners
      returning id
    )
    insert into units (id, venue_id, created_at)
    select gen_random_uuid(), id, '2020-01-01' from places, generate_series(1, 16)
  `.execute(db);
  await withoutIndices(db, () => insertPastSales(db, sales));
  await rebuildRollups(db);
  await sql`vacuum analyze`.execute(db);
}

async function insertPastSales(db: Db, sales: number): Promise<void> {
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents, fee_cents,
      duration_ms, payment_reader_device_name
    )
    select venue_id, ${idAt('at')}, unit_id, unit_number, at, at, 'unit', 900, 80, 100, 35, 30000, 'Reader'
    from (
      select unit.*, timestamptz '2021-01-01 00:00Z' + n::float8 / ${sql.lit(sales)} * interval '1461 days' as at
      from generate_series(0, ${sql.lit(sales - 1)}) as n
      join (
        select unit.id as unit_id, unit.venue_id, unit.unit_number, row_number() over (order by venue.name <> 'Venue 1', unit.id) - 1 as nth
        from units as unit join venues as venue on venue.id = unit.venue_id
      ) as unit on unit.nth = case when n % 10 = 0 then 16 + n / 10 % 160 else n % 16 end
    ) as sold
    order by at
  `.execute(db);
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents, fee_cents
    )
    select venue_id, id, 0, gen_random_uuid(), 'Drink ' || unit_number % 30, 1, 1, price_cents, tax_cents, tip_cents, fee_cents
    from orders
  `.execute(db);
  await sql`
    insert into pours (venue_id, order_id, drink_index, pour_index, ingredient_id, position, ml, ms, outcome)
    select venue_id, order_id, 0, 0, id, 1, 44, 5000, 'poured' from ordered_drinks
  `.execute(db);
}

// Stock and past sales of the units of benchmarks.

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

export interface BenchSession {
  token: string;
  ownerId: string;
  venueId: string;
}

/** Creates a session of the owner of the first venue directly in the database. */
export async function openSession(connection: Connection): Promise<BenchSession> {
  const { db } = connection;
  const venue = await db
    .selectFrom('venues')
    .select(['id', 'owner_id'])
    .where('name', '=', 'Venue 1')
    .executeTakeFirstOrThrow();
  const token = await insertSession(connection, venue.owner_id);
  return { token, ownerId: venue.owner_id, venueId: venue.id };
}

/** Creates a super admin and a session for it. */
export async function openAdminSession(connection: Connection): Promise<string> {
  const id = randomUUID();
  await connection.db
    .insertInto('users')
    .values({
      id,
      account_type: 'SUPER_ADMIN',
      name: 'Bench',
      email: `${id}@bench.example`,
      password_hash: 'none',
    })
    .execute();
  return insertSession(connection, id);
}

async function insertSession({ db }: Connection, userId: string): Promise<string> {
  const token = `bba_${randomBytes(32).toString('base64url')}`;
  await db
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      user_id: userId,
      api_token_hash: createHash('sha256').update(token).digest(),
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return token;
}
