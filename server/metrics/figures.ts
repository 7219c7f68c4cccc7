import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { withPriority } from '../../db/pool/lanes.ts';
import type { ReadRouter } from '../../db/pool/reads.ts';
import { WatchedPool } from '../../db/pool/watched-pool.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { countJobs, countVerifications } from './metrics.queries.ts';
import type { AppDeps } from '../shared/deps.ts';

interface Responded {
  method: string;
  /** Route template: /api/units/:unitNumber */
  route: string;
  status: number;
  seconds: number;
}

interface Figures {
  contentType: string;
  responded(request: Responded): void;
  /** Counts a response to input that never became a request. */
  refused(status: number): void;
  /** All metrics, in Prometheus format. */
  describe(): Promise<string>;
}

/** Connections that wait for notifications only. */
const listeningIn = (pool: Pool): number => (pool instanceof WatchedPool ? pool.listeningCount : 0);

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Starts collecting metrics. */
export function collectFigures(
  { db, pools, readRouter }: Pick<AppDeps, 'db' | 'pools' | 'readRouter'>,
  countStreams: () => number,
): Figures {
  const registry = new Registry();
  const registers = [registry];
  collectReplica(readRouter, registers);
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'barback_http_request_duration_seconds',
    help: 'How long requests took to be answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const refusals = new Counter({
    name: 'barback_http_early_refusals_total',
    help: 'Responses to input that never became a request: late, malformed, or with headers that are too large',
    labelNames: ['status'],
    registers,
  });
  const connections = new Gauge({
    name: 'barback_database_connections',
    help: 'Connections to the database that this process holds, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect: () => {
      const idle = sum(pools.map((pool) => pool.idleCount + listeningIn(pool)));
      connections.set({ state: 'used' }, sum(pools.map((pool) => pool.totalCount)) - idle);
      connections.set({ state: 'idle' }, idle);
      connections.set({ state: 'waiting' }, sum(pools.map((pool) => pool.waitingCount)));
    },
  });
  const streams: Gauge = new Gauge({
    name: 'barback_live_streams',
    help: 'Open streams of tonight',
    registers,
    collect: () => streams.set(countStreams()),
  });
  const isUp = new Gauge({
    name: 'barback_database_up',
    help: 'Whether the database answers',
    registers,
  });
  const jobs = new Gauge({
    name: 'barback_jobs',
    help: 'Jobs of all processes together, by what they wait for',
    labelNames: ['state'],
    registers,
  });
  const verified = new Gauge({
    name: 'barback_verified_venues',
    help: 'Venues whose figures were compared with their sales, by what was found last',
    labelNames: ['result'],
    registers,
  });

  /** Reports metrics even when the database is down, which is when they matter most. */
  const queryDatabase = async (): Promise<void> => {
    jobs.reset();
    verified.reset();
    try {
      const { counts, verifications } = await withPriority('health', [], () =>
        withoutTenant(async () => ({
          counts: await countJobs(db),
          verifications: await countVerifications(db),
        })),
      );
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
      for (const [result, count] of Object.entries(verifications)) verified.set({ result }, count);
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };

  return {
    contentType: registry.contentType,
    responded: ({ seconds, ...labels }) => durations.observe(labels, seconds),
    refused: (status) => refusals.inc({ status }),
    describe: async () => {
      await queryDatabase();
      return registry.metrics();
    },
  };
}

/** Metrics of the replica; none where none is configured. */
function collectReplica({ replica, counts }: ReadRouter, registers: Registry[]): void {
  if (replica === null) return;
  const gauge = (name: string, help: string, valueOf: () => number): void => {
    const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(valueOf()) });
  };
  gauge(
    'barback_replica_used',
    'Whether reads that may be a moment old go to the replica; they go to the primary otherwise',
    () => (replica.state === 'used' ? 1 : 0),
  );
  gauge(
    'barback_replica_behind_seconds',
    'Age of what the replica has replayed, at most; infinite before it has caught up',
    () => replica.describe().secondsBehind ?? Infinity,
  );
  gauge(
    'barback_replica_behind_bytes',
    'Write-ahead log that the replica has not replayed; not a number while it does not respond',
    () => replica.describe().bytesBehind ?? Number.NaN,
  );
  gauge('barback_replica_connections', 'Connections to the replica that this process holds', () =>
    replica.pools.reduce((total, { totalCount }) => total + totalCount, 0),
  );
  const reads: Counter<'outcome'> = new Counter({
    name: 'barback_recent_reads_total',
    help: 'Reads that may be a moment old, by the server that served them and the reason',
    labelNames: ['outcome'],
    registers,
    collect: () => {
      reads.reset();
      for (const [outcome, count] of Object.entries(counts)) reads.inc({ outcome }, count);
    },
  });
}
