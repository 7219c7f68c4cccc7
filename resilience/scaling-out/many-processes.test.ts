import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { missingPrograms } from '../../server/testing/config.ts';
import { startPgbouncer } from '../../server/testing/pgbouncer.ts';
import { type Processes, startProcesses, type Way } from '../../server/testing/processes.ts';
import { sharingHolds } from '../../server/testing/sharing.ts';

const hasPgbouncer = missingPrograms(['pgbouncer']).length === 0;
const hasHaproxy = missingPrograms(['haproxy', 'openssl']).length === 0;
// Without haproxy, PgBouncer is tested here.
const ways: Way[] = hasPgbouncer && !hasHaproxy ? ['straight', 'through PgBouncer'] : ['straight'];
const severalStartsMs = 60_000;

describe.each(ways)('two processes on one database, %s', (way) => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await startProcesses(way);
  }, severalStartsMs);
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
