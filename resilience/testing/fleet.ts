/** Benchmark data: 100 venues, the first with two million sales in a year. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../../db/pool/connect.ts';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import { widenDays } from '../../lib/day-range.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';

export interface FleetSize {
  venues: number;
  /** Sales of the first venue; each other venue has a thousandth of it. */
  sales: number;
  /** Of each venue; 16 by default. */
  units?: number | undefined;
}

const usualUnits = 16;

export const fleetYear = { from: '2024-01-01', to: '2024-12-31', timezone: 'America/New_York' };

/** Path and query of the sales report of a venue, the whole year by default. */
export function reportPath(venueId: string, range = widenDays(fleetYear)): string {
  const { startDate, endDate } = range;
  return `/api/orders/sales/report?venueId=${venueId}&startDate=${startDate}&endDate=${endDate}`;
}

/** Fills an empty database; two million sales take several minutes. */
export async function makeFleet(db: Db, size: FleetSize): Promise<void> {
  const { venues, sales, units = usualUnits } = size;
  await insertPositions(db, venues, units);
  await withoutIndices(db, async () => {
    await insertOrders(db, sales, units);
    await insertDrinks(db);
  });
  await rebuildRollups(db);
  await sql`vacuum analyze`.execute(db);
}

async function insertPositions(db: Db, venues: number, units: number): Promise<void> {
  await sql`
    with owners as (
      insert into users (id, account_type, name, email, password_hash)
      select gen_random_uuid(), 'owner', 'Owner ' || number, 'owner' || number || '@bench.example', 'none'
      from generate_series(1, ${sql.lit(venues)}) as number
      returning id, name
    ), places as (
      insert into venues (id, owner_id, name, tax_percentage, created_at)
      select gen_random_uuid(), id, replace(name, 'Owner', 'Venue'), 8.875, '2023-01-01' from owners
      returning id, name
    )
    insert into units (id, venue_id, created_at)
    select gen_random_uuid(), id, '2023-01-01' from places, generate_series(1, ${sql.lit(units)})
  `.execute(db);
  await sql`
    insert into unit_state (venue_id, unit_id) select venue_id, id from units on conflict do nothing
  `.execute(db);
}

/** Drops the references and indices of sales while they are inserted: each is checked and built once at the end. */
export async function withoutIndices(db: Db, insert: () => Promise<void>): Promise<void> {
  const tables = sql`('orders'::regclass, 'ordered_drinks'::regclass, 'pours'::regclass)`;
  const { rows: constraints } = await sql<{ drop: string; add: string; contype: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop, contype,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where (contype = 'f' and (conrelid in ${tables} or confrelid in ${tables})) or (contype = 'p' and conrelid in ${tables})
    order by contype
  `.execute(db);
  const { rows: indices } = await sql<{ drop: string; add: string }>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add
    from pg_index
    where indrelid in ${tables} and not exists (select from pg_constraint where conindid = indexrelid)
  `.execute(db);
  for (const { drop } of [...constraints, ...indices]) await sql.raw(drop).execute(db);
  await insert();
  const definitions = [
    ...constraints.filter(({ contype }) => contype === 'p'),
    ...indices,
    ...constraints.filter(({ contype }) => contype === 'f'),
  ];
  for (const { add } of definitions) await sql.raw(add).execute(db);
}

/** Id of something of this time, as the server makes it: ids sort by it. */
export const idAt = (time: string) =>
  sql.raw(
    `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`,
  );

async function insertOrders(db: Db, sales: number, units: number): Promise<void> {
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents, fee_cents,
      duration_ms, payment_reader_device_name
    )
    select
      venue_id, ${idAt('at')}, unit_id, unit_number, at, at, 'unit', 900, 80, tip, 35, 30000, 'Reader ' || unit_number
    from (
      select
        unit.venue_id, unit.id as unit_id, unit.unit_number, (random() * 4)::int * 50 as tip,
        timestamptz '2024-01-01 05:00Z' + random() * interval '366 days' as at
      from units as unit
      join venues as venue on venue.id = unit.venue_id
      cross join lateral generate_series(
        1, (case when venue.name = 'Venue 1' then ${sql.lit(sales)} else ${sql.lit(sales)} / 1000 end) / ${sql.lit(units)}
      )
      order by at
    ) as sold
  `.execute(db);
}

async function insertDrinks(db: Db): Promise<void> {
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents, fee_cents,
      refunded_at
    )
    select
      venue_id, id, 0, ${idAt('sold_at')}, 'Drink ' || (random() * 30)::int, 1, 1, price_cents, tax_cents, tip_cents,
      fee_cents, case when random() < 0.01 then sold_at end
    from orders order by sold_at
  `.execute(db);
}

