/**
 * Ten thousand owners with thirty thousand venues: the list and the choice of an owner, compared with the plain query.
 */
import { sql } from 'kysely';
import { type BenchDatabase, openAdminSession } from './bench-database.ts';
import { median, report, timesMs } from '../resilience/testing/outcome.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';

const limitMs = 100;

export async function benchOwners({ connection, embedded }: BenchDatabase): Promise<void> {
  const { db } = connection;
  await sql`
    with owners as (
      insert into users (id, account_type, name, email, password_hash)
      select gen_random_uuid(), 'owner', 'Fleet ' || number, 'fleet' || number || '@bench.example', 'none'
      from generate_series(1, 10000) as number
      on conflict do nothing
      returning id, name
    )
    insert into venues (id, owner_id, name, created_at)
    select gen_random_uuid(), id, name || ' venue ' || number, '2023-01-01' from owners, generate_series(1, 3) as number
  `.execute(db);
  await sql`
    insert into units (id, venue_id) select gen_random_uuid(), id from venues where name like 'Fleet % venue %'
  `.execute(db);
  await sql`analyze users, venues, units`.execute(db);
  const token = await openAdminSession(connection);
  const server = await serve('serve', embedded.target);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'Fleet 5000')
    .executeTakeFirstOrThrow();
  const plain = sql`select id, name, email from users where account_type = 'owner' order by lower(name), id limit 10 offset 9000`;
  const plainMs = median(await timesMs(50, () => plain.execute(db)));
  const lists = [1, 500, 1000].map(
    (page) => [`page ${page}`, `/api/admins/owners?pagination[current]=${page}`] as const,
  );
  for (const [name, path] of [
    ...lists,
    ['search in every name', '/api/admins/owners?search=fleet'],
    ['search by email', '/api/admins/owners?search=fleet777%40'],
    ['search by unit', '/api/admins/owners?search=1777'],
    ['search without a match', '/api/admins/owners?search=nothing%20of%20the%20kind'],
    ['one owner', `/api/admins/owner/${id}`],
    ['their venues', `/api/users/${id}/venues`],
  ] as const) {
    const ms = median(await timesMs(50, () => send(server.url + path, token)));
    report(
      `10,000 owners, ${name}`,
      ms / limitMs,
      { most: 1 },
      `${ms.toFixed(1)} of ${limitMs} ms; the plain query of page 901 takes ${plainMs.toFixed(1)} ms`,
    );
  }
  await server.stop();
}
