import {
  type CompiledQuery,
  Kysely,
  type LogEvent,
  PostgresDialect,
  type PostgresPool,
} from 'kysely';
import { Client, type ClientConfig, type Pool, type PoolConfig, types } from 'pg';
import {
  CommitWatch,
  noteCancelledWaits,
  selectNodesWithoutStandby,
  selectStandbyAway,
  type StandbyAway,
  StandbyAwayError,
} from './commit-watch.ts';
import { type Lanes, type PoolPriority, laneSizes, mostDownloads, mostForQueue } from './lanes.ts';
import { ServerWatch } from './server-watch.ts';
import { tenantPool } from './tenant-pool.ts';
import { type NodePlace, VenueNodes } from './venue-nodes.ts';
import { WatchedPool } from './watched-pool.ts';
import type { Db, Tables } from '../tables/tables.ts';

/** Address of a database: a server by its URL, or the embedded one behind a Unix socket. */
export type ConnectionTarget =
  | { url: string }
  | { socketDir: string; port: number; user: string; database: string };

export interface ConnectionOptions {
  /** Maximum number of connections for requests; other lanes have theirs in addition. */
  max?: number;
  /**
   * Statement timeout on the server, and the longest wait for a commit. Default 30 s; 0 for no limit, also of the wait for
   * a response. A transaction can raise it for its statements with `set local statement_timeout`.
   */
  statementTimeoutMs?: number;
  /** Sends what `onNode` does for one venue to the node of a distributed database that holds its rows. */
  toNodes?: boolean;
  /** Called for every statement of a request. */
  onStatement?: (statement: CompiledQuery) => void;
  /** Called for every idle connection that breaks. */
  onConnectionLost?: (error: Error) => void;
  /** Called when commits begin to wait for a synchronous standby, and when they do not any more. */
  onStandby?: (away: StandbyAway) => void;
}

export interface Connection {
  /** Connections of requests, and of everything that is not a lane of its own. */
  pool: Pool;
  /** Runs as the login role, with access to every row: for migrations, tools and tests. */
  db: Db;
  /** Runs as the role of the current tenant, with connections of the current lane; without a tenant, sees no rows. */
  tenantDb: Db;
  /** Connections for COPY, which cannot share a pipelined connection, and which takes seconds. */
  downloads: Pool;
  /** Connection of health checks. */
  health: Pool;
  /** Connections of the job queue itself, as the login role; its jobs use those of their lane. */
  queue: Pool;
  /** All pools. */
  pools: readonly Pool[];
  /** Nodes of a distributed database, as host:port, whose commits wait for a synchronous standby. */
  awayNodes: () => readonly string[];
  /** Ends the pools once all checked-out connections are released. */
  close: () => Promise<void>;
}

/** Connections to a replica; those of requests and downloads have the same roles as on the primary. */
export type ReplicaConnection = Pick<
  Connection,
  'tenantDb' | 'downloads' | 'health' | 'pools' | 'close'
>;

const minuteMs = 60_000;

/** Options that pg needs to connect to `target`; shared by the pool and single connections. */
export function clientConfig(target: ConnectionTarget): ClientConfig {
  const place =
    'url' in target
      ? { connectionString: target.url }
      : {
          host: target.socketDir,
          port: target.port,
          user: target.user,
          database: target.database,
        };
  return {
    ...place,
    application_name: 'barback',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: typeParserFor },
  };
}

/** Longest wait for a free connection, or for a new one. */
const connectTimeoutMs = 4_000;

/** Opens the pools; connects lazily at the first query. */
export function connect(target: ConnectionTarget, options: ConnectionOptions = {}): Connection {
  const { open, lane } = poolsOf(target, options);
  const lanes: Lanes = {
    requests: lane(options.max ?? laneSizes.requests),
    orders: lane(laneSizes.orders),
    jobs: lane(laneSizes.jobs),
    // Stays open: the server is asked on it while the others wait.
    health: lane(laneSizes.health, laneSizes.health),
  };
  const downloads = open({ max: mostDownloads });
  const openNode = (place: NodePlace): Lanes => {
    const node = poolsOf(atNode(target, place), options);
    const open = (priority: PoolPriority) => node.lane(laneSizes[priority], 0, passOnTenant);
    const ofNode = { requests: open('requests'), orders: open('orders'), jobs: open('jobs') };
    pools.push(...Object.values(ofNode));
    return { ...ofNode, health };
  };
  const { health } = lanes;
  const nodes = new VenueNodes(health, options.toNodes ? openNode : null);
  // Of its own: a node that does not respond lets it wait.
  const askNodes = open({ max: 1, statement_timeout: 5_000 });
  const commits = watchCommits(health, options, async () => {
    if (!(await nodes.isDistributed())) return [];
    const { rows } = await askNodes.query<{ node: string }>(selectNodesWithoutStandby);
    return rows.map(({ node }) => node);
  });
  // A statement of the queue is short. A pipelined connection that loses one is closed after this time; where its backend
  // waits for a standby, it stays, and the next one would stay as well.
  const queue = open({ max: mostForQueue, pipeline: true, query_timeout: minuteMs / 6 }, () =>
    commits.isStandbyAway ? new StandbyAwayError('Jobs wait for a standby that is away') : null,
  );
  const pool = lanes.requests;
  const pools = [...Object.values(lanes), downloads, queue, askNodes];
  const end = endOf(pools, commits);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const tenantDb = tenantDbOf(tenantPool(lanes, commits, end, nodes), options);
  const awayNodes = () => commits.awayNodes;
  return { pool, db, tenantDb, downloads, health, queue, pools, awayNodes, close: end };
}

