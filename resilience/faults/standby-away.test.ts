/**
 * Orders, refunds and reads while the only synchronous standby is away for longer than a request may take: PostgreSQL lets
 * commits wait for it without a limit.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { refusalMessages } from '../../rules/messages.ts';
import { type RunningProduct, startProduct } from '../testing/running-product.ts';
import { openClient, type TestClient } from '../testing/test-client.ts';
import { type Following, startPair, systemPostgres } from './postgres-pair.ts';
import { type CountingStripe, enterStripeKey, startCountingStripe } from './refund-rounds.ts';

interface Running {
  pair: Following;
  connection: Connection;
  product: RunningProduct;
  stripe: CountingStripe;
  /** Of two owners. */
  clients: TestClient[];
}

const bin = systemPostgres();
const folder = withTestFolder();
let running: Running | null = null;

beforeAll(async () => {
  if (bin === null) return;
  const pair = await startPair(bin, folder);
  const url = `postgres://barback@127.0.0.1:${pair.primaryPort()}/barback`;
  const stripe = await startCountingStripe();
  const product = await startProduct(join(folder, 'data'), {
    DATABASE_URL: url,
    SEED: 'demo',
    LOG_LEVEL: 'error',
    STRIPE_API_BASE: stripe.url,
  });
  const clients = [await openClient(product), await openClient(product, 'lou@northside.example')];
  if (clients[0]) await enterStripeKey(product, clients[0]);
  running = { pair, connection: connect({ url }, { max: 1 }), product, stripe, clients };
}, 180_000);
beforeEach(async () => {
  const at = running;
  if (at !== null) await expect.poll(() => loggedLast(at)).toBe('back');
});
afterEach(async () => {
  await running?.pair.pauseStandby('SIGCONT');
  await running?.pair.setSynchronous(true);
});
afterAll(async () => {
  await running?.product.stop();
  await running?.stripe.close();
  await running?.connection.close();
  await running?.pair.stop();
});

interface Received {
  status: number;
  retryAfter: string | null;
  body: any;
}

/** Longer than anything may take that is answered at all. */
const patienceMs = 60_000;
const dayMs = 24 * 60 * 60_000;

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function request(path: string, token?: string, more: Sent = {}): Promise<Received> {
  const response = await fetch(`${running?.product.url}${path}`, {
    ...more,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...more.headers },
    signal: AbortSignal.timeout(patienceMs),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, body: await response.json() };
}

