/** Kills a worker of a distributed database while units of two venues sell. */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { isCitusInstalled } from '../../db/testing/citus-cluster.ts';
import { asAdmin } from '../../db/testing/target.ts';
import {
  compareStored,
  type RunningCluster,
  type Selling,
  type Sold,
  startCluster,
  startSelling,
  type Stored,
} from './cluster.ts';
import { signalAll } from './postgres-pair.ts';
import { msOf, report } from '../testing/outcome.ts';
import { until } from '../testing/running-product.ts';

export interface LostWorkerOutcome {
  /** Of the venue on the worker that stays, and of the one on the worker that is killed. */
  stays: VenueOutcome;
  killed: VenueOutcome;
  /** Sales of the first venue while the worker was down, over all rounds. */
  soldMeanwhile: number;
  /** From the restart of the worker until the venue sells again. */
  backMs: number[];
}

export type VenueOutcome = Stored & Omit<Sold, 'acknowledged'> & { acknowledged: number };

/** @param folder empty */
export async function loseWorker(
  folder: string,
  rounds: number,
  environment: Record<string, string> = {},
): Promise<LostWorkerOutcome> {
  const running = await startCluster(folder, environment);
  const { cluster, product, sellers } = running;
  try {
    const stays = startSelling(product, sellers[0]);
    const killed = startSelling(product, sellers[1]);
    const worker = cluster.workers[1];
    if (!worker) throw new Error('There are two workers');
    let soldMeanwhile = 0;
    const backMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await sells(killed);
      // At any moment of an order.
      await wait(Math.random() * 200);
      await signalAll(worker.pid(), 'SIGKILL');
      await until(() => killed.sold.refused.size > 0, 30_000);
      const before = stays.sold.acknowledged.size;
      await sells(stays);
      soldMeanwhile += stays.sold.acknowledged.size - before;
      await worker.restart();
      const started = performance.now();
      await sells(killed);
      backMs.push(performance.now() - started);
    }
    await Promise.all([stays.stop(), killed.stop()]);
    return {
      stays: await outcomeOf(running, 0, stays.sold),
      killed: await outcomeOf(running, 1, killed.sold),
      soldMeanwhile,
      backMs,
    };
  } finally {
    await running.stop();
  }
}

/** Resolves once twenty more orders of these units are acknowledged. */
function sells({ sold }: Selling): Promise<void> {
  const before = sold.acknowledged.size;
  return until(() => sold.acknowledged.size > before + 20, 30_000);
}

const outcomeOf = async (
  running: RunningCluster,
  worker: 0 | 1,
  sold: Sold,
): Promise<VenueOutcome> => ({
  ...(await compareStored(running, worker, sold)),
  ...sold,
  acknowledged: sold.acknowledged.size,
});

const countRefused = ({ refused }: Pick<Sold, 'refused'>): number =>
  [...refused.values()].reduce((sum, count) => sum + count, 0);

export interface LostStandbyOutcome {
  /** Of the venue on the worker with a standby, and of the one on the worker whose standby is away. */
  stays: VenueOutcome;
  waits: VenueOutcome;
  /** Sales of the first venue, and orders of it that were refused, after the absence was noticed. */
  soldMeanwhile: number;
  refusedMeanwhile: number;
  /** What /readyz says of changes then, and after the standby is back. */
  changes: [string | undefined, string | undefined];
  /** Port of the worker whose standby is away. */
  port: number;
}

const readiness = z.object({ changes: z.string().optional() });

/**
 * Lets one worker wait for a synchronous standby that is not there, while units of two of its venues sell, and of one on
 * the other worker.
 * @param folder empty
 */
export async function loseStandby(folder: string): Promise<LostStandbyOutcome> {
  const running = await startCluster(folder);
  const { cluster, product, sellers, neighbours } = running;
  try {
    const stays = startSelling(product, sellers[0]);
    const waits = startSelling(product, sellers[1]);
    const alsoWaits = startSelling(product, neighbours);
    const worker = cluster.workers[1];
    if (!worker) throw new Error('There are two workers');
    const requireStandby = async (names: string): Promise<void> => {
      await asAdmin(worker.target, `alter system set synchronous_standby_names = '${names}'`);
      await asAdmin(worker.target, 'select pg_reload_conf()');
    };
    const readChanges = async (): Promise<string | undefined> => {
      const response = await fetch(`${product.url}/readyz`);
      return readiness.parse(await response.json()).changes;
    };
    await sells(waits);
    await requireStandby('away');
    await until(async () => (await readChanges()) !== undefined, 60_000);
    const noticed = await readChanges();
    const before = { sold: stays.sold.acknowledged.size, refused: countRefused(stays.sold) };
    await sells(stays);
    const soldMeanwhile = stays.sold.acknowledged.size - before.sold;
    const refusedMeanwhile = countRefused(stays.sold) - before.refused;
    await requireStandby('');
    await Promise.all([sells(waits), sells(alsoWaits)]);
    await Promise.all([stays.stop(), waits.stop(), alsoWaits.stop()]);
    await until(async () => (await readChanges()) === undefined, 30_000);
    return {
      stays: await outcomeOf(running, 0, stays.sold),
      waits: await outcomeOf(running, 1, waits.sold),
      soldMeanwhile,
      refusedMeanwhile,
      changes: [noticed, await readChanges()],
      port: worker.target.port,
    };
  } finally {
    await running.stop();
  }
}

/** Moves the shards of a venue to the other worker and back, and isolates the venue, while units of two venues sell. */

