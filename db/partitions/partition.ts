/** Partitions the tables of sales by month, in steps that can be interrupted and repeated. */
import type { ClientBase } from 'pg';
import {
  beginMigration,
  beginWithSchemaLock,
  type LockRetries,
  retryLocks,
} from '../migration-locks.ts';
import { type CopyOptions, copyRows } from './copy-rows.ts';
import { afterExchange, beforeExchange, exchangeTables } from './exchange.ts';
import { abandonCopy, prepareCopy } from './prepare.ts';
import { findState } from './state.ts';

export interface PartitionOptions extends Omit<CopyOptions, 'onBatch'> {
  retries: LockRetries;
  onStep?: (step: string) => void | Promise<void>;
  onCopied?: (orders: number) => void | Promise<void>;
}

/**
 * Waits for locks end before the server looks for deadlocks (after a second), so that of two that wait for each other
 * this command gives way, not the request of a client.
 */
export const patience = { lockTimeoutMs: 700, pauseMs: 500, attempts: 400 };

/** Continues from the state in which the database is. */
export async function partition(client: ClientBase, options: PartitionOptions): Promise<void> {
  const { onStep, onCopied, retries } = options;
  if ((await findState(client)) === 'plain') {
    await onStep?.('creating the partitioned tables');
    await inOne(client, retries, async () => {
      if ((await findState(client)) === 'plain') await prepareCopy(client);
    });
  }
  if ((await findState(client)) === 'copying') {
    await onStep?.('copying');
    await copyRows(client, { ...options, ...(onCopied ? { onBatch: onCopied } : {}) });
    await onStep?.('checking');
    for (const statement of beforeExchange) {
      await inOne(client, retries, () => client.query(statement));
      await onStep?.(nameOf(statement));
    }
    await inOne(client, retries, async () => {
      if ((await findState(client)) === 'copying') await exchangeTables(client);
    });
    await onStep?.('exchanged the tables');
  }
  if ((await findState(client)) === 'exchanged') {
    for (const statement of await afterExchange(client)) {
      await inOne(client, retries, () => client.query(statement));
      await onStep?.(nameOf(statement));
    }
  }
}

/** Leaves the database as it was before; nothing to do after the exchange. */
export async function abandon(client: ClientBase, retries: LockRetries): Promise<void> {
  await inOne(client, retries, async () => {
    if ((await findState(client)) === 'copying') await abandonCopy(client);
  });
}

const nameOf = (statement: string): string => statement.replaceAll(/\s+/g, ' ').slice(0, 100);

/** Runs `work` in a transaction, as no migration runs, until it gets its locks. */
export async function inOne(
  client: ClientBase,
  retries: LockRetries,
  work: () => Promise<unknown>,
): Promise<void> {
  await retryLocks(
    client,
    () => 'The migration to partitions',
    retries,
    async () => {
      await beginWithSchemaLock(client, () => beginMigration(client, patience), retries.stop);
      try {
        await work();
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    },
  );
}