const post = (
  path: string,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Received> =>
  request(path, token, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const sell = ({ key, ingredientId }: TestClient, idempotencyKey: string): Promise<Received> =>
  post('/api/orders', key, { ingredients: [ingredientId] }, { 'idempotency-key': idempotencyKey });

const refusedWith = (message: string): unknown => ({
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: expect.objectContaining({ error: expect.objectContaining({ message }) }),
});
const unconfirmed = refusedWith(refusalMessages.unconfirmed);
const refusedAtOnce = refusedWith(refusalMessages.standbyAway);

const readiness = async (): Promise<unknown> => (await request('/readyz')).body;
const readyButWaiting = { ready: true, changes: 'waiting for a synchronous standby' };

/** What the log said last about the standby. */
function loggedLast({ product }: Running): 'away' | 'back' {
  const output = product.output();
  const at = (text: string): number => output.lastIndexOf(text);
  const back = at('Commits do not wait for a synchronous standby any more');
  return at('Commits wait for a synchronous standby') > back ? 'away' : 'back';
}

async function query<T>({ connection }: Running, text: string): Promise<T | undefined> {
  const { rows } = await connection.pool.query(text);
  return rows[0]?.value;
}

const databaseTime = (at: Running) => query<string>(at, 'select clock_timestamp()::text as value');

/** Transactions of the product that wait for the standby and began after this time. */
const countWaiting = (at: Running, since = '-infinity') =>
  query<number>(
    at,
    `select count(*) as value from pg_stat_activity
     where wait_event = 'SyncRep' and backend_type = 'client backend' and xact_start > '${since}'`,
  );
/** Transactions that wait for the standby and have stored an order: its locks are held until then. */
const countWaitingOrders = (at: Running) =>
  query<number>(
    at,
    `select count(*) as value from pg_stat_activity join pg_locks using (pid)
     where wait_event = 'SyncRep' and relation = 'orders'::regclass and mode = 'RowExclusiveLock'`,
  );
const countOrders = (at: Running) => query<number>(at, 'select count(*) as value from orders');

/** Cancels all waits for the standby until the request has a response. */
async function cancelWaits(at: Running, requested: Promise<Received>): Promise<Received> {
  let received: Received | null = null;
  void requested.then((one) => (received = one));
  const cancel = `select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect
    .poll(async () => {
      await at.connection.pool.query(cancel);
      return received;
    })
    .not.toBeNull();
  return requested;
}

test(
  'orders that wait for a standby that is away get 503 in time, others at once, reads go on, and each is stored once when the standby goes on',
  { timeout: 180_000 },
  async () => {
    if (running === null) return;
    const at = running;
    const { pair, clients } = at;
    const before = (await countOrders(at)) ?? 0;
    await pair.pauseStandby('SIGSTOP');
    const orders = clients.map((client) => ({ client, key: randomUUID() }));
    const selling = Promise.all(orders.map(({ client, key }) => sell(client, key)));

    await expect.poll(() => loggedLast(at)).toBe('away');
    expect(await readiness()).toEqual(readyButWaiting);
    const expectRefusals = async (): Promise<void> => {
      for (const { client, key } of orders) {
        expect(await sell(client, key)).toEqual(refusedAtOnce);
        const added = await post(`/api/units/${client.venueId}`, client.token, {});
        expect(added).toEqual(refusedAtOnce);
      }
    };
    await expectRefusals();
    // What was about to begin before the standby was noticed has begun by now, such as a job.
    const since = await databaseTime(at);
    await expectRefusals();
    const answered = { isSo: false };
    void selling.then(() => (answered.isSo = true));
    const range = `startDate=${Date.now() - dayMs}&endDate=${Date.now()}`;
    do {
      for (const { token, key, venueId } of clients) {
        const report = `/api/orders/sales/report?venueId=${venueId}&${range}`;
        expect((await request(report, token)).status).toBe(200);
        expect((await request('/api/orders', key)).status).toBe(200);
      }
    } while (!answered.isSo);
    expect(await selling).toEqual(orders.map(() => unconfirmed));
    expect(await countWaiting(at)).toBeGreaterThan(0);
    expect(await countWaiting(at, since)).toBe(0);

    await pair.pauseStandby('SIGCONT');
    await expect.poll(() => loggedLast(at)).toBe('back');
    await expect.poll(readiness).toEqual({ ready: true });
    const again = await Promise.all(orders.map(({ client, key }) => sell(client, key)));
    expect(again.map(({ status }) => status)).toEqual(orders.map(() => 200));
    expect(await countOrders(at)).toBe(before + orders.length);
  },
);

test(
  'orders that wait for a standby that is away are stored once it is taken out of synchronous_standby_names',
  { timeout: 180_000 },
  async () => {
    if (running === null) return;
    const at = running;
    const { pair, clients } = at;
    await pair.pauseStandby('SIGSTOP');
    const selling = Promise.all(clients.map((client) => sell(client, randomUUID())));
    await expect.poll(() => loggedLast(at)).toBe('away');
    expect(await readiness()).toEqual(readyButWaiting);
    await pair.setSynchronous(false);
    expect((await selling).map(({ status }) => status)).toEqual(clients.map(() => 201));
    await expect.poll(() => loggedLast(at)).toBe('back');
    await expect.poll(readiness).toEqual({ ready: true });
  },
);

test(
  'no order is acknowledged, and no refund is sent to its provider, because somebody cancels the wait for the standby',
  { timeout: 180_000 },
  async () => {
    if (running === null) return;
    const at = running;
    const { pair, product, stripe, clients } = at;
    const [client] = clients;
    if (client === undefined) return;
    const paymentId = `pi_${randomUUID().replaceAll('-', '')}`;
    const { id } = await client.sellPaid(product, { paymentId, drinks: 1 });
    const [before, key] = [(await countOrders(at)) ?? 0, randomUUID()];
    await pair.pauseStandby('SIGSTOP');
    for (const attempt of [1, 2])
      expect({ attempt, ...(await cancelWaits(at, sell(client, key))) }).toMatchObject({
        status: 503,
        retryAfter: expect.any(String),
      });
    const refund = request(`/api/orders/${id}/refund?drinkIndexes=0`, client.token);
    expect(await cancelWaits(at, refund)).toMatchObject({
      status: 503,
      body: { status: 'unknown' },
    });
    expect(stripe.received()).toBe(0);
    await pair.pauseStandby('SIGCONT');
    await expect.poll(() => loggedLast(at)).toBe('back');
    expect((await sell(client, key)).status).toBe(200);
    expect(await countOrders(at)).toBe(before + 1);
  },
);

test(
  'a server that stops while an order waits for a standby that is away answers it',
  { timeout: 180_000 },
  async () => {
    if (running === null) return;
    const at = running;
    const { pair, product, clients } = at;
    const [client] = clients;
    if (client === undefined) return;
    const before = (await countOrders(at)) ?? 0;
    await pair.pauseStandby('SIGSTOP');
    const selling = sell(client, randomUUID());
    await expect.poll(() => countWaitingOrders(at)).toBe(1);
    await product.stop();
    expect(await selling).toEqual(unconfirmed);
    await pair.pauseStandby('SIGCONT');
    await expect.poll(() => countOrders(at)).toBe(before + 1);
  },
);
