// Load generator for tests: continuous orders, reads and changes until stopped.
import { randomUUID } from 'node:crypto';
import { type TestResponse, type TestClient, makeTestClient } from './caller.ts';
import { type Counter, orderOf } from './sharing.ts';

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
