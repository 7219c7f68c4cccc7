import { Client } from 'pg';
import { expect, test } from 'vitest';
import { database, withTestDatabase } from '../testing/with-database.ts';
import { clientConfig } from './connect.ts';
import { ServerWatch } from './server-watch.ts';
import { WatchedPool } from './watched-pool.ts';

withTestDatabase();

test('a use that is refused while it waits for a connection does not get it, and leaves it to the next', async () => {
  const config = clientConfig(database.target);
  const { host, port } = new Client(config);
  let refusal: Error | null = null;
  const pool = new WatchedPool(
    { ...config, max: 1 },
    new ServerWatch({ host, port }),
    () => refusal,
  );
  const first = await pool.connect();
  const second = pool.connect();
  refusal = new Error('Refused');
  first.release();
  await expect(second).rejects.toBe(refusal);

  refusal = null;
  const third = await pool.connect();
  expect((await third.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  third.release();
  await pool.end();
});
