import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { connect } from './pool/connect.ts';
import { migrate, migrateTo } from './migrate.ts';
import { StartupError } from './start-error.ts';
import { database, withEmptyDatabase } from './testing/with-database.ts';

withEmptyDatabase();

const files = (await readdir(new URL('migrations/', import.meta.url))).sort();

const applied = async (): Promise<string[]> => {
  const { rows } = await database.connection.pool.query<{ name: string }>(
    'select name from schema_migrations order by name',
  );
  return rows.map(({ name }) => name);
};

test('migrations are numbered without gaps or duplicates', () => {
  const numbers = files.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
});

test('an empty database gets every migration once', async () => {
  expect(await migrate(database.connection)).toEqual({ applied: files });
  expect(await migrate(database.connection)).toEqual({ applied: [] });
  expect(await applied()).toEqual(files);
});

test('servers that start concurrently apply each migration once', async () => {
  const others = [connect(database.target), connect(database.target)];
  const runs = await Promise.all([database.connection, ...others].map((one) => migrate(one)));
  expect(runs.flatMap((run) => run.applied).sort()).toEqual(files);
  expect(await applied()).toEqual(files);
  await Promise.all(others.map(({ close }) => close()));
});

test('rolls back a failed migration and applies it on a later run', async () => {
  const { pool } = database.connection;
  await pool.query('create table venues (stands_in_the_way int)');
  await expect(migrate(database.connection)).rejects.toThrow(/^migration \d{4}-.*"venues"/);
  expect(await applied()).not.toContain(files.at(-1));
  await pool.query('drop table venues');
  await migrate(database.connection);
  expect(await applied()).toEqual(files);
});

const breakWith = async (change: string): Promise<unknown> => {
  await migrate(database.connection);
  await database.connection.pool.query(change);
  return migrate(database.connection).catch((error: unknown) => error);
};

test('leaves a database that is newer than the code untouched', async () => {
  const problem = await breakWith(
    `insert into schema_migrations (name, checksum) values ('9999-future.sql', '')`,
  );
  expect(problem).toBeInstanceOf(StartupError);
  expect(String(problem)).toContain('newer than this Barback (it holds 9999-future.sql');
});

test('refuses a migration that was changed after it was applied', async () => {
  const problem = await breakWith(
    `update schema_migrations set checksum = 'other' where name like '0002-%'`,
  );
  expect(problem).toBeInstanceOf(StartupError);
  expect(String(problem)).toMatch(/migration 0002-.* has been changed/);
});

test('refuses a migration inserted before an applied one', async () => {
  const problem = await breakWith(`delete from schema_migrations where name like '0001-%'`);
  expect(problem).toBeInstanceOf(StartupError);
  expect(String(problem)).toMatch(/migration 0001-.* comes before 0002-/);
});

test('a database of version 0.1 keeps its audit log, with codes in place of texts', async () => {
  const { pool } = database.connection;
  await migrateTo(database.connection, '0012-row-level-security.sql');
  const insert = (action: string) =>
    pool.query(
      `insert into audit (id, at, actor_name, address, action, target, result)
       values (gen_random_uuid(), now(), '', '', $1, $1, 'done')`,
      [action],
    );
  for (const action of ['make unit key', 'take refund back', 'of a release to come'])
    await insert(action);
  await migrate(database.connection);
  const { rows } = await pool.query('select action, target from audit order by action');
  expect(rows).toEqual([
    { action: 'of a release to come', target: 'of a release to come' },
    { action: 'refund.reversed', target: 'take refund back' },
    { action: 'unit_key.created', target: 'make unit key' },
  ]);
  await expect(pool.query(`update audit set action = ''`)).rejects.toThrow('append-only');
});

