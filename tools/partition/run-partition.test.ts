/** npm run partition as the operator sees it, and everything around a partitioned database. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { planDistribution } from '../../db/distribution/distribute.ts';
import { migrate } from '../../db/migrate.ts';
import { clientConfig } from '../../db/pool/connect.ts';
import { partition, patience } from '../../db/partitions/partition.ts';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { urlOf } from '../../db/testing/target.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { backUp, everyRow, restore } from '../testing/backups.ts';
import { runPartition } from './run-partition.ts';

let folder: string;
let database: TestDatabase;
let app: TestApp;
let owner: TestOwner;
let unit: TestUnit;
let client: Client;

beforeAll(async () => {
  folder = await makeTestFolder();
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  database = await createTestDatabase();
  app = await startTestApp({}, database);
  owner = await addOwner(app, 'Owner');
  unit = await createUnit(app, owner);
  client = new Client(clientConfig(database.target));
  await client.connect();
  for (const month of ['2022-11', '2022-12', '2023-01']) {
    app.setNow(new Date(`${month}-15T12:00:00Z`));
    await sell(month);
    await sell(`${month} again`);
  }
  app.setNow(new Date());
});
afterEach(async () => {
  await client.end();
  await app.close();
});

const sell = (key: string) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: {
      drinks: [
        {
          drinkId: unit.cubaLibre,
          pours: [{ ingredientId: unit.rum, position: '1', ml: 40, ms: 900, outcome: 'poured' }],
        },
      ],
    },
    headers: { 'idempotency-key': key },
  });

async function run(...args: string[]) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await runPartition(args, {
    out: (line) => (ran.out += `${line}\n`),
    err: (line) => (ran.err += `${line}\n`),
    environment: { DATA_DIR: folder, DATABASE_URL: urlOf(database.target) },
    folder: '/',
    stop: new AbortController().signal,
  });
  return ran;
}

const report = (startDate: number, endDate: number) => {
  const query = new URLSearchParams({
    venueId: owner.venueId,
    startDate: String(startDate),
    endDate: String(endDate),
  });
  return app.send('GET', `/api/orders/sales/report?${query.toString()}`, { token: owner.token });
};

test('says what it would do, does it, and refuses what is not possible', async () => {
  expect(await run()).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /into 7 months, 2022-11 to [\s\S]*To begin: npm run partition -- --yes\n$/,
    ),
  });
  expect(await run('--abandon')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/nothing to abandon/),
  });
  expect(await run('--detach-before', '2023-01-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The tables are not partitioned'),
  });
  expect(await run('--yes')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/Done in/),
  });
  expect(await run()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/are partitioned by month/),
  });
  expect(await run('--abandon')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be abandoned/),
  });
  expect(await run('--detach-before', '2023-01-15')).toMatchObject({
    code: 1,
    err: expect.stringContaining('must be the first day of a month'),
  });
  expect(await run('--detach-before', '2099-01-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Units may send sales again for 400 days'),
  });
});

test('migrations wait until a conversion is over', async () => {
  const stop = new AbortController();
  const retries = { patience, print: () => undefined };
  const options = { batchSize: 1, receiptDays: 400, retries, stop: stop.signal };
  await expect(
    partition(client, { ...options, onCopied: () => stop.abort() }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  await client.query(
    `delete from schema_migrations where name = (select max(name) from schema_migrations)`,
  );
  await expect(migrate(database.connection)).rejects.toMatchObject({
    message: expect.stringContaining('migrations wait until that is over'),
  });
  expect(await run('--abandon')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/as it was/),
  });
});

test('sales are imported, reported and backed up, and a backup is restored into plain tables', async () => {
  await run('--yes');
  await sell('after');
  const before = await everyRow(database.target);
  const file = join(folder, 'backup.tar.gz');
  expect(await backUp({ dataDir: folder, target: database.target }, file)).toMatchObject({
    code: 0,
  });
  const other = await createTestDatabase('none');
  const place = { dataDir: join(folder, 'other'), target: other.target };
  expect(await restore(place, file)).toMatchObject({ code: 0, err: '' });
  const after = await everyRow(other.target);
  for (const table of ['orders', 'ordered_drinks', 'pours', 'order_receipts', 'sales_rollups']) {
    expect(after[table]?.toSorted()).toEqual(before[table]?.toSorted());
  }
  await other.drop();
});

test('detached months are named, stay in the sums, and leave the rest as it was', async () => {
  await run('--yes');
  expect(await run('--detach-before', '2023-01-01')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Detaches 2022-11, 2022-12: /),
  });
  const year = [Date.UTC(2022, 0, 1), Date.UTC(2024, 0, 1)] as const;
  const sums = await report(...year);
  expect(sums).toMatchObject({ status: 200, body: { totalSales: 54 } });
  const done = await run('--detach-before', '2023-01-01', '--yes');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('Detached 2022-12: barback_detached.orders_2022_12, ');
  const left = await client.query('select from orders');
  expect(left.rowCount).toBe(2);
  const kept = await client.query('select from barback_detached.pours_2022_11');
  expect(kept.rowCount).toBe(2);
  expect(await report(...year)).toMatchObject({ status: 200, body: { totalSales: 54 } });
  expect((await sell('2023-01')).status).toBe(200);
  expect((await sell('new')).status).toBe(201);
  expect(await run('--detach-before', '2023-01-01')).toMatchObject({
    out: 'There are no partitions before that date.\n',
  });
});

test('open cases of detached months are settled as not asked for', async () => {
  for (const month of ['2022-12', '2023-01']) {
    app.setNow(new Date(`${month}-15T13:00:00Z`));
    const body = { drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }] };
    expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(201);
  }
  app.setNow(new Date());
  await run('--yes');
  const path = `/api/venues/${owner.venueId}/cases/summary`;
  const summary = async () => (await app.send('GET', path, { token: owner.token })).body;
  expect(await summary()).toMatchObject({ open: 2, owed: 18 });
  expect(await run('--detach-before', '2023-01-01', '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await summary()).toMatchObject({ open: 1, owed: 9 });
  const cases = await app.db
    .selectFrom('pour_cases')
    .select(['state', 'resolution'])
    .orderBy('id')
    .execute();
  expect(cases).toEqual([
    { state: 'resolved', resolution: 'kept' },
    { state: 'open', resolution: null },
  ]);
});

test('a search by order reads one partition, a page the index of each', async () => {
  await run('--yes');
  const { rows } = await client.query<{ id: string }>('select id from orders order by id limit 1');
  const venue = `venue_id = '${owner.venueId}'`;
  const order = `'${rows[0]?.id ?? ''}'`;
  const plan = async (statement: string): Promise<string> => {
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`);
    return lines.map((line) => line['QUERY PLAN']).join('\n');
  };
  const partitionsIn = (text: string) =>
    new Set(text.match(/ on (orders|ordered_drinks|pours)_\w+/g) ?? []).size;
  // The tables are too small to use an index otherwise.
  await client.query('set enable_seqscan = off');
  await client.query('set enable_bitmapscan = off');
  for (const statement of [
    `select from orders where ${venue} and id = ${order}`,
    `select from orders where id = ${order}`,
    `update ordered_drinks set refunded_at = now() where ${venue} and order_id = ${order} and drink_index = 0`,
    `select from pours where ${venue} and order_id = ${order}`,
  ]) {
    const text = await plan(statement);
    expect([statement, partitionsIn(text), /Seq Scan/.test(text)]).toEqual([statement, 1, false]);
  }
  const page = await plan(
    `select id from orders where ${venue} and sold_at >= '2022-01-01' order by sold_at, id limit 20`,
  );
  expect(page).toMatch(/^Limit[\s\S]*Merge Append/);
  expect(page).not.toMatch(/Seq Scan|Sort {2}\(/);
  const newest = await plan('select id from orders order by id desc limit 20');
  expect(newest).not.toMatch(/Seq Scan|Sort {2}\(/);
});

test('a partitioned database is not distributed', async () => {
  await run('--yes');
  await expect(planDistribution(client)).rejects.toThrow(/partitioned by time|extension citus/);
});

test('sums match the sales after a conversion under load', async () => {
  const over = new AbortController();
  const sold: number[] = [];
  const sellers = [0, 1].map(async (nth) => {
    for (let sale = 0; !over.signal.aborted; sale += 1)
      sold.push((await sell(`${nth} ${sale}`)).status);
  });
  const retries = { patience, print: () => undefined };
  try {
    await partition(client, { batchSize: 1, receiptDays: 400, retries });
  } finally {
    over.abort();
    await Promise.all(sellers);
  }
  expect(new Set(sold)).toEqual(new Set([201]));
  for (const table of ['orders', 'ordered_drinks', 'pours']) {
    const { rowCount } = await client.query(`select from ${table}`);
    expect([table, rowCount]).toEqual([table, sold.length + 6]);
  }
  const kept = await app.db.selectFrom('sales_rollups').selectAll().orderBy('bucket').execute();
  await rebuildRollups(app.db);
  const rebuilt = await app.db.selectFrom('sales_rollups').selectAll().orderBy('bucket').execute();
  expect(new Set(kept.map((row) => JSON.stringify(row)))).toEqual(
    new Set(rebuilt.map((row) => JSON.stringify(row))),
  );
});
