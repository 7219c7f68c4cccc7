/** Migrations without a transaction around the file: each statement is committed by itself. */
import type { PoolClient } from 'pg';
import { forPartitions } from './migrate-partitioned.ts';
import { schemas } from './partitions/tables.ts';
import { codeOf, StartupError } from './start-error.ts';
import { beginMigration, type LockRetries, retryLocks, withoutTimeout } from './migration-files.ts';

const cancelled = '57014';

/** Runs the statements in order. A file that failed is run again from its start, so each has to be repeatable. */
export async function runOneByOne(
  client: PoolClient,
  name: string,
  statements: readonly string[],
  run: LockRetries,
): Promise<void> {
  await liftTimeouts(client);
  for (const given of statements) {
    for (const statement of await forPartitions(client, given)) {
      await runOne(client, name, statement, run);
    }
  }
}

function runOne(
  client: PoolClient,
  name: string,
  statement: string,
  run: LockRetries,
): Promise<void> {
  return retryLocks(
    client,
    () => `The migration ${name}`,
    run,
    () =>
      /\bconcurrently\b/i.test(statement)
        ? runConcurrently(client, name, statement)
        : runInTransaction(client, statement, run),
  );
}

/** The connection is closed afterwards. Behind a pooler, settings of a session would stay with another client. */
async function liftTimeouts(client: PoolClient): Promise<void> {
  if (await isPooled(client)) return;
  await client.query('set statement_timeout = 0');
  await client.query('set lock_timeout = 0');
}

async function isPooled(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return !('processID' in client) || client.processID !== rows[0]?.pid;
}

/**
 * Waits for transactions to end without blocking reads or writes. An index that was left invalid by an earlier attempt
 * is dropped first.
 */
async function runConcurrently(client: PoolClient, name: string, statement: string): Promise<void> {
  const index =
    /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(
      statement,
    )?.[1];
  if (index !== undefined) {
    const state = await stateOfIndex(client, index);
    if (state === 'valid') return;
    if (typeof state === 'object') {
      await client.query(withoutTimeout(`drop index concurrently if exists ${state.invalid}`));
    }
  }
  try {
    await client.query(withoutTimeout(statement));
  } catch (error) {
    if (codeOf(error) !== cancelled) throw error;
    throw new StartupError(
      `The migration ${name} was cancelled at "${statement}", by an administrator or by the statement timeout of a pooler: run npm run migrate with a DATABASE_URL that names PostgreSQL itself. Indices that are ready are kept.`,
      { cause: error },
    );
  }
}

async function stateOfIndex(
  client: PoolClient,
  index: string,
): Promise<'missing' | 'valid' | { invalid: string }> {
  // An index of a partition is in the schema of the partitions.
  const { rows } = await client.query<{ valid: boolean; name: string }>(
    `select indisvalid and indisready as valid, indexrelid::regclass::text as name from pg_index
     where indexrelid in (to_regclass($1), to_regclass($2))`,
    [index, `${schemas.partitions}.${index}`],
  );
  const [found] = rows;
  if (found === undefined) return 'missing';
  return found.valid ? 'valid' : { invalid: found.name };
}

async function runInTransaction(
  client: PoolClient,
  statement: string,
  { patience }: LockRetries,
): Promise<void> {
  await beginMigration(client, patience);
  try {
    await client.query(withoutTimeout(statement));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
