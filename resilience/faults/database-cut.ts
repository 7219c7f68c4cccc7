/** Sells while the database becomes unavailable in every way, and recovers. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { readPidFile } from '../../db/embedded/process.ts';
import { urlOf } from '../../db/testing/target.ts';
import { cuts, startCutProxy, throughProxy } from './cut-proxy.ts';
import { requestEveryEndpoint, type Responded, send } from '../testing/responses.ts';
import { type Audit, isClear, openLedger } from '../testing/ledger.ts';
import { report } from '../testing/outcome.ts';
import { type RunningProduct, startProduct, until } from '../testing/running-product.ts';
import { openClient, type TestClient } from '../testing/test-client.ts';

/** Makes the database unavailable and available again. */
export interface Cut {
  name: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

export interface DatabaseCutSize {
  cuts: readonly Cut[];
  clients: number;
  /** Duration of each cut. */
  cutMs: number;
}

export interface DatabaseCutOutcome extends Audit {
  acknowledged: number;
  described: Record<string, number>;
  unclear: string[];
  /** Slowest response during the outage, and time to recovery, by cut. */
  slowestMs: Record<string, number>;
  healMs: Record<string, number>;
  /** Database connections still in use when the product is idle. */
  leaked: number;
  /** True when the jobs queued at the end were completed. */
  jobsGoOn: boolean;
}

const metricsToken = 'the-suite-may-look';
const patienceMs = 30_000;
const dayMs = 24 * 60 * 60_000;

export async function databaseCuts(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  { cuts, clients, cutMs }: DatabaseCutSize,
): Promise<DatabaseCutOutcome> {
  const product = await startProduct(dataDir, {
    DATABASE_URL: databaseUrl,
    SEED: 'demo',
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'silent',
  });
  try {
    const client = await openClient(product);
    const book = await openLedger(product, client);
    const { ledger } = book;
    const unclear: string[] = [];
    const slowestMs: Record<string, number> = {};
    const healMs: Record<string, number> = {};

    for (const cut of cuts) {
      const selling = book.startSelling(clients);
      const reading = startReading(product, client, unclear);
      const enough = ledger.acknowledged.size + 5 * clients;
      await until(() => ledger.acknowledged.size > enough, patienceMs);
      ledger.slowestMs = 0;
      reading.count();
      await cut.begin();
      const gone = Date.now();
      let slowest = 0;
      do {
        for (const response of await requestEveryEndpoint(product, client)) {
          slowest = Math.max(slowest, response.ms);
          if (!isClear(response) && !needsNoDatabase.has(response.name))
            unclear.push(`${cut.name}, ${response.name}: ${described(response)}`);
        }
        const [alive, ready] = [await send(product, '/healthz'), await send(product, '/readyz')];
        slowest = Math.max(slowest, alive.ms, ready.ms);
        if (alive.status !== 200) unclear.push(`${cut.name}, alive: ${described(alive)}`);
        if (!isClear(ready)) unclear.push(`${cut.name}, ready: ${described(ready)}`);
        await wait(Math.min(cutMs, 250));
      } while (Date.now() - gone < cutMs);
      slowestMs[cut.name] = Math.max(slowest, ledger.slowestMs, reading.slowestMs());
      await cut.end();
      const back = performance.now();
      await until(async () => (await book.sell(randomUUID())).status === 201, patienceMs);
      healMs[cut.name] = performance.now() - back;
      await selling.stop();
      await reading.stop();
      await book.settle(patienceMs);
    }
    return {
      ...(await book.audit()),
      acknowledged: ledger.acknowledged.size,
      described: Object.fromEntries(ledger.described),
      unclear: [...unclear, ...ledger.unclear],
      slowestMs,
      healMs,
      leaked: await connectionsTaken(product),
      jobsGoOn: await doesJobs(product, client, dataDir),
    };
  } finally {
    await product.stop();
  }
}

const needsNoDatabase = new Set(['getVersion']);

const described = ({ status, message, retryAfter, ms }: Responded): string =>
  `${status} ${message} (retry after ${String(retryAfter)}) in ${ms.toFixed(0)} ms`;

/** Reads reports continuously, so that many operations are in flight when the connection is cut. */
function startReading(product: RunningProduct, client: TestClient, unclear: string[]) {
  const work = { isOn: true, slowestMs: 0 };
  const now = Date.now();
  const range = `venueId=${client.venueId}&startDate=${now - 30 * dayMs}&endDate=${now}`;
  const paths = [
    `/api/orders/sales/report?${range}&pagination[size]=100`,
    `/api/reports/drinks?${range}`,
    `/api/venues/${client.venueId}/overview`,
  ];
  const reading = Promise.all(
    paths.map(async (path) => {
      while (work.isOn) {
        const response = await send(product, path, { token: client.token });
        work.slowestMs = Math.max(work.slowestMs, response.ms);
        if (response.status !== 200 && !isClear(response))
          unclear.push(`${path}: ${described(response)}`);
        await wait(20);
      }
    }),
  );
  return {
    /** Starts counting. */
    count: () => {
      work.slowestMs = 0;
    },
    slowestMs: () => work.slowestMs,
    stop: async () => {
      work.isOn = false;
      await reading;
    },
  };
}

async function connectionsTaken(product: RunningProduct): Promise<number> {
  const look = async (): Promise<number> => {
    const response = await fetch(`${product.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    const text = await response.text();
    return ['used', 'waiting'].reduce((sum, state) => {
      const name = `barback_database_connections{state="${state}"}`;
      const line = text.split('\n').find((one) => one.startsWith(name)) ?? `${name} NaN`;
      return sum + Number(line.slice(name.length));
    }, 0);
  };
  // Jobs of the demo are done meanwhile; a leaked connection stays in use.
  const patience = Date.now() + patienceMs;
  let taken = await look();
  while (taken !== 0 && Date.now() < patience) {
    await wait(100);
    taken = await look();
  }
  return taken;
}

/** Emailing a report is a job: its message ends up in the file outbox. */
async function doesJobs(
  product: RunningProduct,
  client: TestClient,
  dataDir: string,
): Promise<boolean> {
  const folder = join(dataDir, 'outbox');
  const mails = async () => (await readdir(folder).catch(() => [])).length;
  const before = await mails();
  const now = Date.now();
  const body = { venueId: client.venueId, startDate: now - 60_000, endDate: now, timezone: 'UTC' };
  const received = await send(product, '/api/reports/sales/mail', { token: client.token, body });
  if (received.status !== 202) return false;
  const patience = Date.now() + patienceMs;
  while ((await mails()) === before) {
    if (Date.now() > patience) return false;
    await wait(100);
  }
  return true;
}

const clients = 8;
const cutMs = 6_000;

const seconds = (byName: Record<string, number>): string =>
  Object.entries(byName)
    .map(([name, ms]) => `${name} ${(ms / 1000).toFixed(2)}`)
    .join(', ');

/** Cuts off the database in every way twice, kills it, and stops it, for seconds each time. About two minutes. */
export async function databaseCutSuite(folder: string): Promise<void> {
  const [dataDir, place] = [join(folder, 'product'), join(folder, 'database')];
  // The user that runs PostgreSQL when started by root needs access.
  await chmod(folder, 0o755);
  await mkdir(place);
  let database = await startEmbedded(place);
  const { target, urlOn } = throughProxy(urlOf(database.target));
  const proxy = await startCutProxy(target);
  const start = async (): Promise<void> => {
    database = await startEmbedded(place);
  };
  const ways = cuts.map((name) => ({
    name,
    begin: () => proxy.become(name),
    end: () => proxy.become('open'),
  }));
  const kill: Cut = {
    name: 'kill -9',
    begin: async () => {
      const { pid } = (await readPidFile(join(place, 'postgres'))) ?? {};
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      // Otherwise it would be restarted at once.
      await database.stop();
    },
    end: start,
  };
  const stop: Cut = { name: 'stop', begin: () => database.stop(), end: start };
  const again = ways.map((way) => ({ ...way, name: `${way.name} again` }));
  const found = await databaseCuts(
    { dataDir, databaseUrl: urlOn(proxy.port) },
    { clients, cutMs, cuts: [...ways, kill, stop, ...again] },
  );
  await proxy.close();
  await database.stop();

  report(
    'orders lost, doubled or answered otherwise by a database that was gone',
    found.lost.length + Math.abs(found.doubled) + found.otherwise + found.centsApart,
    { most: 0 },
    `${found.acknowledged} acknowledged; ${JSON.stringify(found.described)}`,
  );
  report(
    'unclear answers while it was gone',
    found.unclear.length,
    { most: 0 },
    `every call of the API was asked; ${found.unclear.slice(0, 5).join('; ')}`,
  );
  const slowest = Math.max(...Object.values(found.slowestMs)) / 1000;
  report(
    'slowest answer while it was gone, in seconds',
    slowest,
    { most: 2 },
    seconds(found.slowestMs),
  );
  const heal = Math.max(...Object.values(found.healMs)) / 1000;
  report('slowest healing after its return, in seconds', heal, { most: 1 }, seconds(found.healMs));
  report(
    'connections leaked, and jobs that no longer go on',
    found.leaked + (found.jobsGoOn ? 0 : 1),
    { most: 0 },
    `after ${Object.keys(found.healMs).length} cuts`,
  );
}
