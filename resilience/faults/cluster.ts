/** Units of two venues, which two workers of a distributed database hold, sell without pause. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { makeFleet, makeSellers, type Seller, sendOrder } from '../testing/fleet.ts';
import { distribute } from '../../db/distribution/distribute.ts';
import { migrate } from '../../db/migrate.ts';
import { clientConfig, connect, type Connection } from '../../db/pool/connect.ts';
import {
  type CitusCluster,
  createCitusDatabase,
  startCitusCluster,
} from '../../db/testing/citus-cluster.ts';
import { asAdmin, urlOf, withDatabase } from '../../db/testing/target.ts';
import { type RunningProduct, startProduct } from '../testing/running-product.ts';

const database = 'barback';
const venues = 40;
const unitsPerVenue = 8;

export interface RunningCluster {
  cluster: CitusCluster;
  /** As the owner of the database, on the coordinator. */
  connection: Connection;
  product: RunningProduct;
  /** Units of one venue on each worker, in the order of the workers. */
  sellers: [Seller[], Seller[]];
  /** Units of another owner's venue on the second worker. */
  neighbours: Seller[];
  /** Runs a statement as the superuser of the coordinator. */
  admin: (sql: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
}

/** @param folder empty; becomes the data folder of the product */
export async function startCluster(
  folder: string,
  environment: Record<string, string> = {},
): Promise<RunningCluster> {
  const cluster = await startCitusCluster();
  await createCitusDatabase(cluster, database);
  const target = withDatabase(cluster.worker, database);
  const connection = connect(target);
  await migrate(connection);
  await makeFleet(connection.db, { venues, sales: 0 });
  const client = new Client(clientConfig(target));
  await client.connect();
  await distribute(client);
  await client.end();
  const admin = (sql: string) => asAdmin(withDatabase(cluster.admin, database), sql);
  // As docs/scaling-out.md recommends: by default an order waits 30 seconds for a worker that is gone.
  await admin(`alter database ${database} set citus.node_connection_timeout = '1s'`);
  // By default, what a killed worker had prepared keeps its locks for a minute.
  await admin(`alter system set citus.recover_2pc_interval = '5s'`);
  await admin('select pg_reload_conf()');
  const { sellers, neighbours } = await sellersOnEach(cluster, connection, admin);
  const product = await startProduct(folder, {
    DATABASE_URL: urlOf(target),
    LOG_LEVEL: 'silent',
    ...environment,
  });
  return {
    cluster,
    connection,
    product,
    sellers,
    neighbours,
    admin,
    stop: async () => {
      await product.stop();
      await connection.close();
      await cluster.stop();
    },
  };
}

async function sellersOnEach(
  { workers }: CitusCluster,
  connection: Connection,
  admin: RunningCluster['admin'],
): Promise<Pick<RunningCluster, 'sellers' | 'neighbours'>> {
  const rows = await admin(`
    select venues.name, nodeport
    from venues join citus_shards as shard
      on shardid = get_shard_id_for_distribution_column('orders', venues.id)
    order by name
  `);
  const on = async (worker: number, nth: number): Promise<Seller[]> => {
    const port = workers[worker]?.target.port;
    const venue = rows.filter(({ nodeport }) => nodeport === port)[nth];
    return makeSellers(connection, unitsPerVenue, String(venue?.['name']));
  };
  return { sellers: [await on(0, 0), await on(1, 0)], neighbours: await on(1, 1) };
}

export interface Sold {
  /** Ids of acknowledged orders by idempotency key. */
  acknowledged: Map<string, string>;
  /** Responses other than 201, by status; 0 where the connection failed. */
  refused: Map<number, number>;
  /** Slowest response to an order that was taken, and to one that was refused. */
  slowestMs: number;
  slowestRefusalMs: number;
}

export interface Selling {
  sold: Sold;
  /** Sells until each order is acknowledged. */
  stop: () => Promise<void>;
}

/** Each unit sends its next order when the last is acknowledged, and an order that is refused again with its key. */
export function startSelling({ url }: RunningProduct, sellers: readonly Seller[]): Selling {
  const sold: Sold = {
    acknowledged: new Map(),
    refused: new Map(),
    slowestMs: 0,
    slowestRefusalMs: 0,
  };
  const ending = new AbortController();
  const units = sellers.map(async (seller) => {
    while (!ending.signal.aborted) {
      const key = randomUUID();
      while (!(await sell(url, seller, key, sold))) await wait(100);
    }
  });
  return {
    sold,
    stop: async () => {
      ending.abort();
      await Promise.all(units);
    },
  };
}

const orderBody = z.object({ id: z.string() });

async function sell(url: string, seller: Seller, key: string, sold: Sold): Promise<boolean> {
  const started = performance.now();
  const response = await sendOrder(url, seller, key).catch(() => null);
  const body = orderBody.safeParse(await response?.json()).data;
  const ms = performance.now() - started;
  if (body && response?.ok) {
    sold.slowestMs = Math.max(sold.slowestMs, ms);
    sold.acknowledged.set(key, body.id);
    return true;
  }
  const status = response?.status ?? 0;
  sold.slowestRefusalMs = Math.max(sold.slowestRefusalMs, ms);
  sold.refused.set(status, (sold.refused.get(status) ?? 0) + 1);
  return false;
}

export interface Stored {
  lost: number;
  doubled: number;
  /** True when drinks and sums of the venue match its orders. */
  sums: boolean;
}

/** Compares what was acknowledged with the stored orders of the venue, their drinks and their sums. */
export async function compareStored(
  { admin, sellers }: RunningCluster,
  worker: 0 | 1,
  { acknowledged }: Sold,
): Promise<Stored> {
  const venueId = sellers[worker][0]?.venueId ?? '';
  const rows = await admin(`select id from orders where venue_id = '${venueId}'`);
  const stored = new Set(rows.map(({ id }) => id));
  const [counts] = await admin(`
    select
      (select sum(orders) from sales_rollups where venue_id = '${venueId}' and grain = 'day') as rolled_up,
      (select count(*) from ordered_drinks where venue_id = '${venueId}') as drinks
  `);
  return {
    lost: [...acknowledged.values()].filter((id) => !stored.has(id)).length,
    doubled: stored.size - acknowledged.size,
    sums:
      Number(counts?.['rolled_up']) === stored.size && Number(counts?.['drinks']) === stored.size,
  };
}
