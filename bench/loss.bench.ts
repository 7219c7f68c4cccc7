/** The loss report of a quarter of 10 units, against 200 ms. */
import { sql } from 'kysely';
import type { Db } from '../db/tables/tables.ts';
import { idAt } from '../resilience/testing/fleet.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { withLargeVenue } from './menu.bench.ts';
import { msOf, reportP95, timesMs } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const runs = 20;
const limitMs = 200;
const size = { units: 10, ingredientsPerUnit: 12 };
const salesPerUnitAndDay = 60;
const days = 92;

const dayAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

export async function benchLoss(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { token, ownerId } = await openSession(connection);
  const measure = async (venueId: string) => {
    const sales = await insertQuarter(connection.db, venueId);
    const server = await serve('serve', embedded.target);
    const query = `from=${dayAgo(days - 1)}&to=${dayAgo(0)}&timezone=UTC`;
    const ask = () => send(`${server.url}/api/venues/${venueId}/loss?${query}`, token);
    const firstMs = await msOf(ask);
    const name = `loss of ${days} days of ${size.units} units, ${sales.toLocaleString('en-US')} sales`;
    reportP95(name, await timesMs(runs, ask), limitMs, firstMs);
    await server.stop();
  };
  await withLargeVenue(connection.db, ownerId, measure, size);
  await database.close();
}

/** Sales of a drink of two ingredients each, with their pours; returns their number. */
async function insertQuarter(db: Db, venueId: string): Promise<number> {
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents, deducted
    )
    select venue_id, ${idAt('at')}, id, unit_number, at, at, 'unit', 900, 80, 100, '{}'
    from units cross join lateral (
      select now() - nth * interval '1 day' / ${sql.lit(salesPerUnitAndDay)} as at
      from generate_series(1, ${sql.lit(salesPerUnitAndDay * (days - 1))}) as nth
    ) as sold
    where venue_id = ${venueId}
    order by at
  `.execute(db);
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents,
      ingredient_ids, serving_ml, ingredient_price_cents, snapshot
    )
    select sale.venue_id, sale.id, 0, sale.id, 'Drink', 1, 1, 900, 80, 100, entry.ids[nth:nth + 1], '{45,30}',
      '{600,300}', true
    from orders as sale
    join (
      select unit_id, array_agg(ingredient_id order by ingredient_id) as ids
      from unit_inventory where venue_id = ${venueId} group by unit_id
    ) as entry on entry.unit_id = sale.unit_id
    cross join lateral (
      select 1 + (extract(epoch from sale.sold_at)::bigint / 1440 % (array_length(entry.ids, 1) - 1))::integer as nth
    ) as chosen
    where sale.venue_id = ${venueId} and sale.deducted is not null
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into pours (venue_id, order_id, drink_index, pour_index, ingredient_id, position, ml, ms, outcome)
    select venue_id, order_id, 0, nth - 1, ingredient_ids[nth], nth, serving_ml[nth] + 1, 5000, 'poured'
    from ordered_drinks cross join generate_series(1, 2) as nth
    where venue_id = ${venueId} and cardinality(ingredient_ids) = 2
    on conflict do nothing
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
  return size.units * salesPerUnitAndDay * (days - 1);
}
