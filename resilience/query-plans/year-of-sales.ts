/** 400,000 sales in a year: half of one venue, the other half of a hundred venues that sell for two hours a day. */
import { sql } from 'kysely';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import type { Db } from '../../db/tables/tables.ts';
import { idAt } from '../testing/fleet.ts';

export const year = { startDate: Date.UTC(2024, 0, 1), endDate: Date.UTC(2025, 0, 1) - 1 };

/** Orders of the year; those of the fixtures of the test are later, and have their drinks and cases. */
const ofTheYear = sql`sold_at < ${sql.lit(new Date(year.endDate + 1).toISOString())}`;

const perVenue = 200_000;
const otherVenues = 100;

const references = [
  {
    table: 'orders',
    name: 'orders_unit',
    definition:
      'foreign key (venue_id, unit_id) references units (venue_id, id) on delete restrict',
  },
  {
    table: 'ordered_drinks',
    name: 'ordered_drinks_order',
    definition: 'foreign key (venue_id, order_id) references orders on delete cascade',
  },
  {
    table: 'pours',
    name: 'pours_drink',
    definition:
      'foreign key (venue_id, order_id, drink_index) references ordered_drinks on delete cascade',
  },
] as const;

/** Adds the sales, their sums and a long audit log; `unitId` belongs to the large venue. */
export async function addYearOfSales(db: Db, venueId: string, unitId: string): Promise<void> {
  // Sorts and hashes in memory, on a server with default settings too.
  await sql`set work_mem = '128MB'`.execute(db);
  // No row is checked: each refers to the row that it is made from.
  for (const { table, name } of references) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
  const indices = await dropIndices(db);
  await sql`
    with owners as (
      insert into users (id, account_type, name, email, password_hash)
      select gen_random_uuid(), 'owner', 'Other ' || n, 'other' || n || '@example.com', 'none'
      from generate_series(1, ${sql.lit(otherVenues)}) as n
      returning id, name
    ), places as (
      insert into venues (id, owner_id, name, created_at)
      select gen_random_uuid(), id, name || ' Bar', '2023-01-01' from owners
      returning id
    )
    insert into units (id, venue_id, created_at) select gen_random_uuid(), id, '2023-01-01' from places
  `.execute(db);
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents
    )
    select venue_id, ${idAt('at')}, unit_id, unit_number, at,
      -- One sale in a hundred arrives late.
      at + case when random() < 0.01 then interval '3 hours' else interval '2 seconds' end, 'unit', 900, 80, 100
    from (
      select
        unit.venue_id, unit.id as unit_id, unit.unit_number,
        date '2024-01-01' + floor(random() * 366)::int + case
          when unit.id = ${unitId} then random() * interval '24 hours'
          else interval '20 hours' + random() * interval '2 hours'
        end as at
      from units as unit cross join lateral generate_series(
        1, case when unit.id = ${unitId} then ${sql.lit(perVenue)} else ${sql.lit(perVenue / otherVenues)} end
      )
      where unit.id = ${unitId} or unit.venue_id <> ${venueId}
      order by at
    ) as sold
  `.execute(db);
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
    )
    select venue_id, id, 0, gen_random_uuid(), 'Drink ' || (random() * 6)::int, 1, 1, price_cents, tax_cents, tip_cents
    from orders where ${ofTheYear} order by sold_at
  `.execute(db);
  await sql`
    insert into pours (venue_id, order_id, drink_index, pour_index, ingredient_id, position, ml, ms, outcome)
    select venue_id, order_id, 0, 0, md5(venue_id::text)::uuid, 1, 44, 5000, 'poured'
    from ordered_drinks where name = 'Drink 3'
  `.execute(db);
  // One sale in twenty failed; of one venue half of the cases are open, of the others few.
  await sql`
    insert into pour_cases (
      venue_id, id, group_id, order_id, drink_index, unit_id, sold_at, opened_at, failed_glasses, owed_cents, cause,
      state, resolution
    )
    select venue_id, id, id, id, 0, unit_id, sold_at, received_at, 1, 980,
      (array['power', 'unknown'])[1 + floor(random() * 2)::int],
      case when is_open then 'open' else 'resolved' end, case when is_open then null else 'kept' end
    from (
      select orders.*, random() < case when unit_id = ${unitId} then 0.5 else 0.01 end as is_open
      from orders where ${ofTheYear} and random() < 0.05
    ) as sale
    order by sold_at
  `.execute(db);
  await sql`
    insert into stock_movements (
      venue_id, id, at, unit_id, position, ingredient_id, kind, ml, level_before_ml, level_after_ml, number
    )
    select unit.venue_id, gen_random_uuid(), ${new Date(year.startDate)}::timestamptz + nth * interval '5 minutes',
      unit.id, 1 + nth % 6, entry.ingredient_id, 'found', 1, 0, 1, nth
    from units as unit
    join unit_inventory as entry on entry.venue_id = unit.venue_id and entry.unit_id = unit.id
    cross join generate_series(1, case when unit.id = ${unitId} then 50000 else 500 end) as nth
  `.execute(db);
  // A change every ten seconds, of the last days. Their numbers are before those of the unit, so that they count as summed.
  await sql`
    insert into changes (venue_id, unit_id, number, at, kind, order_id)
    select venue_id, unit_id, -nth, now() - nth * interval '10 seconds', 'sale', id
    from (
      select venue_id, unit_id, id, row_number() over (partition by unit_id order by sold_at) as nth
      from orders cross join generate_series(1, 3) where ${ofTheYear}
    ) as sale
    where nth <= case when unit_id = ${unitId} then 100000 else 5000 end
  `.execute(db);
  await sql`
    insert into audit (id, at, actor_name, on_behalf_of, address, action, target, result)
    select gen_random_uuid(), now() - n * interval '1 minute', 'Import', venue.owner_id, '', 'flag.set', 'unit ' || n, 'done'
    from generate_series(1, 100000) as n
    join venues as venue on venue.id = ${venueId} or n % 10 = 0 and venue.name = 'Other 1 Bar'
  `.execute(db);
  for (const definition of indices) await sql.raw(definition).execute(db);
  for (const { table, name, definition } of references) {
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)} not valid
    `.execute(db);
  }
  await rebuildRollups(db);
  await sql`vacuum analyze`.execute(db);
}

/** Drops the indices of sales that belong to no constraint; returns their definitions. */
async function dropIndices(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('orders'::regclass, 'ordered_drinks'::regclass, 'pours'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)
  `.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}