test('switches kept by name are copied to each venue and unit of that name or number', async () => {
  const { pool } = database.connection;
  const [ada, maya, lou] = [randomUUID(), randomUUID(), randomUUID()];
  await migrateTo(database.connection, '0013-audit-action-codes.sql');
  await pool.query(
    `insert into users (id, account_type, name, email, password_hash) values ($1, 'owner', 'Ada', 'ada@example.com', '')`,
    [ada],
  );
  await pool.query(
    `insert into venues (id, owner_id, name) values ($2, $1, 'Harbour'), ($3, $1, 'Harbour')`,
    [ada, maya, lou],
  );
  const unit = await pool.query<{ id: string; unit_number: number }>(
    'insert into units (id, venue_id) values (gen_random_uuid(), $1) returning id, unit_number',
    [lou],
  );
  const { id: unitId = '', unit_number: number = 0 } = unit.rows[0] ?? {};
  await pool.query(
    `insert into flag_switches (kind, key, flag, enabled) values
       ('venue', 'Harbour', 'general--double-order', true),
       ('unit', $1, 'general--turboshot', false),
       ('venue', 'A name no venue has', 'general--turboshot', true)`,
    [String(number)],
  );
  await migrate(database.connection);
  const { rows } = await pool.query('select venue_id, target_id, flag, enabled from flag_switches');
  const double = { flag: 'general--double-order', enabled: true };
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { venue_id: maya, target_id: maya, ...double },
      { venue_id: lou, target_id: lou, ...double },
      { venue_id: lou, target_id: unitId, flag: 'general--turboshot', enabled: false },
    ]),
  );
});

test('rows below a unit or a notice receive the venue that they belong to', async () => {
  const { pool } = database.connection;
  await migrateTo(database.connection, '0013-audit-action-codes.sql');
  const venue = randomUUID();
  const [owner, unit, ingredient, notice] = [0, 1, 2, 3].map(() => randomUUID());
  await pool.query(`
    insert into users (id, account_type, name, email, password_hash) values ('${owner}', 'owner', 'Maya', 'maya@example.com', '');
    insert into venues (id, owner_id, name) values ('${venue}', '${owner}', 'Rooftop');
    insert into units (id, venue_id) values ('${unit}', '${venue}');
    insert into unit_keys (id, unit_id, key_hash, created_at) values (gen_random_uuid(), '${unit}', '', now());
    insert into card_readers (unit_id, reader_id) values ('${unit}', 'tmr_1');
    insert into ingredients (venue_id, id, name) values ('${venue}', '${ingredient}', 'Rum');
    insert into unit_inventory (venue_id, unit_id, ingredient_id) values ('${venue}', '${unit}', '${ingredient}');
    insert into unit_positions (unit_id, position, ingredient_id, category, source, size_ml, remaining_ml)
      values ('${unit}', 1, '${ingredient}', 'ROTENDER_CLASSIC', 'carousel', 1000, 1000);
    insert into restock_notices (venue_id, id, unit_id, ingredient_id, percent, noticed_at)
      values ('${venue}', '${notice}', '${unit}', '${ingredient}', 10, now());
    insert into messages (id, notice_id, channel, recipient, body, created_at) values
      (gen_random_uuid(), '${notice}', 'mail', 'maya@example.com', 'of a notice', now()),
      (gen_random_uuid(), null, 'mail', 'maya@example.com', 'a report', now());
  `);
  await migrate(database.connection);
  const { rows } = await pool.query(`
    select 'unit_keys' as table, venue_id from unit_keys
    union all select 'card_readers', venue_id from card_readers
    union all select 'unit_positions', venue_id from unit_positions
    union all select body, venue_id from messages order by 1
  `);
  expect(rows).toEqual([
    { table: 'a report', venue_id: null },
    { table: 'card_readers', venue_id: venue },
    { table: 'of a notice', venue_id: venue },
    { table: 'unit_keys', venue_id: venue },
    { table: 'unit_positions', venue_id: venue },
  ]);
});

test('a unit has state, also one that a process of the release before adds during a rolling upgrade', async () => {
  const { pool } = database.connection;
  await migrateTo(database.connection, '0022-confirmed-recipients.sql');
  const [owner, venue] = [randomUUID(), randomUUID()];
  await pool.query(`
    insert into users (id, account_type, name, email, password_hash) values ('${owner}', 'owner', 'Maya', 'maya@example.com', '');
    insert into venues (id, owner_id, name) values ('${venue}', '${owner}', 'Rooftop');
    insert into units (id, venue_id) values (gen_random_uuid(), '${venue}');
  `);
  await migrate(database.connection);
  await pool.query(`insert into units (id, venue_id) values (gen_random_uuid(), '${venue}')`);
  const { rows } = await pool.query(`
    select unit_state.venue_id from units left join unit_state on unit_id = units.id
  `);
  expect(rows).toEqual([{ venue_id: venue }, { venue_id: venue }]);
});

