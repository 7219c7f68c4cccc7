/** Moves the shards of a venue to the other worker and back, and isolates the venue, while units of two venues sell. */
import { performance } from 'node:perf_hooks';
import { until } from '../testing/until.ts';
import { compareStored, type RunningCluster, startCluster, startSelling } from './cluster.ts';

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

async function msOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
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
