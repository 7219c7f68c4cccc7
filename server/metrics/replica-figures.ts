import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReadRouter } from '../../db/pool/reads.ts';

/** Metrics of the replica; none where none is configured. */
export function collectReplica({ replica, counts }: ReadRouter, registers: Registry[]): void {
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
