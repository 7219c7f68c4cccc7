/**
 * Orders while a standby that every commit waits for has stopped, and while a person in psql holds a row, or the table of
 * the orders.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { makeFleet, makeSellers, type Seller, sendOrder } from '../testing/fleet.ts';
import { type RunningProduct, startProduct } from '../testing/running-product.ts';
import { type Following, startPair, systemPostgres } from './postgres-pair.ts';

interface Running {
  pair: Following;
  connection: Connection;
  product: RunningProduct;
  /** Units of two venues of different owners. */
  sellers: Seller[];
  others: Seller[];
}

const bin = systemPostgres();
const folder = withTestFolder();
let running: Running | null = null;

beforeAll(async () => {
  if (bin === null) return;
  const pair = await startPair(bin, folder);
  const url = `postgres://barback@127.0.0.1:${pair.primaryPort()}/barback`;
  const connection = connect({ url }, { statementTimeoutMs: 0 });
  await migrate(connection);
  await makeFleet(connection.db, { venues: 2, sales: 0, units: 8 });
  const sellers = await makeSellers(connection, 8, 'Venue 1');
  const others = await makeSellers(connection, 2, 'Venue 2');
  const product = await startProduct(join(folder, 'data'), {
    DATABASE_URL: url,
    SEED: 'none',
    LOG_LEVEL: 'silent',
  });
  running = { pair, connection, product, sellers, others };
});
afterAll(async () => {
  await running?.product.stop();
  await running?.connection.close();
  await running?.pair.stop();
});

interface Sold {
  status: number;
  id: string;
  retryAfter: string | null;
}

/** Fifteen seconds for a share, and thirty for a statement. */
const patienceMs = 60_000;

async function sell({ url }: RunningProduct, seller: Seller, key: string): Promise<Sold> {
  const response = await sendOrder(url, seller, key, AbortSignal.timeout(patienceMs));
  const body: unknown = await response.json();
  const id = typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
  return { status: response.status, id, retryAfter: response.headers.get('retry-after') };
}

const keysOf = (sellers: readonly Seller[]) =>
  sellers.map((seller) => ({ seller, key: randomUUID() }));

/** Sells once on each unit. */
const sellAll = (product: RunningProduct, orders: ReturnType<typeof keysOf>): Promise<Sold[]> =>
  Promise.all(orders.map(({ seller, key }) => sell(product, seller, key)));

async function storedOnce({ connection }: Running, sold: readonly Sold[]): Promise<boolean> {
  const ids = sold.map(({ id }) => id);
  const { rows } = await connection.pool.query(
    'select count(*) from orders where id = any($1::uuid[])',
    [ids],
  );
  return new Set(ids).size === rows[0].count;
}

/** A transaction that a person in psql has left open. */
async function hold(connection: Connection, statement: string): Promise<PoolClient> {
  const client = await connection.pool.connect();
  await client.query(`begin; ${statement}`);
  return client;
}

const refused = { status: 503, id: '', retryAfter: expect.stringMatching(/^\d+$/) };
const taken = expect.objectContaining({ status: 201 });

const ofVenue = (venueId: string) =>
  `update unit_state set last_number = last_number where venue_id = '${venueId}'`;

test.each([
  { held: 'the rows of the units of a venue', lock: ofVenue, responseOfOthers: taken },
  {
    held: 'the table of orders',
    lock: () => 'lock table orders in access exclusive mode',
    responseOfOthers: refused,
  },
])(
  'orders that $held would hold up are refused in time, and each is stored once after the lock',
  { timeout: 180_000 },
  async ({ lock, responseOfOthers }) => {
    if (running === null) return;
    const { connection, product, sellers, others } = running;
    const holder = await hold(connection, lock(sellers[0]?.venueId ?? ''));
    const orders = keysOf(sellers);
    const [responses, ofOthers] = await Promise.all([
      sellAll(product, orders),
      sellAll(product, keysOf(others)),
    ]);
    expect(responses).toEqual(sellers.map(() => refused));
    expect(ofOthers).toEqual(others.map(() => responseOfOthers));
    await holder.query('rollback');
    holder.release();
    const again = await sellAll(product, orders);
    expect(again).toEqual(sellers.map(() => taken));
    expect(await storedOnce(running, again)).toBe(true);
  },
);

test(
  'orders wait for a standby that has stopped, none is acknowledged meanwhile, and each is stored once when it goes on',
  { timeout: 180_000 },
  async () => {
    if (running === null) return;
    const { pair, connection, product, sellers } = running;
    const orders = keysOf(sellers.slice(0, 3));
    await pair.pauseStandby('SIGSTOP');
    let acknowledged = 0;
    const selling = orders.map(async ({ seller, key }) => {
      const response = await sell(product, seller, key);
      acknowledged += 1;
      return response;
    });
    const countWaiting = async (): Promise<number> => {
      const waiting = `select count(*) from pg_stat_activity where wait_event = 'SyncRep'`;
      return (await connection.pool.query(waiting)).rows[0].count;
    };
    await expect.poll(countWaiting).toBeGreaterThanOrEqual(orders.length);
    expect(acknowledged).toBe(0);
    await pair.pauseStandby('SIGCONT');
    const responses = await Promise.all(selling);
    expect(responses).toEqual(orders.map(() => taken));
    const again = await sellAll(product, orders);
    expect(again.map(({ id }) => id)).toEqual(responses.map(({ id }) => id));
    expect(await storedOnce(running, again)).toBe(true);
  },
);
