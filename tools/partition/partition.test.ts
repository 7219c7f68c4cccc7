/** Partitioning while orders arrive: nothing is lost or doubled, wherever it is interrupted. */
import { randomUUID } from 'node:crypto';
import { Client, type ClientBase } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { clientConfig, connect } from '../../db/pool/connect.ts';
import { findState, makePartitions } from '../../db/partitions/state.ts';
import { detachMonth, listDetachable } from '../../db/partitions/detach.ts';
import { abandon, inOne, partition, patience } from '../../db/partitions/partition.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { isInstalled, startInstalledPostgres } from '../../db/testing/installed-postgres.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { type Catalog, catalogOf } from '../testing/catalog.ts';

let database: TestDatabase;
let app: TestApp;
let owner: TestOwner;
let unit: TestUnit;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  app = await startTestApp({}, database);
  owner = await addOwner(app, 'Owner');
  unit = await createUnit(app, owner);
  client = new Client(clientConfig(database.target));
  await client.connect();
  const noon = Date.UTC(2024, 0, 15, 12);
  for (let month = 0; month < 3; month += 1) {
    app.setNow(new Date(noon + month * 31 * 86_400_000));
    for (let sale = 0; sale < 3; sale += 1) await sell(`${month}-${sale}`);
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
          quantity: 2,
          pours: [{ ingredientId: unit.rum, position: '1', ml: 40, ms: 900, outcome: 'poured' }],
        },
      ],
    },
    headers: { 'idempotency-key': key },
  });

