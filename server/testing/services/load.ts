// Load generator for tests: continuous orders, reads and changes until stopped.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Reply, TestApp } from '../app.ts';
import { makeTestClient, type TestClient, type TestResponse } from '../caller.ts';
import { type Counter, orderOf } from '../sharing.ts';

export interface Load {
  /** Ids of acknowledged orders, by idempotency key. */
  acknowledged: Map<string, string>;
  /** Number of successful reads. */
  reads(): number;
  changes(): number;
  /** Failed orders and reads: the response, or the connection error. */
  failures: Failure[];
  /** Failed changes. */
  failedChanges: Failure[];
  stop(): Promise<void>;
}

export type Failure = TestResponse | Error;

const guests = 8;
const readers = 3;
const changers = 2;
const addressesEach = 8;

/**
 * Spreads each client over several addresses to stay below the rate limits.
 * @param page a venue's page, which is read too
 */
export function startLoad(url: string, certificate: string, counter: Counter, page: URL): Load {
  const acknowledged = new Map<string, string>();
  const failures: Failure[] = [];
  const failedChanges: Failure[] = [];
  let reads = 0;
  let changes = 0;
  const ending = new AbortController();

  const tried = async (
    received: Promise<TestResponse>,
    failed: Failure[],
  ): Promise<TestResponse | null> => {
    const response = await received.catch((error: Error) => error);
    if (!(response instanceof Error) && response.status < 300) return response;
    failed.push(response);
    return null;
  };
  const order = async (endpoint: TestClient): Promise<void> => {
    const key = randomUUID();
    const sent = { token: counter.key, body: orderOf(counter), key };
    const response = await tried(endpoint(url, 'POST', '/api/orders', sent), failures);
    if (response !== null) acknowledged.set(key, response.body.id);
  };
  const look = async (endpoint: TestClient): Promise<void> => {
    const path = '/api/flags?kind=unit&key=1001';
    if (await tried(endpoint(url, 'GET', path, { token: counter.token }), failures)) reads += 1;
    await tried(endpoint(url, 'GET', page.pathname, { headers: { host: page.host } }), failures);
  };
  const change = async (endpoint: TestClient): Promise<void> => {
    const sent = { token: counter.token, body: { price: (changes % 90) + 5 } };
    const changed = endpoint(url, 'PUT', `/api/drinks/${counter.drinkId}`, sent);
    if (await tried(changed, failedChanges)) changes += 1;
  };
  const crowd = [
    [guests, order],
    [readers, look],
    [changers, change],
  ] as const;
  const people = crowd
    .flatMap(([count, act]) => Array.from({ length: count }, () => act))
    .map(async (act, index) => {
      const endpoints = Array.from({ length: addressesEach }, (__, at) =>
        makeTestClient(certificate, `127.0.${at + 1}.${index + 1}`),
      );
      for (let turn = 0; !ending.signal.aborted; turn += 1) {
        const endpoint = endpoints[turn % addressesEach];
        if (endpoint) await act(endpoint);
      }
    });
  return {
    acknowledged,
    reads: () => reads,
    changes: () => changes,
    failures,
    failedChanges,
    stop: async () => {
      ending.abort();
      await Promise.all(people);
    },
  };
}

// Test helpers: requests that meet at the same row lock.

/**
 * Sends requests while the rows of `lock` are locked, waits until all of them wait for a lock, and lets them proceed
 * together.
 */
export async function collide(
  app: TestApp,
  lock: RawBuilder<unknown>,
  requests: readonly (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const sent = await app.db.transaction().execute(async (transaction) => {
    await lock.execute(transaction);
    const replies = requests.map((send) => send());
    await expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(requests.length);
    // In an object, because promises would be awaited before the commit.
    return { replies };
  });
  return Promise.all(sent.replies);
}

/** Like `collide`, but the requests reach the lock one after the other, and proceed in this order. */
export async function collideInOrder(
  app: TestApp,
  lock: RawBuilder<unknown>,
  requests: readonly (() => Promise<Reply>)[],
): Promise<Reply[]> {
  const sent = await app.db.transaction().execute(async (transaction) => {
    await lock.execute(transaction);
    const replies: Promise<Reply>[] = [];
    for (const send of requests) {
      replies.push(send());
      await expect.poll(() => countLockWaits(app), { timeout: 10_000 }).toBe(replies.length);
    }
    return { replies };
  });
  return Promise.all(sent.replies);
}

/** Returns the number of connections to the database of the app that wait for a lock. */
export async function countLockWaits(app: TestApp): Promise<number> {
  const activity = sql.raw((await isDistributed(app)) ? 'citus_stat_activity' : 'pg_stat_activity');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(app.db);
  return rows[0]?.count ?? 0;
}

/** On a distributed database, the locks are those of another server. */
async function isDistributed(app: TestApp): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('pg_catalog.citus_stat_activity') is not null as is
  `.execute(app.db);
  return rows[0]?.is ?? false;
}

// Test helper: requests that are sent one after the other on one connection.

export interface OnConnection {
  status: number | undefined;
  /** True when the connection of the request before was used again. */
  isReused: boolean;
}

/** Sends the request three times; rejects where a connection breaks before the response. */
export async function sendOnOneConnection(
  options: RequestOptions,
  body: Buffer,
): Promise<OnConnection[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const responses: OnConnection[] = [];
  for (let count = 0; count < 3; count += 1) {
    const sent = request({ ...options, agent, method: 'POST' });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await Promise.all([once(response.resume(), 'end'), once(sent, 'close')]);
    responses.push({ status: response.statusCode, isReused: sent.reusedSocket });
  }
  agent.destroy();
  return responses;
}
