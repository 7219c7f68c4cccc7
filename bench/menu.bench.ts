/**
 * A unit with 200 ingredients and 5,000 drinks: every action of its two screens, compared with 100 ms and with the
 * plain query.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type BenchDatabase, openAdminSession } from './bench-database.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';
import type { Connection } from '../db/pool/connect.ts';
import type { Db } from '../db/tables/tables.ts';
import { insertUnitState } from '../db/unit-state.ts';
import { median, report, timesMs } from '../resilience/testing/outcome.ts';

const limitMs = 100;
const ingredientCount = 200;
const drinkCount = 5000;

interface Bar {
  venueId: string;
  unitId: string;
  unitNumber: number;
}

interface MenuSize {
  ingredients: number;
  drinks: number;
}

/** A unit with so many ingredients and drinks, of its own owner. */
export async function openBar({ db }: Connection, size: MenuSize): Promise<Bar> {
  const ownerId = randomUUID();
  const bar = { venueId: randomUUID(), unitId: randomUUID() };
  const email = `${ownerId}@bench.example`;
  await db
    .insertInto('users')
    .values({ id: ownerId, account_type: 'owner', name: 'Big bar', email, password_hash: 'none' })
    .execute();
  await db
    .insertInto('venues')
    .values({ id: bar.venueId, owner_id: ownerId, name: `Big bar ${bar.venueId}` })
    .execute();
  const { unit_number: unitNumber } = await db
    .insertInto('units')
    .values({ id: bar.unitId, venue_id: bar.venueId })
    .returning('unit_number')
    .executeTakeFirstOrThrow();
  await insertUnitState(db, { venue_id: bar.venueId, id: bar.unitId });
  await sql`
    with made as (
      insert into ingredients (venue_id, id, name)
      select ${bar.venueId}, gen_random_uuid(), 'Bottle ' || number from generate_series(1, ${sql.lit(size.ingredients)}) as number
      returning id, name
    )
    insert into unit_inventory (venue_id, unit_id, ingredient_id, price_cents, active, place_in_list)
    select ${bar.venueId}, ${bar.unitId}, id, 500, true, row_number() over () - 1 from made
  `.execute(db);
  // Every pair of bottles is a drink, up to so many.
  await sql`
    with bottles as (
      select ingredient_id as id, place_in_list as place from unit_inventory where unit_id = ${bar.unitId}
    ), pairs as (
      select one.id as first, other.id as second, row_number() over (order by one.place, other.place) - 1 as rank
      from bottles as one join bottles as other on other.place > one.place
    ), made as (
      insert into drinks (venue_id, id, unit_id, name, price_cents, rank, previous_rank, ingredient_set)
      select ${bar.venueId}, gen_random_uuid(), ${bar.unitId}, 'Drink ' || rank, 1000, rank, rank, sorted_ids(array[first, second])
      from pairs where rank < ${sql.lit(size.drinks)}
      returning id, ingredient_set
    )
    insert into drink_ingredients (venue_id, drink_id, ordinal, ingredient_id)
    select ${bar.venueId}, made.id, part.place - 1, part.ingredient_id
    from made, unnest(made.ingredient_set) with ordinality as part (ingredient_id, place)
  `.execute(db);
  await sql`analyze drinks, drink_ingredients, unit_inventory, ingredients`.execute(db);
  return { ...bar, unitNumber };
}