const refund = async (orderId: string) =>
  app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0`, { token: owner.token });

const options = {
  batchSize: 2,
  receiptDays: 400,
  retries: { patience, print: () => undefined },
};

async function rows(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of ['orders', 'ordered_drinks', 'pours', 'refunds']) {
    const { rows: all } = await client.query(
      `select to_jsonb(one) - 'idempotency_key' - 'body_hash' as row from ${table} as one order by 1`,
    );
    found[table] = all;
  }
  return found;
}

test('orders that arrive, change and are refunded meanwhile are neither lost nor doubled', async () => {
  const before = await catalogOf(client);
  let sold = 9;
  const change = async (step: number | string): Promise<void> => {
    const created = await sell(`during-${step}`);
    expect(created.status).toBe(201);
    sold += 1;
    // One that is copied, and one that may not be yet.
    for (const key of ['0-0', '2-2']) {
      const again = await sell(key);
      expect(again.status).toBe(200);
      const done = await refund(again.body.id);
      expect([200, 202, 400, 409, 422]).toContain(done.status);
      if (done.status === 200) expect(done.body.status).toBe('refunded');
    }
  };
  let expected: Record<string, unknown[]> = {};
  await partition(client, {
    ...options,
    onStep: async (step) => {
      await change(step);
      expected = await rows();
    },
    onCopied: change,
  });
  expect(await findState(client)).toBe('partitioned');
  expect(await rows()).toEqual(expected);
  expect(expected['orders']).toHaveLength(sold);
  expect(expected['refunds']).toHaveLength(2);
  const after = await catalogOf(client);
  expect(after).toEqual(withoutKeyIndex(before));
  const { rows: parts } = await client.query<{ name: string }>(
    `select distinct tableoid::regclass::text as name from orders order by 1`,
  );
  expect(parts.map(({ name }) => name).slice(0, 3)).toEqual([
    'barback_partitions.orders_2024_01',
    'barback_partitions.orders_2024_02',
    'barback_partitions.orders_2024_03',
  ]);
});

function withoutKeyIndex(catalog: Catalog): Catalog {
  const indices = catalog.indices.filter((text) => !text.includes('orders_idempotency'));
  return { ...catalog, indices, triggers: ['orders_key on orders'] };
}

/** Ends the run as a kill would: the connection is gone, and the server rolls back. */
async function dieAt(steps: number): Promise<boolean> {
  const dying = new Client(clientConfig(database.target));
  dying.on('error', () => undefined);
  await dying.connect();
  let left = steps;
  const die = async (): Promise<void> => {
    left -= 1;
    if (left > 0) return;
    await client.query('select pg_terminate_backend($1)', [await pidOf(dying)]);
  };
  try {
    await partition(dying, { ...options, onStep: die, onCopied: die });
    return false;
  } catch {
    return true;
  } finally {
    await dying.end().catch(() => undefined);
  }
}

async function pidOf(of: ClientBase): Promise<number> {
  const { rows: found } = await of.query<{ pid: number }>('select pg_backend_pid() as pid');
  return found[0]?.pid ?? 0;
}

test('a run that is killed at any step is resumed', { timeout: 120_000 }, async () => {
  const before = await rows();
  const keys = ['0-0', '1-1', '2-2'];
  let kills = 0;
  while (await dieAt(kills + 1)) {
    kills += 1;
    for (const key of keys) expect((await sell(key)).status).toBe(200);
    const key = randomUUID();
    expect((await sell(key)).status).toBe(201);
    keys.push(key);
    expect(kills).toBeLessThan(60);
  }
  expect(kills).toBeGreaterThan(5);
  expect(await findState(client)).toBe('partitioned');
  const after = await rows();
  for (const table of ['orders', 'ordered_drinks', 'pours']) {
    expect(after[table]).toEqual(expect.arrayContaining(before[table] ?? []));
    expect(after[table]).toHaveLength(9 + kills);
  }
});

test('an abandoned run leaves the database as it was', async () => {
  const before = { catalog: await catalogOf(client), rows: await rows() };
  expect(await dieAt(4)).toBe(true);
  expect(await findState(client)).toBe('copying');
  await abandon(client, options.retries);
  expect({ catalog: await catalogOf(client), rows: await rows() }).toEqual(before);
  expect(await findState(client)).toBe('plain');
});

test.skipIf(!isInstalled(15))('PostgreSQL 15 partitions and detaches', async () => {
  const { target, stop } = await startInstalledPostgres(15);
  const connection = connect(target);
  const drop = () => connection.close().then(stop);
  await migrate(connection);
  const old = await startTestApp({}, { target, connection, drop });
  const seller = await createUnit(old, await addOwner(old, 'Owner'));
  old.setNow(new Date('2023-01-15T12:00:00Z'));
  const body = { drinks: [{ drinkId: seller.cubaLibre }] };
  const sale = () => old.send('POST', '/api/orders', { token: seller.key, body });
  expect((await sale()).status).toBe(201);
  const here = new Client(clientConfig(target));
  await here.connect();
  const before = await catalogOf(here);
  await partition(here, options);
  expect(await catalogOf(here)).toEqual(withoutKeyIndex(before));
  old.setNow(new Date());
  expect((await sale()).status).toBe(201);
  const [month] = await listDetachable(here, Date.UTC(2023, 1), 400);
  expect(month?.name).toBe('2023_01');
  if (month) await inOne(here, options.retries, () => detachMonth(here, month));
  expect((await here.query('select from orders')).rowCount).toBe(1);
  await here.end();
  await old.close();
});

describe('partitioned tables', () => {
  beforeEach(async () => {
    await partition(client, options);
  });

  test('an order is stored once per key, and again after the end of its receipt', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => sell(key)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    await app.db.deleteFrom('order_receipts').execute();
    expect((await sell(key)).status).toBe(201);
  });

  test('partitions of coming months are made ahead, each with its references', async () => {
    const later = Date.UTC(2031, 4, 3);
    await client.query('begin');
    const made = await makePartitions(client, later);
    await client.query('commit');
    expect(made).toEqual(['2031_05', '2031_06', '2031_07', '2031_08']);
    app.setNow(new Date(later));
    const sale = await sell('later');
    expect(sale.status).toBe(201);
    const { rows: references } = await client.query(
      `select conname as name, convalidated as valid from pg_constraint
       where contype = 'f' and conrelid in (
         'barback_partitions.ordered_drinks_2031_05'::regclass, 'barback_partitions.pours_2031_05'::regclass
       ) order by 1`,
    );
    expect(references).toEqual([
      { name: 'ordered_drinks_order', valid: true },
      { name: 'pours_drink', valid: true },
    ]);
    await client.query('begin');
    expect(await makePartitions(client, later)).toEqual([]);
    await client.query('commit');
    const { rows: found } = await client.query<{ name: string }>(
      `select tableoid::regclass::text as name from pours where order_id = $1`,
      [sale.body.id],
    );
    expect(found).toEqual([{ name: 'barback_partitions.pours_2031_05' }]);
  });

  test('a month with sales in the default partition keeps them there', async () => {
    const later = Date.UTC(2031, 4, 3);
    app.setNow(new Date(later));
    expect((await sell('later')).status).toBe(201);
    await client.query('begin');
    expect(await makePartitions(client, later)).toEqual(['2031_06', '2031_07', '2031_08']);
    await client.query('commit');
  });
});
