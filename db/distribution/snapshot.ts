/** One snapshot of all tables, also where several nodes hold them. */
import { type ClientBase, escapeIdentifier } from 'pg';
import { beginMigration, type LockPatience, retryLocks } from '../migration-files.ts';
import { type ConnectionTarget, withClient } from '../pool/connect.ts';
import { distributedTables, listPlacedTables } from './placement.ts';

/** Sales wait for at most the timeout, and less than the server waits before it looks for deadlocks. */
const patience: LockPatience = { lockTimeoutMs: 700, pauseMs: 300, attempts: 100 };

/**
 * Begins a read-only transaction that sees one moment. Each node of a distributed database takes a snapshot of its own;
 * so that a transaction over two nodes is in both or in neither, writes wait until all have taken theirs, which takes
 * about as long as an order.
 * @param target of the client: the lock is held by a second connection
 * @param tables on a database of one node, none of them is exchanged, changed or dropped while it is read
 */
export async function beginSnapshot(
  client: ClientBase,
  target: ConnectionTarget,
  tables: readonly string[],
  stop?: AbortSignal,
): Promise<void> {
  const begin = () => client.query('begin isolation level repeatable read, read only');
  const placed = (await listPlacedTables(client)).map(({ name }) => name);
  if (placed.length === 0) {
    await begin();
    await lockDefinitions(client, tables);
    return;
  }
  const retries = { patience, print: () => undefined, ...(stop && { stop }) };
  await withClient(target, (locking) =>
    retryLocks(
      locking,
      () => 'The backup',
      retries,
      async () => {
        try {
          await beginMigration(locking, patience);
          await lockWrites(locking, placed);
          await begin();
          await connectToNodes(client);
        } finally {
          // Fails on a broken connection, whose error is the one to report.
          await locking.query('rollback').catch(() => undefined);
        }
      },
    ),
  );
}

/** The snapshot is taken by the first statement that reads: of the tables as they are once they are locked. */
async function lockDefinitions(client: ClientBase, tables: readonly string[]): Promise<void> {
  await client.query('set local statement_timeout = 0');
  await client.query(`lock table ${tables.map(escapeIdentifier).join(', ')} in access share mode`);
}

/**
 * Waits for the end of all transactions that have written. Nearly all of them lock the state of a unit first, so those
 * to come wait there, and not for a table while they hold another.
 */
async function lockWrites(client: ClientBase, tables: readonly string[]): Promise<void> {
  await client.query('lock table unit_state in exclusive mode');
  await client.query(`lock table ${tables.join(', ')} in share mode`);
}

/** A snapshot is that of a connection, so each node gets one connection, which all later queries use. */
async function connectToNodes(client: ClientBase): Promise<void> {
  await client.query('set local citus.max_adaptive_executor_pool_size = 1');
  await client.query(`select from ${distributedTables[0]} limit 1`);
}
