/** npm run partition as the operator sees it, and everything around a partitioned database. */
import { expect, test } from 'vitest';
import { planDistribution } from '../../db/distribution/distribute.ts';
import { migrate } from '../../db/migrate.ts';
import { partition, patience } from '../../db/partitions/partition.ts';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import {
  app,
  client,
  database,
  owner,
  run,
  sell,
  unit,
  withSalesOfMonths,
} from '../testing/sales-of-months.ts';

withSalesOfMonths();

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

test('a connection that the database ends is reported in one line', async () => {
  await client.query('begin');
  await client.query('lock table orders in access exclusive mode');
  const running = run('--yes');
  const ended = () =>
    app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(async () => (await ended()).rowCount).toBe(1);
  await client.query('rollback');
  expect(await running).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]+\n$/) });
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