export async function benchMenu({ connection, embedded }: BenchDatabase): Promise<void> {
  const { db } = connection;
  const bar = await openBar(connection, { ingredients: ingredientCount, drinks: drinkCount });
  const token = await openAdminSession(connection);
  const server = await serve('serve', embedded.target);
  const call = (path: string, method?: string, body?: object): Promise<string> =>
    send(server.url + path, token, method, body);

  const ids = async (table: 'drinks' | 'unit_inventory', column: string, order: string) => {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(table)} where unit_id = ${bar.unitId} order by ${sql.ref(order)}
    `.execute(db);
    return rows.map(({ id }) => id);
  };
  const drinks = await ids('drinks', 'id', 'rank');
  const bottles = await ids('unit_inventory', 'ingredient_id', 'place_in_list');
  const page = (number: number) =>
    `/api/venues/${bar.venueId}?pagination[current]=${number}&pagination[size]=10`;
  const inventory = () => {
    bottles.unshift(bottles.pop() ?? '');
    return { updatedInventory: bottles.map((id) => [id, {}]) };
  };
  let price = 1;
  let place = 0;
  const actions: [string, () => Promise<string>][] = [
    ['page 1 of the drinks', () => call(page(1))],
    ['page 500 of the drinks', () => call(page(500))],
    ['the page with a drink', () => call(`${page(1)}&drink=${drinks[4200]}`)],
    [
      'a price typed over',
      () => call(`/api/venues/${bar.venueId}/drinks/${drinks[7]}`, 'PUT', { price: (price += 1) }),
    ],
    [
      'a drink moved by a place',
      () =>
        call(`/api/drinks/${drinks[4000]}`, 'PUT', {
          ranking: { current: 4000 + ((place += 1) % 2), previous: 0 },
        }),
    ],
    ['200 ingredients', () => call(`/api/venues/${bar.venueId}/units/${bar.unitNumber}`)],
    [
      '200 ingredients in another order',
      () => call(`/api/units/${bar.unitNumber}/inventory`, 'PUT', inventory()),
    ],
  ];
  const plain = sql`select id, name, price_cents from drinks where unit_id = ${bar.unitId} and deleted_at is null order by rank limit 10 offset 4990`;
  const plainMs = median(await timesMs(50, () => plain.execute(db)));
  for (const [name, work] of actions) {
    const ms = median(await timesMs(30, work));
    report(
      `5,000 drinks, ${name}`,
      ms / limitMs,
      { most: 1 },
      `${ms.toFixed(1)} of ${limitMs} ms; the plain query of page 500 takes ${plainMs.toFixed(1)} ms`,
    );
  }
  // Every drink of the unit gets another rank; the screen shows the new order before it is stored.
  const far = median(
    await timesMs(5, () =>
      call(`/api/drinks/${drinks[drinkCount - 1]}`, 'PUT', {
        ranking: { current: (place += 1) % 2 === 0 ? 0 : drinkCount - 1, previous: 0 },
      }),
    ),
  );
  console.log(`told   5,000 drinks, the last one moved to the top: ${far.toFixed(0)} ms to store`);
  const changes = `/api/venues/${bar.venueId}/price-changes`;
  const change = { operation: 'percent', by: 5, rounding: '0.25' };
  const all = { drinks: drinks.map((id) => ({ id })), change };
  for (const [name, preview, most] of [
    ['previewed', true, 300],
    ['stored', false, 1000],
  ] as const) {
    const ms = median(await timesMs(5, () => call(changes, 'POST', { ...all, preview })));
    report(`5,000 prices ${name}`, ms, { most }, `${ms.toFixed(0)} ms`);
  }
  await server.stop();
}

/** A venue with many units that sell each night, for the figures of tonight. */
export const unitsOfLargeVenue = 1_000;

export interface LargeVenue {
  units: number;
  ingredientsPerUnit: number;
}

const tables = [
  'pour_cases',
  'ordered_drinks',
  'orders',
  'sales_rollups',
  'drink_rollups',
  'pour_sums',
  'drink_sums',
  'drinks',
  'unit_heartbeats',
  'unit_positions',
  'unit_inventory',
  'ingredients',
  'contact_gaps',
  'flag_switches',
] as const;

/**
 * Runs `work` while the owner has a venue with so many units. Each sold ten an hour for ten hours of the last 56 days
 * and twelve in the last two hours, is in contact, and has as many ingredients, one of them low; a tenth of them were
 * without contact last night.
 */
export async function withLargeVenue<T>(
  db: Db,
  ownerId: string,
  work: (venueId: string) => Promise<T>,
  { units, ingredientsPerUnit }: LargeVenue = { units: unitsOfLargeVenue, ingredientsPerUnit: 8 },
): Promise<T> {
  const venueId = randomUUID();
  await db.insertInto('venues').values({ id: venueId, owner_id: ownerId, name: 'Large' }).execute();
  try {
    await insertUnits(db, venueId, units);
    await insertPast(db, venueId);
    await insertTonight(db, venueId);
    await insertStock(db, venueId, ingredientsPerUnit);
    await sql`vacuum analyze`.execute(db);
    return await work(venueId);
  } finally {
    for (const table of tables)
      await sql`delete from ${sql.table(table)} where venue_id = ${venueId}`.execute(db);
    await db.deleteFrom('units').where('venue_id', '=', venueId).execute();
    await db.deleteFrom('venues').where('id', '=', venueId).execute();
  }
}

async function insertUnits(db: Db, venueId: string, count: number): Promise<void> {
  await sql`
    insert into units (id, venue_id, created_at)
    select gen_random_uuid(), ${venueId}, now() - interval '100 days'
    from generate_series(1, ${sql.lit(count)})
  `.execute(db);
  await sql`
    update unit_state set last_contact_at = now(), contact_since = now() - interval '10 hours',
      contact_gaps_s = array_fill(60::smallint, array[50])
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into unit_heartbeats (
      venue_id, unit_id, received_at, software, reader_state, queued_sales, clock_skews_ms, positions, position_states
    )
    select venue_id, id, now(), '1.0', 'ready', 0, '{100,90,110,100,95}', '{}', '{}' from units where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into contact_gaps (venue_id, unit_id, from_at, until_at)
    select venue_id, id, now() - interval '11 hours', now() - interval '10 hours' from units
    where venue_id = ${venueId} and unit_number % 10 = 0
  `.execute(db);
}

/** Sums of the past, up to the hours of tonight's sales. */
async function insertPast(db: Db, venueId: string): Promise<void> {
  await sql`
    insert into sales_rollups (
      venue_id, unit_id, grain, bucket, orders, price_cents, fee_cents, servings, duration_ms, timed_orders, sales_cents,
      tax_cents, tip_cents, refund_cents
    )
    select venue_id, id, 'hour', date_trunc('hour', now()) - make_interval(days => day, hours => hour),
      10, 9000, 0, 10, 300000, 10, 9000, 0, 0, 0
    from units, generate_series(0, 56) as day, generate_series(0, 9) as hour
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into drink_rollups (venue_id, unit_id, grain, bucket, name, quantity, amount_cents)
    select venue_id, id, 'hour', date_trunc('hour', now()) - make_interval(hours => hour), 'Drink ' || drink, 3, 2700
    from units, generate_series(0, 9) as hour, generate_series(1, 4) as drink
    where venue_id = ${venueId}
  `.execute(db);
}

async function insertTonight(db: Db, venueId: string): Promise<void> {
  await sql`
    insert into orders (
      venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents, fee_cents
    )
    select venue_id, gen_random_uuid(), id, unit_number, at, at, 'unit', 900, 80, 0, 0
    from units, generate_series(now() - interval '2 hours', now() - interval '2 minutes', interval '10 minutes') as at
    where venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents, fee_cents
    )
    select venue_id, id, 0, gen_random_uuid(), 'Drink', 1, 1, price_cents, tax_cents, tip_cents, fee_cents
    from orders where venue_id = ${venueId}
  `.execute(db);
}

async function insertStock(db: Db, venueId: string, count: number): Promise<void> {
  // The last four of 20 are at the soda gun.
  await sql`
    insert into ingredients (id, venue_id, name, source, base_or_mixer)
    select gen_random_uuid(), ${venueId}, 'Ingredient ' || nth, case when nth > 16 then 'soda gun' else 'carousel' end,
      case when nth > 16 then array['mixer'] else array['base'] end
    from generate_series(1, ${sql.lit(count)}) as nth
  `.execute(db);
  await sql`
    insert into unit_inventory (venue_id, unit_id, ingredient_id, active)
    select unit.venue_id, unit.id, ingredient.id, true
    from units as unit join ingredients as ingredient on ingredient.venue_id = unit.venue_id
    where unit.venue_id = ${venueId}
  `.execute(db);
  await sql`
    insert into unit_positions (venue_id, unit_id, position, ingredient_id, category, source, size_ml, remaining_ml)
    select entry.venue_id, entry.unit_id, place.position, entry.ingredient_id, 'ROTENDER_CLASSIC', place.source, 750,
      case place.position when 1 then 100 else 500 end
    from unit_inventory as entry
    join (
      select id, source,
        row_number() over (partition by source order by id) + case source when 'soda gun' then 100 else 0 end as position
      from ingredients where venue_id = ${venueId}
    ) as place on place.id = entry.ingredient_id
    where entry.venue_id = ${venueId}
  `.execute(db);
}