export interface Seller {
  unitId: string;
  unitNumber: number;
  venueId: string;
  key: string;
  drinkId: string;
}

/** Sends an order of one drink, as the unit does. */
export const sendOrder = (
  url: string,
  seller: Seller,
  key: string,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${seller.key}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ drinks: [{ drinkId: seller.drinkId }], tips: 1 }),
    ...(signal && { signal }),
  });

/** Adds a key of a unit. */
export async function addUnitKey(
  db: Db,
  { venueId, unitId }: { venueId: string; unitId: string },
): Promise<string> {
  const key = `bbu_${randomBytes(32).toString('base64url')}`;
  await db
    .insertInto('unit_keys')
    .values({
      id: randomUUID(),
      venue_id: venueId,
      unit_id: unitId,
      key_hash: createHash('sha256').update(key).digest(),
      created_at: new Date(),
    })
    .execute();
  return key;
}

/** Units with a key, managed inventory of two ingredients large enough for the benchmark, and a drink of both. */
export async function makeSellers(
  { db }: Connection,
  count: number,
  venue = 'Venue 2',
): Promise<Seller[]> {
  const { id: venueId } = await db
    .selectFrom('venues')
    .select('id')
    .where('name', '=', venue)
    .executeTakeFirstOrThrow();
  const units = await db
    .selectFrom('units')
    .select(['id', 'unit_number'])
    .where('venue_id', '=', venueId)
    .limit(count)
    .execute();
  const sellers: Seller[] = [];
  for (const { id: unitId, unit_number: unitNumber } of units) {
    const seller = {
      unitId,
      unitNumber,
      venueId,
      key: await addUnitKey(db, { venueId, unitId }),
      drinkId: randomUUID(),
    };
    const ingredients = [randomUUID(), randomUUID()];
    await db.deleteFrom('unit_inventory').where('unit_id', '=', unitId).execute();
    await db.deleteFrom('drinks').where('unit_id', '=', unitId).execute();
    const flag = { venue_id: venueId, target_id: unitId, flag: flagNamed.inventoryManagement };
    await db
      .insertInto('flag_switches')
      .values({ ...flag, enabled: true })
      .onConflict((earlier) => earlier.doNothing())
      .execute();
    for (const [index, id] of ingredients.entries()) {
      await db
        .insertInto('ingredients')
        .values({ venue_id: venueId, id, name: `Ingredient ${index}`, size_ml: 9_000_000 })
        .execute();
      await db
        .insertInto('unit_inventory')
        .values({
          venue_id: venueId,
          unit_id: unitId,
          ingredient_id: id,
          price_cents: 500,
          active: true,
        })
        .execute();
      await db
        .insertInto('unit_positions')
        .values({
          venue_id: venueId,
          unit_id: unitId,
          position: index + 1,
          ingredient_id: id,
          category: 'ROTENDER_CLASSIC',
          source: 'carousel',
          size_ml: 9_000_000,
          remaining_ml: 9_000_000,
        })
        .execute();
    }
    await db
      .insertInto('drinks')
      .values({
        venue_id: venueId,
        id: seller.drinkId,
        unit_id: unitId,
        name: 'Bench Drink',
        price_cents: 1000,
        rank: 0,
        previous_rank: 0,
        ingredient_set: [...ingredients].sort(),
      })
      .execute();
    await db
      .insertInto('drink_ingredients')
      .values(
        ingredients.map((id, ordinal) => ({
          venue_id: venueId,
          drink_id: seller.drinkId,
          ordinal,
          ingredient_id: id,
        })),
      )
      .execute();
    sellers.push(seller);
  }
  return sellers;
}
