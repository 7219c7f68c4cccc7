/** Search of the command palette: an owner with four venues, 40 units and 20,000 drinks. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { p95, report, timesMs } from '../resilience/testing/outcome.ts';
import { openAdminSession, openBenchDatabase } from './bench-database.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const limitMs = 100;

export async function benchSearch(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { db } = connection;
  const ownerId = randomUUID();
  const email = `${ownerId}@bench.example`;
  await db
    .insertInto('users')
    .values({ id: ownerId, account_type: 'owner', name: 'Group', email, password_hash: 'none' })
    .execute();
  await sql`
    with venue as (
      insert into venues (id, owner_id, name) select gen_random_uuid(), ${ownerId}, 'Bar ' || number
      from generate_series(1, 4) as number returning id
    ), unit as (
      insert into units (id, venue_id) select gen_random_uuid(), id from venue, generate_series(1, 10)
      returning id, venue_id
    ), bottle as (
      insert into ingredients (venue_id, id, name)
      select id, gen_random_uuid(), (array['Rum', 'Gin', 'Patrón', 'Añejo'])[1 + number % 4] || ' ' || number
      from venue, generate_series(1, 200) as number
    )
    insert into drinks (venue_id, id, unit_id, name, price_cents, rank, previous_rank, ingredient_set)
    select venue_id, gen_random_uuid(), id, (array['Margarita', 'Spritz', 'Piña Colada', 'Crème Sour'])[1 + number % 4]
      || ' ' || number || ' of ' || right(id::text, 6), 1000, number, number, array[gen_random_uuid()]
    from unit, generate_series(1, 500) as number
  `.execute(db);
  await sql`vacuum analyze users, venues, units, ingredients, drinks`.execute(db);
  const token = await openAdminSession(connection);
  const server = await serve('serve', embedded.target);
  const search = (q: string) => {
    const query = new URLSearchParams({ q, ownerId }).toString();
    return send(`${server.url}/api/search?${query}`, token);
  };
  for (const q of ['m', 'patron', 'pina colada 17', 'nothing of the kind']) {
    await search(q);
    const ms = p95(await timesMs(40, () => search(q)));
    report(
      `search of 20,000 drinks for "${q}", p95`,
      ms / limitMs,
      { most: 1 },
      `${ms.toFixed(1)} of ${limitMs} ms`,
    );
  }
  await server.stop();
  await database.close();
}
