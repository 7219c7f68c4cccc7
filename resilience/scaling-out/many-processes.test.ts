import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMigrations, migrate } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import {
  missingPrograms,
  type Processes,
  startPgbouncer,
  startProcesses,
  type Way,
} from '../../server/testing/services/processes.ts';
import { sharingHolds } from '../../server/testing/sharing.ts';

const hasPgbouncer = missingPrograms(['pgbouncer']).length === 0;
const hasHaproxy = missingPrograms(['haproxy', 'openssl']).length === 0;
// Without haproxy, PgBouncer is tested here.
const ways: Way[] = hasPgbouncer && !hasHaproxy ? ['straight', 'through PgBouncer'] : ['straight'];

describe.each(ways)('two processes on one database, %s', (way) => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await startProcesses(way);
  });
  afterAll(async () => {
    const fine = processes.servers.map(() => ({ code: 0, stderr: '' }));
    expect(await processes.end()).toEqual(fine);
  });
  sharingHolds(() => processes);
});

test.skipIf(!hasPgbouncer)('time limits also apply through PgBouncer', async () => {
  const database = await createTestDatabase();
  const bouncer = await startPgbouncer(database.target);
  const connection = connect({ url: bouncer.url });
  const limit = async (name: string): Promise<unknown> =>
    (await connection.pool.query(`select current_setting('${name}') as limit`)).rows[0].limit;
  const limits = await Promise.all(
    ['statement_timeout', 'idle_in_transaction_session_timeout'].map(limit),
  );
  await connection.close();
  await bouncer.stop();
  await database.drop();
  expect(limits).toEqual(['30s', '1min']);
});

test.skipIf(!hasPgbouncer)(
  'no statement is prepared through PgBouncer, where another backend would not know it',
  async () => {
    const database = await createTestDatabase();
    const bouncer = await startPgbouncer(database.target);
    const { tenantDb, close } = connect({ url: bouncer.url }, { max: 1 });
    const one = sql<{ prepared: number }>`
      select count(*) as prepared from pg_prepared_statements`;
    await withoutTenant(async () => {
      for (let time = 0; time < 6; time += 1) {
        expect((await one.execute(tenantDb)).rows).toEqual([{ prepared: 0 }]);
      }
    });
    await close();
    await bouncer.stop();
    await database.drop();
  },
);

test.skipIf(!hasPgbouncer)(
  'migrations also run through PgBouncer, and leave the time limits of its connections unchanged',
  async () => {
    const database = await createTestDatabase('none');
    const bouncer = await startPgbouncer(database.target);
    const connections = [connect({ url: bouncer.url }), connect({ url: bouncer.url })];
    const runs = await Promise.all(connections.map((one) => migrate(one)));
    const applied = runs.flatMap((run) => run.applied);
    // Open transactions occupy all six of PgBouncer's connections at once.
    const all = connect({ url: bouncer.url }, { max: 6 });
    const clients = await Promise.all(Array.from({ length: 6 }, () => all.pool.connect()));
    await Promise.all(clients.map((client) => client.query('begin')));
    const limits = await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query(
          `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits`,
        );
        return rows[0].limits;
      }),
    );
    for (const client of clients) client.release(true);
    await all.close();
    for (const { close } of connections) await close();
    await bouncer.stop();
    await database.drop();
    expect(new Set(applied).size).toBe(applied.length);
    expect(applied.length).toBe((await listMigrations()).length);
    expect(limits).toEqual(Array(6).fill('30s 0'));
  },
);
