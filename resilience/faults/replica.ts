/** Reads reports while the standby that serves them is killed or frozen, and measures what a standby takes over. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { insertedPosition } from '../../db/pool/replica.ts';
import { type ReplicatedServers, startReplicated } from '../../db/testing/replicated.ts';
import { urlOf } from '../../db/testing/target.ts';
import { signalAll } from './postgres-pair.ts';
import { median, msOf, report } from '../testing/outcome.ts';
import { type Responded, send } from '../testing/responses.ts';
import { type RunningProduct, startProduct, until } from '../testing/running-product.ts';
import { openClient, type TestClient } from '../testing/test-client.ts';

export type Fault = 'killed' | 'frozen';

export interface FaultOutcome {
  reads: number;
  failed: number;
  slowestMs: number;
  /** Until no more reads go to the standby, and until they do again, once it responds. */
  leftOutMs: number[];
  backMs: number[];
}

export interface ReplicaOutcome {
  faults: Record<Fault, FaultOutcome>;
  /** Of a mix of orders, menus, reports and exports: parts that the standby served. */
  share: { transactions: number; rows: number };
  /** To read the position of the log after a change. */
  positionMs: number[];
}

interface Running {
  servers: ReplicatedServers;
  product: RunningProduct;
  client: TestClient;
}

/** @param folder empty */
export async function replicaFaults(folder: string, rounds: number): Promise<ReplicaOutcome> {
  const servers = await startReplicated();
  const { standby, primary, database } = servers;
  const product = await startProduct(folder, {
    DATABASE_URL: urlOf(primary.target),
    DATABASE_READ_URL: urlOf(standby.target),
    SEED: 'demo',
    LOG_LEVEL: 'silent',
  });
  try {
    const client = await openClient(product);
    const running = { servers, product, client };
    await servers.caughtUp();
    await until(async () => (await stateOf(product)) === 'used', 20_000);
    const share = await mixedShare(running);
    const positionMs: number[] = [];
    for (let run = 0; run < 1000; run += 1)
      positionMs.push(await msOf(() => insertedPosition(database.connection.db)));
    const killed = await faultsOf(running, 'killed', rounds);
    const frozen = await faultsOf(running, 'frozen', rounds);
    return { faults: { killed, frozen }, share, positionMs };
  } finally {
    await product.stop();
    await database.drop();
    await servers.stop();
  }
}

const reportPath = ({ venueId }: TestClient, name = ''): string =>
  `/api/orders/sales/report${name}?venueId=${venueId}&startDate=${Date.UTC(2020, 0)}&endDate=${Date.now() + 60_000}`;

const readiness = z.object({ replica: z.object({ state: z.string() }) });

async function stateOf(product: RunningProduct): Promise<string | undefined> {
  const { body } = await send(product, '/readyz');
  return readiness.safeParse(body).data?.replica.state;
}

async function faultsOf(running: Running, fault: Fault, rounds: number): Promise<FaultOutcome> {
  const { servers, product, client } = running;
  const { standby } = servers;
  const outcome: FaultOutcome = { reads: 0, failed: 0, slowestMs: 0, leftOutMs: [], backMs: [] };
  const reading = { isOn: true };
  const note = ({ status, ms }: Responded): void => {
    outcome.reads += 1;
    if (status !== 200) outcome.failed += 1;
    outcome.slowestMs = Math.max(outcome.slowestMs, ms);
  };
  const readers = [1, 2, 3].map(async () => {
    while (reading.isOn) note(await send(product, reportPath(client), { token: client.token }));
  });
  const turns = async (state: string, isSo: boolean): Promise<number> =>
    msOf(() => until(async () => ((await stateOf(product)) === state) === isSo, 20_000));
  for (let round = 0; round < rounds; round += 1) {
    // At any moment between two polls.
    await wait(300 + Math.random() * 500);
    const postmaster = standby.pid();
    if (fault === 'killed') void standby.kill();
    else await signalAll(postmaster, 'SIGSTOP');
    outcome.leftOutMs.push(await turns('used', false));
    if (fault === 'killed') await standby.start();
    else await signalAll(postmaster, 'SIGCONT');
    outcome.backMs.push(await turns('used', true));
  }
  reading.isOn = false;
  await Promise.all(readers);
  return outcome;
}

/** A hundred orders, each with a menu, and what owners read in the meantime. */
async function mixedShare({ servers, product, client }: Running): Promise<ReplicaOutcome['share']> {
  const before = await workOf(servers);
  const get = (path: string, token = client.token) => send(product, path, { token });
  for (let nth = 0; nth < 100; nth += 1) {
    await client.sell(product, `mix ${nth}`);
    await get(`/api/units/${client.unitNumber}/menu`, client.key);
    if (nth % 5 === 0) await get(`/api/venues/${client.venueId}/overview?timezone=UTC`);
    if (nth % 10 === 0) await get(reportPath(client));
    if (nth % 10 === 0)
      await get(reportPath(client).replace('/orders/sales/report', '/reports/drinks'));
    if (nth % 25 === 0) await get('/api/audit');
    if (nth % 50 === 0) await get(reportPath(client, '.csv'));
  }
  const after = await workOf(servers);
  const part = (name: keyof Work): number => {
    const [ofPrimary, ofStandby] = [
      after.primary[name] - before.primary[name],
      after.standby[name] - before.standby[name],
    ];
    return ofStandby / (ofPrimary + ofStandby);
  };
  return { transactions: part('transactions'), rows: part('rows') };
}

interface Work {
  transactions: number;
  rows: number;
}

/** Sessions report their counts about once a second. */
async function workOf({ primary, standby }: ReplicatedServers) {
  await wait(1500);
  const [ofPrimary, ofStandby] = await Promise.all(
    [primary, standby].map(async ({ query }): Promise<Work> => {
      const [row] = await query(
        `select xact_commit as transactions, tup_returned + tup_fetched as rows
         from pg_stat_database where datname = 'barback'`,
      );
      return { transactions: Number(row?.['transactions']), rows: Number(row?.['rows']) };
    }),
  );
  if (!ofPrimary || !ofStandby) throw new Error('Two servers have two counts');
  return { primary: ofPrimary, standby: ofStandby };
}

/** Kills and freezes the standby that serves reports, ten times each. About a minute. */
export async function replicaSuite(folder: string): Promise<void> {
  const { faults, share, positionMs } = await replicaFaults(folder, 10);
  for (const [fault, found] of Object.entries(faults)) {
    const { reads, failed, leftOutMs, backMs, slowestMs } = found;
    report(`reads that failed while the standby was ${fault}`, failed, { most: 0 }, `of ${reads}`);
    report(
      `seconds until a ${fault} standby is left out`,
      Math.max(...leftOutMs) / 1000,
      { most: 2 },
      `median ${(median(leftOutMs) / 1000).toFixed(2)}; used again after ${(Math.max(...backMs) / 1000).toFixed(2)}`,
    );
    report(`slowest read in seconds, ${fault}`, slowestMs / 1000, { most: 2 }, 'to a client');
  }
  report(
    'milliseconds to read the position of a change',
    median(positionMs),
    { most: 2 },
    'median of 1,000',
  );
  report(
    'part of the rows that the standby reads',
    share.rows,
    { least: 0.3 },
    `in a mix of orders and reports; of the transactions ${share.transactions.toFixed(2)}`,
  );
}
