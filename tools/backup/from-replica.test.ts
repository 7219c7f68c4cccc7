import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../db/testing/database.ts';
import { withDatabase } from '../../db/testing/target.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { type ReplicatedServers, startReplicated } from '../../db/testing/replicated.ts';
import { backUp, everyRow, restore } from '../testing/backups.ts';
import type { Ran } from '../testing/run-here.ts';

let servers: ReplicatedServers;
let folder: string;
let backup: string;
beforeAll(async () => {
  servers = await startReplicated();
}, 60_000);
beforeEach(async () => {
  folder = await makeTestFolder();
  backup = join(folder, 'backup');
});
afterAll(async () => {
  await servers.database.drop();
  await servers.stop();
});

const make = (replica = servers.standby.target): Promise<Ran> =>
  backUp({ dataDir: folder, target: servers.primary.target, replica }, backup);

/** Sessions of the product that have ended on the standby. */
const sessions = async (): Promise<number> => {
  const counted = `select sessions from pg_stat_database where datname = 'barback'`;
  const [row] = await servers.standby.query(counted);
  return Number(row?.['sessions']);
};

async function expectComplete(): Promise<void> {
  const { target, drop } = await createTestDatabase('none');
  const restored = { dataDir: join(folder, 'restored'), target };
  expect(await restore(restored, backup)).toMatchObject({ code: 0, err: '' });
  const [original, copy] = [await everyRow(servers.primary.target), await everyRow(target)];
  expect(copy['users']).toEqual(original['users']);
  await drop();
  await rm(folder, { recursive: true });
}

const addUser = (email: string): Promise<unknown> =>
  servers.database.connection.db
    .insertInto('users')
    .values({ id: crypto.randomUUID(), account_type: 'owner', name: 'A', email, password_hash: '' })
    .execute();

test('a backup is read from the standby, and has everything that was committed before', async () => {
  await addUser('a@example.com');
  const before = await sessions();
  const made = await make();
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('The rows were read from the replica.');
  await expect.poll(sessions).toBeGreaterThan(before);
  await expectComplete();
});

test('a backup is made from the primary while the standby is down', async () => {
  await servers.standby.kill();
  await addUser('b@example.com');
  const made = await make();
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/^The replica failed \(.+\): the backup is made from the primary\.$/m);
  await servers.standby.start();
  await expectComplete();
});

test('a backup is made from the primary while the standby is behind', async () => {
  await servers.standby.query('select pg_wal_replay_pause()');
  await addUser('c@example.com');
  const made = await make();
  expect(made.out).toContain('The replica is too far behind: the backup is made from the primary.');
  await servers.standby.query('select pg_wal_replay_resume()');
  await expectComplete();
});

test('a backup is not made from another database', async () => {
  const made = await make(withDatabase(servers.standby.target, 'postgres'));
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('The replica is not a standby of the database: the backup is made');
  await expectComplete();
});