test('addresses and numbers that were stored before count as confirmed, once per owner', async () => {
  const { pool } = database.connection;
  await migrateTo(database.connection, '0020-indices-of-audit.sql');
  const [maya = '', lou = '', rooftop, harbour, corner] = [0, 1, 2, 3, 4].map(() => randomUUID());
  await pool.query(`
    insert into users (id, account_type, name, email, password_hash) values
      ('${maya}', 'owner', 'Maya', 'Maya@example.com', ''), ('${lou}', 'owner', 'Lou', 'lou@example.com', '');
    insert into venues (id, owner_id, name) values
      ('${rooftop}', '${maya}', 'Rooftop'), ('${harbour}', '${maya}', 'Harbour'), ('${corner}', '${lou}', 'Corner');
    insert into units (id, venue_id, contacts) values
      (gen_random_uuid(), '${rooftop}', '{+14155552671,+447911123456}'),
      (gen_random_uuid(), '${harbour}', '{+14155552671}'),
      (gen_random_uuid(), '${corner}', '{}');
    insert into messages (id, channel, recipient, body, created_at)
      values (gen_random_uuid(), 'mail', 'maya@example.com', 'a report', now());
  `);
  await migrate(database.connection);
  const { rows } = await pool.query(
    'select account_id, channel, address, state from recipients order by channel, address',
  );
  const confirmed = { state: 'confirmed' };
  expect(rows).toEqual([
    { account_id: lou, channel: 'mail', address: 'lou@example.com', ...confirmed },
    { account_id: maya, channel: 'mail', address: 'maya@example.com', ...confirmed },
    { account_id: maya, channel: 'sms', address: '+14155552671', ...confirmed },
    { account_id: maya, channel: 'sms', address: '+447911123456', ...confirmed },
  ]);
});

test('jobs of a release with a table of its own stay queued, with their attempts, pauses and leases', async () => {
  const { pool } = database.connection;
  await migrateTo(database.connection, '0020-indices-of-audit.sql');
  const soon = '2100-01-01T00:00:00.000Z';
  await pool.query(
    `insert into jobs (id, kind, key, payload, run_at, attempts, leased_until, done_at, last_error)
     select gen_random_uuid(), kind, key, '{"key":"a"}', run_at::timestamptz, attempts, leased_until::timestamptz,
       done_at::timestamptz, last_error
     from (values
       ('remove file', 'due', '2024-01-01', 0, null, null, null),
       ('remove file', 'retried', $1, 3, null, null, 'No'),
       ('remove file', 'leased', '2024-01-01', 8, $1, null, null),
       ('remove file', 'parked', '2024-01-01', 1, 'infinity', null, 'No'),
       ('remove file', 'done', '2024-01-01', 1, null, '2024-01-02', null),
       ('remove file', 'given up', '2024-01-01', 8, null, '2024-01-02', 'No'),
       ('sweep files', 'sweep files', $1, 0, null, null, null),
       ('juggle', 'unknown', '2024-01-01', 0, null, null, null)
     ) as given (kind, key, run_at, attempts, leased_until, done_at, last_error)`,
    [soon],
  );
  await migrate(database.connection);
  const { rows } = await pool.query(`
    select job.key, task_identifier as kind, payload ->> 'key' as payload, job.run_at, job.attempts, job.max_attempts,
      job.last_error
    from graphile_worker.jobs as job join graphile_worker._private_jobs as stored using (id) order by job.key
  `);
  const file = {
    kind: 'remove file',
    payload: 'a',
    max_attempts: 8,
    attempts: 0,
    last_error: null,
  };
  expect(rows).toEqual([
    { ...file, key: 'due', run_at: new Date('2024-01-01') },
    { ...file, key: 'given up', run_at: new Date('2024-01-02'), attempts: 8, last_error: 'No' },
    { ...file, key: 'leased', run_at: new Date(soon), attempts: 7 },
    { ...file, key: 'parked', run_at: Infinity, attempts: 1, last_error: 'No' },
    { ...file, key: 'retried', run_at: new Date(soon), attempts: 3, last_error: 'No' },
    { ...file, kind: 'sweep files', key: 'sweep files', run_at: new Date(soon) },
  ]);
  expect((await pool.query('select from jobs')).rowCount).toBe(0);
});
