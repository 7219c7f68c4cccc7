/** What an owner of 3,000 venues waits for, compared with an owner of one. */
import { sql } from 'kysely';
import { type BenchDatabase, openSession } from './bench-database.ts';
import { reportPath } from '../resilience/testing/fleet.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';
import type { Db } from '../db/tables/tables.ts';
import { median, report, timesMs } from '../resilience/testing/outcome.ts';

const runs = 60;

export async function benchManyVenues({ connection, embedded }: BenchDatabase): Promise<void> {
  const { token, ownerId, venueId } = await openSession(connection);
  const server = await serve('serve', embedded.target);
  const reads = {
    'report of a year': reportPath(venueId),
    overview: `/api/venues/${venueId}/overview`,
    'units of a venue': `/api/venues/${venueId}/units`,
  };
  const timeOf = async (path: string): Promise<number> =>
    median(await timesMs(runs, () => send(server.url + path, token)));
  const timeAll = async () => {
    const times = new Map<string, number>();
    for (const [name, path] of Object.entries(reads)) times.set(name, await timeOf(path));
    return times;
  };
  await timeAll();
  const one = await timeAll();
  const { many, listMs, plainMs } = await withManyVenues(connection.db, ownerId, async () => ({
    many: await timeAll(),
    listMs: await timeOf(`/api/users/${ownerId}/venues`),
    plainMs: median(
      await timesMs(runs, () =>
        sql`select * from venues where owner_id = ${ownerId}`.execute(connection.db),
      ),
    ),
  }));
  await server.stop();
  for (const [name, manyMs] of many) {
    const oneMs = one.get(name) ?? Number.NaN;
    const details = `${manyMs.toFixed(1)} / ${oneMs.toFixed(1)} ms`;
    // The overview counts what the owner has stored in all venues.
    const most = name === 'overview' ? 4 : 1.5;
    report(`${name} for an owner of 3,000 venues / of one`, manyMs / oneMs, { most }, details);
  }
  const details = `${listMs.toFixed(1)} / ${plainMs.toFixed(1)} ms`;
  report('list of the 3,000 venues / the plain query', listMs / plainMs, { most: 6 }, details);
}

const many = 3_000;

/** Runs `work` while the owner of one venue has 3,000. */
export async function withManyVenues<T>(
  db: Db,
  ownerId: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql`
    insert into venues (id, owner_id, name)
    select gen_random_uuid(), ${ownerId}, 'Another venue' from generate_series(1, ${sql.lit(many - 1)})
  `.execute(db);
  try {
    return await work();
  } finally {
    await db.deleteFrom('venues').where('name', '=', 'Another venue').execute();
  }
}