export interface MovedShardsOutcome {
  lost: number;
  doubled: number;
  sums: boolean;
  /** Orders refused meanwhile, by status. */
  refused: Map<number, number>;
  acknowledged: number;
  /** Slowest order before, and while shards were moved. */
  slowestBeforeMs: number;
  slowestMs: number;
  /** Duration of each operation. */
  ms: { moved: number; movedBack: number; isolated: number };
  /** Shards whose tables have no row-level security. */
  unprotected: number;
}

/** @param folder empty */
export async function moveShards(folder: string): Promise<MovedShardsOutcome> {
  const running = await startCluster(folder);
  const { product, sellers } = running;
  try {
    const selling = startSelling(product, sellers[1]);
    const others = startSelling(product, sellers[0]);
    const { sold } = selling;
    await until(() => sold.acknowledged.size > 200, 120_000);
    const slowestBeforeMs = sold.slowestMs;
    sold.slowestMs = 0;
    const ms = {
      moved: await msOf(() => move(running)),
      movedBack: await msOf(() => move(running)),
      isolated: await msOf(() => isolate(running)),
    };
    const before = sold.acknowledged.size;
    await until(() => sold.acknowledged.size > before + 100, 120_000);
    await Promise.all([selling.stop(), others.stop()]);
    const compared = [
      await compareStored(running, 0, others.sold),
      await compareStored(running, 1, sold),
    ];
    return {
      lost: compared.reduce((sum, { lost }) => sum + lost, 0),
      doubled: compared.reduce((sum, { doubled }) => sum + doubled, 0),
      sums: compared.every(({ sums }) => sums),
      refused: new Map([...others.sold.refused, ...sold.refused]),
      acknowledged: sold.acknowledged.size + others.sold.acknowledged.size,
      slowestBeforeMs,
      slowestMs: Math.max(sold.slowestMs, others.sold.slowestMs),
      ms,
      unprotected: await countUnprotected(running),
    };
  } finally {
    await running.stop();
  }
}

const venueOf = ({ sellers }: RunningCluster): string => sellers[1][0]?.venueId ?? '';

/** Moves all tables of the shard together, by logical replication. */
async function move(running: RunningCluster): Promise<void> {
  const { admin, cluster } = running;
  const [shard] = await admin(`
    select shardid, nodename, nodeport from citus_shards
    where shardid = get_shard_id_for_distribution_column('orders', '${venueOf(running)}')
  `);
  const to = cluster.workers.find(({ target }) => target.port !== shard?.['nodeport']);
  await admin(`
    select citus_move_shard_placement(
      ${Number(shard?.['shardid'])}, '127.0.0.1', ${Number(shard?.['nodeport'])}, '127.0.0.1', ${to?.target.port},
      shard_transfer_mode => 'force_logical')
  `);
}

/** Gives the venue a shard of its own; writes to the shard that it shares wait until it is done. */
async function isolate(running: RunningCluster): Promise<void> {
  await running.admin(`
    select isolate_tenant_to_new_shard('orders', '${venueOf(running)}', 'CASCADE', shard_transfer_mode => 'block_writes')
  `);
}

async function countUnprotected({ admin }: RunningCluster): Promise<number> {
  const rows = await admin(`
    select result from run_command_on_workers($$
      select count(*) from pg_class
      where relkind = 'r' and relname ~ '^(orders|ordered_drinks|pours|refunds|drinks|ingredients)_\\d+$'
        and not (relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))
    $$)
  `);
  return rows.reduce((sum, { result }) => sum + Number(result), 0);
}

/** Kills a worker of a distributed database ten times, and moves shards, under load. Two minutes. */

const rounds = 10;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const list = (refused: Map<number, number>): string =>
  [...refused].map(([status, count]) => `${count} with ${status}`).join(', ') || 'none';

export async function distributedSuite(folder: string): Promise<void> {
  if (!isCitusInstalled()) {
    console.log('Distributed database: not tried, because Citus is not installed.');
    return;
  }
  await lostWorker(folder);
  await movedShards(folder);
}

async function lostWorker(folder: string): Promise<void> {
  const { stays, killed, soldMeanwhile, backMs } = await loseWorker(`${folder}/lost`, rounds);
  report(
    'orders lost or doubled when a worker was killed',
    stays.lost + stays.doubled + killed.lost + killed.doubled,
    { most: 0 },
    `of ${stays.acknowledged + killed.acknowledged} in ${rounds} kills; refused: ${list(killed.refused)}`,
  );
  report(
    'orders of other venues that were refused meanwhile',
    countRefused(stays),
    { most: 0 },
    `${soldMeanwhile} taken while the worker was down`,
  );
  report(
    'slowest refusal in seconds',
    killed.slowestRefusalMs / 1000,
    { most: 2 },
    `sells again at most ${seconds(Math.max(...backMs))} after the worker is back`,
  );
}

async function movedShards(folder: string): Promise<void> {
  const moved = await moveShards(`${folder}/moved`);
  report(
    'orders lost or doubled while shards were moved',
    moved.lost + moved.doubled,
    { most: 0 },
    `of ${moved.acknowledged}; refused: ${list(moved.refused)}`,
  );
  report(
    'slowest order while shards were moved, in seconds',
    moved.slowestMs / 1000,
    { most: 5 },
    `before: ${seconds(moved.slowestBeforeMs)}; moved in ${seconds(moved.ms.moved)} and ${seconds(moved.ms.movedBack)}, isolated in ${seconds(moved.ms.isolated)}`,
  );
}
