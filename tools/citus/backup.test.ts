/** A backup of a distributed database: one moment of all nodes. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { beginSnapshot } from '../../db/distribution/snapshot.ts';
import { clientConfig, connect } from '../../db/pool/connect.ts';
import { createTestDatabase } from '../../db/testing/database.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { addOwner, createUnit, type TestUnit } from '../../server/testing/app.ts';
import { app, withApp } from '../../server/testing/with-app.ts';
import { backUp, restore } from '../testing/backups.ts';

const folder = withTestFolder();
/** Of venues on different nodes. */
let units: TestUnit[];

withApp();
beforeAll(async () => {
  units = await unitsOnTwoNodes();
});

async function unitsOnTwoNodes(): Promise<TestUnit[]> {
  const byNode = new Map<number, TestUnit>();
  for (let made = 0; byNode.size < 2; made += 1) {
    const owner = await addOwner(app, `Owner ${made}`);
    const { rows } = await sql<{ node: number }>`
      select groupid as node from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('orders', ${owner.venueId}::uuid)
    `.execute(app.db);
    const node = rows[0]?.node ?? -1;
    if (!byNode.has(node)) byNode.set(node, await createUnit(app, owner));
  }
  return [...byNode.values()];
}

async function open(): Promise<Client> {
  const client = new Client(clientConfig({ url: app.databaseUrl }));
  await client.connect();
  return client;
}

/** Raises the price of a drink on each node, in one transaction after the other, until stopped. */
function raisePrices() {
  const writing = { isOn: true };
  const write = async (): Promise<void> => {
    const client = await open();
    while (writing.isOn) {
      await client.query('begin');
      for (const { cubaLibre } of units)
        await client.query('update drinks set price_cents = price_cents + 1 where id = $1', [
          cubaLibre,
        ]);
      await client.query('commit');
    }
    await client.end();
  };
  const written = write();
  return async (): Promise<void> => {
    writing.isOn = false;
    await written;
  };
}

test('a snapshot has a transaction of two nodes whole or not at all', async () => {
  const target = { url: app.databaseUrl };
  const stop = raisePrices();
  const client = await open();
  const seen = new Set<number>();
  // Until several transactions were between two of them.
  for (let read = 0; read < 30 || seen.size <= 5; read += 1) {
    await beginSnapshot(client, target, []);
    const { rows } = await client.query<{ price_cents: number }>(
      'select price_cents from drinks where id = any($1)',
      [units.map(({ cubaLibre }) => cubaLibre)],
    );
    await client.query('commit');
    const [one, other] = rows.map((row) => row.price_cents);
    expect(one).toBe(other);
    seen.add(one ?? 0);
  }
  await client.end();
  await stop();
});

test('sales after the first rows were read are in no table of the backup', async () => {
  const sell = async (): Promise<void> => {
    for (const { key, cubaLibre } of units) {
      const body = { drinks: [{ drinkId: cubaLibre }] };
      const { status, text } = await app.send('POST', '/api/orders', { token: key, body });
      expect(status, text).toBe(201);
    }
  };
  await sell();
  const holder = await open();
  // It is copied after other tables, and no sale concerns it.
  await holder.query('begin; lock table invitations in access exclusive mode');
  const making = backUp({ dataDir: folder, target: { url: app.databaseUrl } }, join(folder, 'a'));
  const waiting = `select from pg_locks where relation = 'invitations'::regclass and not granted`;
  await expect.poll(async () => (await holder.query(waiting)).rows.length).toBe(1);
  await sell();
  await holder.query('commit');
  await holder.end();
  expect(await making).toMatchObject({ code: 0, err: '' });

  const { target, drop } = await createTestDatabase('none');
  const restored = { dataDir: join(folder, 'of-a'), target };
  expect(await restore(restored, join(folder, 'a'))).toMatchObject({ code: 0, err: '' });
  const connection = connect(target, { max: 1 });
  const { rows } = await connection.pool.query(`
    select (select count(*) from orders)::int as orders,
      (select count(*) from ordered_drinks)::int as drinks,
      (select sum(orders) from sales_rollups where grain = 'hour')::int as "ordersInRollups",
      (select sum(quantity) from drink_rollups where grain = 'day')::int as "drinksInRollups"
  `);
  expect(rows).toEqual([{ orders: 2, drinks: 2, ordersInRollups: 2, drinksInRollups: 2 }]);
  await connection.close();
  await drop();
});
