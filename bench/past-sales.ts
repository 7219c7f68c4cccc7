/** Benchmark data: sales of four years by one large venue and ten small ones. */
import { sql } from 'kysely';
import { rebuildRollups } from '../db/rebuild-rollups.ts';
import type { Db } from '../db/tables/tables.ts';

/** First and last year; both are whole. */
export const years = { from: 2021, to: 2024 };

const idAt = (time: string) =>
  sql.raw(
    `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid`,
  );

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
  const definitions = await dropReferencesAndIndices(db);
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
  for (const definition of definitions) await sql.raw(definition).execute(db);
  await rebuildRollups(db);
  await sql`vacuum analyze`.execute(db);
}

/** Each is checked once at the end instead of for each row; returns their definitions. */
async function dropReferencesAndIndices(db: Db): Promise<string[]> {
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
  return [
    ...constraints.filter(({ contype }) => contype === 'p'),
    ...indices,
    ...constraints.filter(({ contype }) => contype === 'f'),
  ].map(({ add }) => add);
}
