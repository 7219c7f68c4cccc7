/**
 * Sends the requests of many hours and repeatedly measures the product's memory, when it is idle and after garbage
 * collection.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { report } from '../testing/outcome.ts';
import { send } from '../testing/responses.ts';
import { type RunningProduct, startProduct } from '../testing/running-product.ts';
import { openClient, subjectOf, type TestClient } from '../testing/test-client.ts';

export interface MemorySize {
  requests: number;
  /** Number of requests between two measurements. */
  every: number;
  sellers: number;
  /** Idle time before a measurement, in which timers expire and connections close. */
  restMs: number;
}

export interface Weighed {
  requests: number;
  heapMb: number;
  residentMb: number;
}

export interface MemoryOutcome {
  weighed: Weighed[];
  /** Requests by response status. */
  statuses: Record<string, number>;
  minutes: number;
}

const probe = fileURLToPath(new URL('memory-probe.mjs', import.meta.url));
const usage = z.object({ rss: z.number(), heapUsed: z.number(), external: z.number() });
const megabyte = 1_048_576;
const dayMs = 24 * 60 * 60_000;

export async function weighUnderLoad(dataDir: string, size: MemorySize): Promise<MemoryOutcome> {
  const file = join(dataDir, 'memory-probe.jsonl');
  const product = await startProduct(dataDir, {
    NODE_OPTIONS: `--import ${probe}`,
    MEMORY_PROBE_FILE: file,
    LOG_LEVEL: 'silent',
  });
  const started = Date.now();
  try {
    const client = await openClient(product);
    const mix = mixOf(product, client);
    const weighed: Weighed[] = [];
    const statuses: Record<string, number> = {};
    let sent = 0;
    while (sent < size.requests) {
      const enough = Math.min(size.requests, sent + size.every);
      const seller = async (): Promise<void> => {
        while (sent < enough) {
          sent += 1;
          const { status } = await mix[randomInt(mix.length)]!();
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: size.sellers }, seller));
      await wait(size.restMs);
      const { heapUsed, external, rss } = await weigh(product, file, weighed.length);
      weighed.push({
        requests: sent,
        heapMb: (heapUsed + external) / megabyte,
        residentMb: rss / megabyte,
      });
    }
    return { weighed, statuses, minutes: (Date.now() - started) / 60_000 };
  } finally {
    await product.stop();
  }
}

async function weigh(product: RunningProduct, file: string, already: number) {
  process.kill(product.pid, 'SIGUSR2');
  for (;;) {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const line = lines[already];
    if (line !== undefined) return usage.parse(JSON.parse(line));
    await wait(50);
  }
}

/** Typical traffic of a bar: mostly sales, occasional retries, dashboard reads and rejected requests. */
function mixOf(product: RunningProduct, client: TestClient): (() => Promise<{ status: number }>)[] {
  const { token, key, venueId, unitNumber, ingredientId } = client;
  const ownerId = subjectOf(token);
  const today = `venueId=${venueId}&startDate=${Date.now() - dayMs}&endDate=${Date.now() + dayMs}`;
  const yesterday = `venueId=${venueId}&startDate=${Date.now() - 2 * dayMs}&endDate=${Date.now() - dayMs}`;
  let lastKey: string = randomUUID();
  const order = (idempotencyKey: string) =>
    send(product, '/api/orders', {
      token: key,
      idempotencyKey,
      body: { ingredients: [ingredientId], tips: 1 },
    });
  const get = (path: string, as = token) => send(product, path, { token: as });
  const weights: [number, () => Promise<{ status: number }>][] = [
    [300, () => order((lastKey = randomUUID()))],
    [15, () => order(lastKey)],
    [20, () => get(`/api/orders/sales/report?${today}&pagination[size]=20`)],
    [10, () => get(`/api/reports/drinks?${today}`)],
    [1, () => get(`/api/orders/sales/report.csv?${yesterday}&timezone=UTC`)],
    [10, () => get(`/api/users/${ownerId}/venues`)],
    [10, () => get(`/api/venues/${venueId}/units`)],
    [10, () => get(`/api/venues/${venueId}/overview`)],
    [10, () => get(`/api/venues/${venueId}/notices`)],
    [10, () => get(`/api/units/${unitNumber}/inventory`)],
    [10, () => get(`/api/units/${unitNumber}/menu`, key)],
    [10, () => get(`/api/flags?kind=unit&key=${unitNumber}`)],
    [5, () => get('/api/orders?pagination[size]=20')],
    [5, () => send(product, '/readyz')],
    [5, () => send(product, '/')],
    [5, () => get(`/api/venues/${randomUUID()}/units`)],
    [5, () => get('/api/audit', 'nonsense')],
    [5, () => send(product, '/api/orders', { token: key, body: { ingredients: [] } })],
    [
      1,
      () =>
        send(product, '/api/users/login', {
          body: { email: `${randomUUID()}@example.com`, password: 'not the password' },
        }),
    ],
  ];
  return weights.flatMap(([weight, send]) => Array.from({ length: weight }, () => send));
}

/** Growth from the first third to the end, as a fraction of the total, by linear regression. */
export function growthOf(values: readonly number[]): number {
  const late = values.slice(Math.floor(values.length / 3));
  const middle = (late.length - 1) / 2;
  const mean = late.reduce((sum, value) => sum + value, 0) / late.length;
  const slope =
    late.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) /
    late.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
  return (slope * (late.length - 1)) / mean;
}

const anHour = 17_500;

const line = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(0)).join(' ');

/**
 * Six hours of 1,000 units at the demo's rate (12 orders an hour each, plus related requests), sent at full speed:
 * about 20 minutes.
 */
export async function memorySuite(dataDir: string): Promise<void> {
  const { weighed, statuses, minutes } = await weighUnderLoad(dataDir, {
    requests: 6 * anHour,
    every: 3_500,
    sellers: 8,
    restMs: 6_000,
  });
  const heaps = weighed.map(({ heapMb }) => heapMb);
  const resident = weighed.map(({ residentMb }) => residentMb);
  const details = `${weighed.at(-1)?.requests ?? 0} requests in ${minutes.toFixed(0)} minutes`;
  report('growth of the heap after the first third', growthOf(heaps), { most: 0.05 }, details);
  console.log(`        MB of heap: ${line(heaps)}`);
  report('growth of the resident memory, likewise', growthOf(resident), { most: 0.05 }, details);
  console.log(`        MB resident: ${line(resident)}`);
  const failures = Object.entries(statuses).filter(([status]) => status === '0' || status >= '500');
  const failed = failures.reduce((sum, [, count]) => sum + count, 0);
  report('requests that failed', failed, { most: 0 }, JSON.stringify(statuses));
}