/** Opens the pools of a replica: those of a connection that only reads. */
export function connectReplica(target: ConnectionTarget): ReplicaConnection {
  const { open, lane } = poolsOf(target);
  const requests = lane(laneSizes.requests);
  const health = lane(laneSizes.health, laneSizes.health);
  const downloads = open({ max: mostDownloads });
  const pools = [requests, health, downloads];
  const commits = watchCommits(health);
  const end = endOf(pools, commits);
  const lanes = { requests, orders: requests, jobs: requests, health };
  return {
    tenantDb: tenantDbOf(tenantPool(lanes, commits, end)),
    downloads,
    health,
    pools,
    close: end,
  };
}

function poolsOf(target: ConnectionTarget, options: ConnectionOptions = {}) {
  const statementTimeoutMs = statementTimeoutOf(options);
  const { host, port } = new Client(clientConfig(target));
  const watch = new ServerWatch({ host, port });
  const open = (config: PoolConfig, findRefusal?: () => Error | null): Pool => {
    const pool = new WatchedPool(
      {
        ...clientConfig(target),
        connectionTimeoutMillis: connectTimeoutMs,
        statement_timeout: statementTimeoutMs === 0 ? false : statementTimeoutMs,
        idle_in_transaction_session_timeout: minuteMs,
        ...config,
      },
      watch,
      findRefusal,
    );
    pool.on('error', options.onConnectionLost ?? (() => undefined));
    // A connection that breaks between two statements of a transaction has no query to report to;
    // without a listener that error would end the process. The next statement on it fails instead.
    pool.on('connect', (client) => client.on('error', () => undefined));
    pool.on('connect', noteCancelledWaits);
    return pool;
  };
  // The server's own timeouts have no effect when its machine vanishes from the network.
  const lane = (max: number, min = 0, config: PoolConfig = {}): Pool =>
    open({
      ...config,
      max,
      min,
      pipeline: true,
      query_timeout: statementTimeoutMs === 0 ? 0 : 10 * minuteMs,
    });
  return { open, lane };
}

const statementTimeoutOf = ({ statementTimeoutMs = minuteMs / 2 }: ConnectionOptions): number =>
  statementTimeoutMs;

function watchCommits(
  health: Pool,
  options: ConnectionOptions = {},
  listAwayNodes: () => Promise<readonly string[]> = () => Promise.resolve([]),
): CommitWatch {
  const onStandby = options.onStandby ?? (() => undefined);
  const timeoutMs = statementTimeoutOf(options);
  const findAway = async (): Promise<StandbyAway> => {
    const { rows } = await health.query<{ isStandbyAway: boolean }>(selectStandbyAway);
    const isPrimary = rows[0]?.isStandbyAway === true;
    return { isPrimary, nodes: isPrimary ? [] : await listAwayNodes() };
  };
  // A statement that times out reports so first.
  const limitMs = timeoutMs === 0 ? 0 : timeoutMs + 1000;
  return new CommitWatch({ limitMs, findAway, onStandby });
}

const tenantDbOf = (pool: PostgresPool, { onStatement }: ConnectionOptions = {}): Db =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && { log: ({ query }: LogEvent) => onStatement(query) }),
  });

/** A node passes the tenant of a transaction on to the coordinator, where a read of one of its tables goes. */
const passOnTenant = { options: '-c citus.propagate_set_commands=local' };

/** The same database and user on another node. */
function atNode(target: ConnectionTarget, { host, port }: NodePlace): ConnectionTarget {
  if (!('url' in target)) return { ...target, socketDir: host, port };
  const url = new URL(target.url);
  url.hostname = host;
  url.port = String(port);
  // These stand over the address in front.
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  return { url: url.href };
}

const endOf = (pools: readonly Pool[], commits: CommitWatch): (() => Promise<void>) =>
  once(async () => {
    commits.close();
    await Promise.all(pools.map((one) => one.end()));
  });

/** A pool rejects a second end. */
function once(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => (ending ??= end());
}

type Parse = (text: string) => unknown;

const int8 = 20;
const int8Array = 1016;
const numeric = 1700;
const numericArray = 1231;
const date = 1082;
const dateArray = 1182;

// pg returns int8 and numeric as text because they may exceed a double. Ours are cents, counts and millilitres, all
// far below 2^53. A calendar day stays text: a Date would shift it to a time zone.
const parsers = new Map<number, Parse>([
  [int8, Number],
  [int8Array, (text) => arrayOf(text, Number)],
  [numeric, Number],
  [numericArray, (text) => arrayOf(text, Number)],
  [date, (text) => text],
  [dateArray, (text) => arrayOf(text, (entry) => entry)],
]);

// Numbers and days are never quoted inside an array, so commas alone separate the elements.
function arrayOf(text: string, parse: Parse): unknown {
  if (text === '{}') return [];
  const entries = text.slice(1, -1).split(',');
  return entries.map((entry) => (entry === 'NULL' ? null : parse(entry)));
}

/** Returns the parser for a column of this type; falls back to pg's own. */
export const typeParserFor: typeof types.getTypeParser = (oid, format) => {
  const own = format === 'binary' ? undefined : parsers.get(oid);
  return own ?? types.getTypeParser(oid, format);
};

/**
 * Does `work` with a connection of its own. When the connection breaks, the next query reports that; without a listener
 * for the error the process would end.
 */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(clientConfig(target));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
