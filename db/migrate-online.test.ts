import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, requireMigrated, type MigrateOptions } from './migrate.ts';
import { connect } from './pool/connect.ts';
import { StartupError } from './start-error.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';
import { makeTestFolder } from './testing/folder.ts';

let database: TestDatabase;
let folder: string;
const patience = { lockTimeoutMs: 50, pauseMs: 10, attempts: 1_000 };

beforeEach(async () => {
  database = await createTestDatabase('none');
  folder = await makeTestFolder();
  await plant('0001-sales.sql', 'create table sales (id int primary key, cents int);');
  await run();
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const plant = (name: string, sql: string): Promise<void> => writeFile(join(folder, name), sql);
const remove = (name: string): Promise<void> => rm(join(folder, name));
const run = (options: MigrateOptions = {}) =>
  migrate(database.connection, { folder, patience, ...options });
const query = async (sql: string): Promise<unknown[]> =>
  (await database.connection.pool.query(sql)).rows;
const applied = async () =>
  (await query('select name from schema_migrations order by name')).length;
const errorOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** A transaction that reads the sales, like a download, until it is ended. */
async function openDownload(): Promise<{ end: () => Promise<void> }> {
  const client = await database.connection.downloads.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from sales');
  return {
    end: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

test('a migration that waits for a lock lets writes pass between its attempts', async () => {
  await plant('0002-tip.sql', 'alter table sales add column tip_cents int;');
  const download = await openDownload();
  let waits = (_line: string): void => undefined;
  const waiting = new Promise<string>((resolve) => {
    waits = resolve;
  });
  const migrating = run({ print: waits });
  expect(await waiting).toMatch(
    /^The migration 0002-tip\.sql waits for the transaction of process \d+ \(barback, for \d+ s\)/,
  );
  for (const id of [1, 2, 3]) await query(`insert into sales values (${id}, 900)`);
  await download.end();
  expect(await migrating).toEqual({ applied: ['0002-tip.sql'] });
  expect(await query('select tip_cents from sales')).toHaveLength(3);
});

test('a migration gives up after a number of attempts, names what holds the lock, and is rolled back', async () => {
  await plant(
    '0002-tip.sql',
    'create table tips (id int); alter table sales add column tip_cents int;',
  );
  const download = await openDownload();
  const error = await errorOf(run({ patience: { ...patience, attempts: 2 } }));
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toMatch(
    /0002-tip\.sql did not get its locks in 2 attempts, because of the transaction of process \d+/,
  );
  expect(await query(`select where to_regclass('tips') is not null`)).toEqual([]);
  await download.end();
  expect(await run()).toEqual({ applied: ['0002-tip.sql'] });
});

test('an index is built without a transaction, while other servers wait for it', async () => {
  await plant(
    '0002-by-price.sql',
    `-- no transaction\n-- Reports by price; see docs.\ncreate index concurrently sales_by_price\n  on sales (cents);\nalter table sales add column if not exists tip_cents int;\n`,
  );
  await plant('0003-note.sql', 'alter table sales add column note text;');
  const others = [connect(database.target, { max: 1 }), connect(database.target, { max: 1 })];
  const runs = await Promise.all(
    [database.connection, ...others].map((one) => migrate(one, { folder })),
  );
  // Each is applied once; another server may take the second.
  expect(runs.flatMap((one) => one.applied).toSorted()).toEqual([
    '0002-by-price.sql',
    '0003-note.sql',
  ]);
  const valid = `select indisvalid from pg_index where indexrelid = 'sales_by_price'::regclass`;
  expect(await query(valid)).toEqual([{ indisvalid: true }]);
  await Promise.all(others.map(({ close }) => close()));
});

test('a server that waits for a migration keeps no transaction open, which the index would wait for', async () => {
  await plant(
    '0002-by-price.sql',
    '-- no transaction\ncreate index concurrently sales_by_price on sales (cents);',
  );
  const download = await openDownload();
  const building = run();
  const isBuilt = `select from pg_stat_activity where query like 'create index concurrently%'
    and state = 'active' and datname = current_database()`;
  await expect.poll(() => query(isBuilt)).toHaveLength(1);
  const other = connect(database.target, { max: 1 });
  const { rows } = await other.pool.query('select pg_backend_pid() as pid');
  const waiting = migrate(other, { folder });
  const state = `select state, query from pg_stat_activity where pid = ${rows[0].pid}`;
  // Between two attempts; the first holds no lock before the download ends.
  await expect.poll(() => query(state)).toEqual([{ state: 'idle', query: 'rollback' }]);
  await download.end();
  expect([await building, await waiting]).toEqual([
    { applied: ['0002-by-price.sql'] },
    { applied: [] },
  ]);
  await other.close();
});

test('an index that failed is not recorded, and is built again by the next run', async () => {
  await query('insert into sales values (1, 900), (2, 900)');
  await plant(
    '0002-one-price.sql',
    '-- no transaction\ncreate index concurrently sales_first on sales (cents);\ncreate unique index concurrently sales_one_price on sales (cents);\n',
  );
  expect(String(await errorOf(run()))).toContain('migration 0002-one-price.sql failed: could not');
  const invalid = `select from pg_index where indexrelid = 'sales_one_price'::regclass and not indisvalid`;
  expect(await query(invalid)).toHaveLength(1);
  expect(await applied()).toBe(1);
  await query('delete from sales where id = 2');
  expect(await run()).toEqual({ applied: ['0002-one-price.sql'] });
  expect(await query(invalid)).toEqual([]);
});

test('an earlier release runs on a database whose newer migrations are compatible with it', async () => {
  await plant('0002-tip.sql', 'alter table sales add column tip_cents int;');
  await plant(
    '0003-note.sql',
    '-- Notes of guests.\n-- compatible since: 0002\nalter table sales add column note text;',
  );
  await run();
  await remove('0003-note.sql');
  expect(await run()).toEqual({ applied: [] });
  await expect(requireMigrated(database.connection, folder)).resolves.toBeUndefined();
  await remove('0002-tip.sql');
  for (const start of [run, () => requireMigrated(database.connection, folder)]) {
    expect(String(await errorOf(start()))).toContain(
      'newer than this Barback (it holds 0002-tip.sql',
    );
  }
});

test('an earlier release does not run after a single migration that is not compatible with it', async () => {
  await plant(
    '0002-note.sql',
    '-- compatible since: 0001\nalter table sales add column note text;',
  );
  await plant('0003-cents.sql', 'alter table sales rename cents to price_cents;');
  await plant('0004-tip.sql', '-- compatible since: 0001\nalter table sales add column tip int;');
  await run();
  for (const name of ['0002-note.sql', '0003-cents.sql', '0004-tip.sql']) await remove(name);
  expect(String(await errorOf(run()))).toContain('it holds 0003-cents.sql');
});

test('a database that earlier releases migrated records what is compatible from now on', async () => {
  await query('alter table schema_migrations drop column compatible_since');
  expect(await run()).toEqual({ applied: [] });
  await plant(
    '0002-note.sql',
    '-- compatible since: 0001\nalter table sales add column note text;',
  );
  await run();
  expect(await query('select name, compatible_since from schema_migrations order by name')).toEqual(
    [
      { name: '0001-sales.sql', compatible_since: null },
      { name: '0002-note.sql', compatible_since: '0001' },
    ],
  );
});

test('a start that does not migrate refuses a database that lacks migrations, and changes nothing', async () => {
  await plant('0002-tip.sql', 'alter table sales add column tip_cents int;');
  const error = await errorOf(requireMigrated(database.connection, folder));
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toContain('lacks the migration 0002-tip.sql, and MIGRATE is off: run npm');
  expect(await applied()).toBe(1);
  await run();
  await expect(requireMigrated(database.connection, folder)).resolves.toBeUndefined();
});

test.each([
  ['-- compatible since 0001\n', 'write the number of an earlier migration'],
  ['-- compatible since: 0002\n', 'write the number of an earlier migration'],
  ['-- An index.\n-- no transaction\n', 'the first line must be'],
  ['-- no transaction\nselect 1\n', 'without a transaction, each statement ends with'],
])('rejects a file with an unclear header: %j', async (header, reason) => {
  await plant('0002-note.sql', header);
  expect(String(await errorOf(run()))).toContain(`0002-note.sql: ${reason}`);
});

test('an index is built concurrently on each partition, continued after a failure, and dropped', async () => {
  await plant(
    '0002-parts.sql',
    `create schema barback_partitions;
     create table parted (id int, cents int) partition by range (id);
     create table barback_partitions.parted_1 partition of parted for values from (0) to (10);
     create table barback_partitions.parted_2 partition of parted default;
     insert into parted values (1, 5), (11, 5), (12, 5);`,
  );
  await run();
  const file = `-- no transaction\ncreate unique index concurrently parted_by_cents on parted (id, cents);\n`;
  await plant('0003-index.sql', file);
  await query('insert into parted values (12, 5)');
  expect(String(await errorOf(run()))).toContain('could not create unique index');
  await query('delete from parted where id = 12');
  await run();
  const indices = `
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indexrelid::regclass::text like '%parted%' order by 1`;
  expect(await query(indices)).toEqual([
    { name: 'barback_partitions.parted_by_cents_1', valid: true },
    { name: 'barback_partitions.parted_by_cents_2', valid: true },
    { name: 'parted_by_cents', valid: true },
  ]);
  await plant('0004-drop.sql', '-- no transaction\ndrop index concurrently parted_by_cents;\n');
  await run();
  expect(await query(indices)).toEqual([]);
});
