/**
 * A unit with 200 ingredients and 5,000 drinks: every action of its two screens, compared with 100 ms and with the
 * plain query.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Connection } from '../db/pool/connect.ts';
import { insertUnitState } from '../db/unit-state.ts';
import type { BenchDatabase } from './bench-database.ts';
import { median, report, timesMs } from './outcome.ts';
import { serve } from './process.ts';
import { openAdminSession } from './session.ts';

const limitMs = 100;
const ingredientCount = 200;
const drinkCount = 5000;

interface Bar {
  venueId: string;
  unitId: string;
  unitNumber: number;
}

async function openBar({ db }: Connection): Promise<Bar> {
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
      select ${bar.venueId}, gen_random_uuid(), 'Bottle ' || number from generate_series(1, ${ingredientCount}) as number
      returning id, name
    )
    insert into unit_inventory (venue_id, unit_id, ingredient_id, price_cents, active, place_in_list)
    select ${bar.venueId}, ${bar.unitId}, id, 500, true, row_number() over () - 1 from made
  `.execute(db);
  // Every pair of bottles is a drink, up to 5,000.
  await sql`
    with bottles as (
      select ingredient_id as id, place_in_list as place from unit_inventory where unit_id = ${bar.unitId}
    ), pairs as (
      select one.id as first, other.id as second, row_number() over (order by one.place, other.place) - 1 as rank
      from bottles as one join bottles as other on other.place > one.place
    ), made as (
      insert into drinks (venue_id, id, unit_id, name, price_cents, rank, previous_rank, ingredient_set)
      select ${bar.venueId}, gen_random_uuid(), ${bar.unitId}, 'Drink ' || rank, 1000, rank, rank, sorted_ids(array[first, second])
      from pairs where rank < ${drinkCount}
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
  const bar = await openBar(connection);
  const token = await openAdminSession(connection);
  const server = await serve('serve.ts', embedded.target);
  const call = async (path: string, method = 'GET', body?: object): Promise<string> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };

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
  await server.stop();
}
