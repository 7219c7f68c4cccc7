/** The setup of a unit with 20 ingredients and 60 drinks, copied to 50 units of its venue. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { report } from '../resilience/testing/outcome.ts';
import { openAdminSession, openBenchDatabase } from './bench-database.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const [units, drinks, limitMs] = [50, 60, 5000];

export async function benchCopies(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { db } = connection;
  const [ownerId, venueId] = [randomUUID(), randomUUID()];
  const email = `${ownerId}@bench.example`;
  await db
    .insertInto('users')
    .values({ id: ownerId, account_type: 'owner', name: 'Group', email, password_hash: 'none' })
    .execute();
  await db.insertInto('venues').values({ id: venueId, owner_id: ownerId, name: 'Bar' }).execute();
  const token = await openAdminSession(connection);
  const server = await serve('serve', embedded.target);
  const post = async (path: string, body: object) =>
    JSON.parse(await send(server.url + path, token, 'POST', body));
  const newUnit = async (): Promise<{ _id: string }> => post(`/api/units/${venueId}`, {});
  const source = await newUnit();
  await post(`/api/units/${source._id}/standard-bar`, { bar: 'classic' });
  // Pairs of its ingredients that are no drink yet are drinks too.
  await sql`
    with pairs as (
      select one.ingredient_id as first, other.ingredient_id as second,
        row_number() over (order by one.place_in_list, other.place_in_list) as nth
      from unit_inventory as one
      join unit_inventory as other on other.unit_id = one.unit_id and other.place_in_list > one.place_in_list
      where one.unit_id = ${source._id} and not exists (
        select from drinks where unit_id = one.unit_id
          and ingredient_set = sorted_ids(array[one.ingredient_id, other.ingredient_id])
      )
    ), made as (
      insert into drinks (venue_id, id, unit_id, name, price_cents, rank, previous_rank, ingredient_set)
      select ${venueId}, gen_random_uuid(), ${source._id}, 'Drink ' || nth, 1000, own.drinks + nth - 1,
        own.drinks + nth - 1, sorted_ids(array[first, second])
      from pairs, (select count(*) as drinks from drinks where unit_id = ${source._id}) as own
      where own.drinks + nth <= ${drinks}
      returning id, ingredient_set
    )
    insert into drink_ingredients (venue_id, drink_id, ordinal, ingredient_id)
    select ${venueId}, made.id, part.place - 1, part.ingredient_id
    from made, unnest(made.ingredient_set) with ordinality as part (ingredient_id, place)
  `.execute(db);
  const to: string[] = [];
  for (let nth = 0; nth < units; nth += 1) to.push((await newUnit())._id);
  const parts = ['ingredients', 'thresholds', 'prices', 'drinks', 'texts'];
  const copy = async (mode: 'add' | 'equal') => {
    const [started, cpuBefore] = [performance.now(), server.cpuMs()];
    const { targets } = await post('/api/copies', { from: source._id, to, parts, mode });
    const ms = performance.now() - started;
    for (const { message, cannot } of targets)
      if (message !== '' || cannot.length > 0) throw new Error(JSON.stringify({ message, cannot }));
    return { ms, cpuMs: server.cpuMs() - cpuBefore };
  };
  const toEmpty = await copy('add');
  await sql`update drinks set price_cents = price_cents + 100 where unit_id = ${source._id}`.execute(
    db,
  );
  const repriced = await copy('equal');
  for (const [name, { ms, cpuMs }] of [
    ['to empty units', toEmpty],
    ['all prices changed', repriced],
  ] as const)
    report(
      `20 ingredients and ${drinks} drinks copied to ${units} units, ${name}, / ${limitMs / 1000} s`,
      ms / limitMs,
      { most: 1 },
      `${(ms / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s of processor time`,
    );
  await server.stop();
  await database.close();
}
