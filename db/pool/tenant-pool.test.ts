import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, withTestDatabase } from '../testing/with-database.ts';
import { withTenant } from '../tenant.ts';
import { CommitWatch, StandbyAwayError } from './commit-watch.ts';
import { clientConfig, connect, type Connection } from './connect.ts';
import { withPriority } from './lanes.ts';
import { tenantPool } from './tenant-pool.ts';

let single: Connection;
withTestDatabase();
beforeAll(() => {
  single = connect(database.target, { max: 1 });
});
afterAll(() => single.close());

const noScope = { ownerId: 'no\0id', venueIds: [] };
const addOwner = (id: string) => sql`
  insert into users (id, account_type, name, email, password_hash)
  values (${id}, 'owner', 'Ada', ${`${id}@example.com`}, 'none')`;
const isStored = async (id: string): Promise<boolean> => {
  const { rows } = await sql`select id from users where id = ${id}`.execute(single.db);
  return rows.length > 0;
};

test('a change whose scope cannot be set is not made', async () => {
  const alone = randomUUID();
  await expect(
    withTenant(noScope, () => addOwner(alone).execute(single.tenantDb)),
  ).rejects.toThrow();
  expect(await isStored(alone)).toBe(false);

  const among = randomUUID();
  const change = withTenant(noScope, () =>
    single.tenantDb.transaction().execute((transaction) => addOwner(among).execute(transaction)),
  );
  await expect(change).rejects.toThrow();
  expect(await isStored(among)).toBe(false);
});

test('a change after a read whose scope cannot be set is not made, even if the error of the read is caught', async () => {
  const id = randomUUID();
  const change = withTenant(noScope, () =>
    single.tenantDb.transaction().execute(async (transaction) => {
      await expect(sql`select 1`.execute(transaction)).rejects.toThrow();
      await addOwner(id).execute(transaction);
    }),
  );
  await expect(change).rejects.toThrow();
  expect(await isStored(id)).toBe(false);
});

test('a change in a common table expression waits for its scope as well', async () => {
  const id = randomUUID();
  const change = withTenant(noScope, () =>
    sql`with added as (${addOwner(id)} returning id) select id from added`.execute(single.tenantDb),
  );
  await expect(change).rejects.toThrow();
  expect(await isStored(id)).toBe(false);
});

test('the connection serves the next tenant after a scope that could not be set', async () => {
  const read = () =>
    sql<{ role: string }>`select current_user::text as role`.execute(single.tenantDb);
  await expect(withTenant(noScope, read)).rejects.toThrow();
  const { rows } = await withTenant({ ownerId: randomUUID(), venueIds: [] }, read);
  expect(rows).toEqual([{ role: 'barback_tenant' }]);
});

test('a change that gets its connection when commits already wait for a standby is refused, and leaves it to reads', async () => {
  let isAway = false;
  class Watch extends CommitWatch {
    override get isStandbyAway(): boolean {
      return isAway;
    }
  }
  const pool = new Pool({ ...clientConfig(database.target), max: 1 });
  const findAway = () => Promise.resolve({ isPrimary: isAway, nodes: [] });
  const commits = new Watch({ limitMs: 0, findAway, onStandby: () => undefined });
  const lanes = { requests: pool, orders: pool, jobs: pool, health: pool };
  const tenants = tenantPool(lanes, commits, () => pool.end());

  const held = await pool.connect();
  const change = withPriority('orders', [], () => tenants.connect());
  isAway = true;
  held.release();
  await expect(change).rejects.toBeInstanceOf(StandbyAwayError);
  const read = await tenants.connect();
  read.release();
  commits.close();
  await tenants.end();
});
