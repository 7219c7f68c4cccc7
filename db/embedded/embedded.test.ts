import { existsSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../pool/connect.ts';
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts';
import { isStarting, readPidFile } from './process.ts';
import { StartupError } from '../start-error.ts';
import { makeTestFolder } from '../testing/folder.ts';

let dataDir: string;
const started: EmbeddedDatabase[] = [];

beforeEach(async () => {
  dataDir = await makeTestFolder();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()));
  await rm(dataDir, { recursive: true, force: true });
});

const start = async ({ folder = dataDir, durable = false } = {}): Promise<EmbeddedDatabase> => {
  const database = await startEmbedded(folder, { durable });
  started.push(database);
  return database;
};

const send = async (database: EmbeddedDatabase, text: string): Promise<unknown[]> => {
  const { pool, close } = connect(database.target);
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows;
  } finally {
    await close();
  }
};

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

test('persists data across a stop and a start', async () => {
  const first = await start();
  await send(first, `create table bottles as select 'Rum' as name`);
  await first.stop();
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await send(second, 'select name from bottles')).toEqual([{ name: 'Rum' }]);
});

test('connects as an unprivileged role, over a private socket only', async () => {
  const database = await start();
  const rows = await send(
    database,
    `select current_user as name, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
            current_setting('listen_addresses') as addresses
       from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      name: 'barback',
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      addresses: '',
    },
  ]);
  const { mode } = await lstat(join(dataDir, 'postgres'));
  expect((mode & 0o077).toString(8)).toBe('0');
});

test('sorts text identically on every machine', async () => {
  const database = await start();
  const rows = await send(
    database,
    `select string_agg(name, ' ' order by name) as names
       from unnest(array['éclair', 'beer', 'Zebra', 'apple']) as name`,
  );
  expect(rows).toEqual([{ names: 'Zebra apple beer éclair' }]);
});

test('refuses a second server on the same folder, naming the first, which keeps working', async () => {
  const database = await start();
  const second = await startEmbedded(dataDir).catch((error: unknown) => error);
  expect(second).toBeInstanceOf(StartupError);
  expect(String(second)).toContain(`(process ${String(process.pid)}) is using the data folder`);
  expect(await send(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('restarts a database that dies, with all its data and the folder still locked', async () => {
  const database = await start({ durable: true });
  const { db, close } = connect(database.target);
  await sql`create table bottles as select 'Rum' as name`.execute(db);
  const killed = await postmasterPid();
  process.kill(killed, 'SIGKILL');
  // Until then its sessions may still answer.
  await expect.poll(postmasterPid).not.toBe(killed);
  const rowsOf = (query: RawBuilder<unknown>) => async () => (await query.execute(db)).rows;
  await expect.poll(rowsOf(sql`select name from bottles`)).toEqual([{ name: 'Rum' }]);
  const locks = sql`select 1 from pg_locks where locktype = 'advisory' and granted`;
  await expect.poll(rowsOf(locks)).toHaveLength(1);
  await close();
});

test('creates one database when two first starts run concurrently', async () => {
  const results = await Promise.allSettled([start(), start()]);
  const lost = results.filter((result) => result.status === 'rejected');
  expect(lost).toHaveLength(1);
  expect(String(lost[0]?.reason)).toContain('is using the data folder');
});

test("places the socket elsewhere when the data folder's path is too long, and removes it afterwards", async () => {
  // Else its user could not enter the folder in it, and the files would be left in /var/lib/barback.
  await chmod(dataDir, 0o711);
  const database = await start({ folder: join(dataDir, 'deep'.repeat(30)) });
  const { target } = database;
  const socketDir = 'socketDir' in target ? target.socketDir : '';
  expect(socketDir).not.toContain('deep');
  expect(((await lstat(socketDir)).mode & 0o077).toString(8)).toBe('0');
  expect(await send(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect(existsSync(socketDir)).toBe(false);
});

test('leaves files of another PostgreSQL version untouched', async () => {
  await (await start()).stop();
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n');
  await expect(startEmbedded(dataDir)).rejects.toThrow('made by PostgreSQL 12');
});

test('starts despite the pid file of a process that no longer exists', async () => {
  await (await start()).stop();
  // Simulates a power cut: the pid now belongs to another process (this one).
  const stale = [process.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'postgres'), ''];
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${stale.join('\n')}\n`);
  expect(await send(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('gives up a database that runs but accepts no connection, and stops it', async () => {
  await (await start()).stop();
  const databases = join(dataDir, 'postgres/base');
  // The system table of relations, in every database.
  for (const database of await readdir(databases)) {
    await writeFile(join(databases, database, '1259'), Buffer.alloc(8192, 0xa5));
  }
  const patience = { silentMs: 300, busyMs: 60_000 };
  const failure = await startEmbedded(dataDir, { durable: false, patience }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).toMatch(
    /accepts no connection \(.*\), so it was stopped: .*restore a backup \(more in .*postgres\.log\)/,
  );
  await expect.poll(() => existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});

test('a postmaster whose file does not say yet where it is reached counts as starting', async () => {
  await start();
  const folder = join(dataDir, 'postgres');
  const file = join(folder, 'postmaster.pid');
  const whole = await readFile(file, 'utf8');
  expect(await isStarting(folder)).toBe(false);
  for (const [pid, starts] of [
    [await postmasterPid(), true],
    [process.pid, false],
  ] as const) {
    await writeFile(file, `${String(pid)}\n${folder}\n`);
    expect(await readPidFile(folder)).toBeNull();
    expect(await isStarting(folder)).toBe(starts);
  }
  await writeFile(file, whole);
});
