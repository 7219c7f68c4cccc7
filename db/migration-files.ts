import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, QueryConfig } from 'pg';
import { productFolder } from './product-folder.ts';
import { codeOf, StartupError } from './start-error.ts';

export interface Migration {
  /** File name, such as 0001-first-tables.sql. */
  name: string;
  checksum: string;
  statements: string[];
  /** Whether the file starts with `-- no transaction`: its statements are committed one by one. */
  isOneByOne: boolean;
  /**
   * Number of the oldest migration whose release still runs on the migrated database, from a comment such as
   * `-- compatible since: 0013`; null when no earlier release does.
   */
  compatibleSince: string | null;
}

const migrationsFolder = join(productFolder, 'db/migrations');

/** Reads the files of db/migrations, or of another folder, in order. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have converted line endings.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = hash('sha256', sql, 'hex');
      return { name, checksum, ...parse(name, sql) };
    }),
  );
}

/** Number of a migration: 0001 of 0001-first-tables.sql. */
export const numberOf = (name: string): string => name.slice(0, 4);

function parse(name: string, sql: string): Omit<Migration, 'name' | 'checksum'> {
  const comments = /^(?:--.*\n)*/.exec(sql)?.[0] ?? '';
  const since = /^-- compatible since: (\d{4})$/m.exec(comments)?.[1] ?? null;
  if (/compatible since/i.test(comments) && (since === null || since >= numberOf(name))) {
    throw new Error(
      `${name}: write the number of an earlier migration, as in "-- compatible since: 0013"`,
    );
  }
  const isOneByOne = comments.startsWith('-- no transaction\n');
  if (!isOneByOne && /\bno transaction\b/i.test(comments)) {
    throw new Error(`${name}: the first line must be "-- no transaction"`);
  }
  const statements = isOneByOne ? splitPlain(name, sql) : splitStatements(sql);
  return { statements, isOneByOne, compatibleSince: since };
}

/**
 * Splits a file at the semicolons outside of comments, strings and bodies in dollar quotes. Citus passes the text of a
 * statement on to its nodes, which refuse an ALTER TABLE together with others.
 */
export const splitStatements = (sql: string): string[] =>
  (sql.match(/(?:--[^\n]*|'[^']*'|\$(\w*)\$[^]*?\$\1\$|[^;'$-]+|[-$])+/g) ?? [])
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');

function splitPlain(name: string, sql: string): string[] {
  const withoutComments = sql.replaceAll(/^\s*--.*$/gm, '').trim();
  if (withoutComments.includes('$$') || !withoutComments.endsWith(';')) {
    throw new Error(
      `${name}: without a transaction, each statement ends with ";" at the end of a line and has no body in $$`,
    );
  }
  return withoutComments.split(/;\s*$/m).flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
}

// Locks of migrations: one process migrates at a time, and no statement holds up the clients of a table for long.

const lockSpace = 0x62_61_72_62;
const migrationLock = 2;

const lockTimedOut = '55P03';
const deadlock = '40P01';

export interface LockPatience {
  /** Longest wait for one lock; statements of clients queue behind it for as long. */
  lockTimeoutMs: number;
  /** Pause between two attempts; up to three times as long, at random. */
  pauseMs: number;
  attempts: number;
}

/** About a quarter of an hour: longer than any download takes. */
export const defaultPatience: LockPatience = {
  lockTimeoutMs: 2_000,
  pauseMs: 1_000,
  attempts: 220,
};

export interface LockRetries {
  patience: LockPatience;
  print: (line: string) => void;
  stop?: AbortSignal;
}

/**
 * Begins a transaction that blocks other schema changes until it ends; waits until no other process migrates.
 * @param begin begins a transaction; called again for each attempt
 */
export async function beginWithSchemaLock(
  client: ClientBase,
  begin: () => Promise<unknown>,
  stop?: AbortSignal,
): Promise<void> {
  for (;;) {
    await begin();
    if (await tryLockSchema(client)) return;
    // CREATE INDEX CONCURRENTLY waits for the end of each transaction that it sees with a snapshot. The lock is held
    // while such an index is built, so a transaction that stayed open between two attempts could block it for ever.
    await client.query('rollback');
    await wait(50 + Math.random() * 100, undefined, { signal: stop });
  }
}

async function tryLockSchema(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${lockSpace}, ${migrationLock}) as locked`,
  );
  return rows[0]?.locked === true;
}

/** Begins a transaction in which waits for a lock are short, and nothing else is limited. */
export async function beginMigration(
  client: ClientBase,
  { lockTimeoutMs }: LockPatience,
): Promise<void> {
  // The server's default may be a stricter isolation level, which would not see what others committed during the
  // wait.
  await client.query('begin isolation level read committed');
  await client.query(`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local lock_timeout = ${lockTimeoutMs};
  `);
}

/**
 * Repeats `work`, which rolls back when it fails, while it cannot get a lock. Throws a StartupError after the last
 * attempt.
 * @param what what needs the locks, such as `The migration 0031-rebuild.sql`; begins the message
 */
export async function retryLocks<T>(
  client: ClientBase,
  what: () => string,
  { patience, print, stop }: LockRetries,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (![lockTimedOut, deadlock].includes(codeOf(error))) throw error;
      const blocker = await describeOldestTransaction(client);
      if (attempt >= patience.attempts) {
        throw new StartupError(
          `${what()} did not get its locks in ${attempt} attempts, because of ${blocker}: end that transaction, or try again when there is less traffic. It was rolled back.`,
          { cause: error },
        );
      }
      // The attempts become many; each tenth is reported.
      if (attempt % 10 === 1) {
        print(`${what()} waits for ${blocker} (attempt ${attempt}).`);
      }
      await wait(patience.pauseMs * (1 + 2 * Math.random()), undefined, { signal: stop });
    }
  }
}

async function describeOldestTransaction(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ described: string }>(`
    select format('the transaction of process %s (%s, for %s s)',
      pid, coalesce(nullif(application_name, ''), usename), round(extract(epoch from now() - xact_start))) as described
    from pg_stat_activity as activity
    where datname = current_database() and pid <> pg_backend_pid()
      and xact_start is not null and backend_type = 'client backend'
      and not exists (
        select from pg_locks
        where pg_locks.pid = activity.pid and locktype = 'advisory' and classid = ${lockSpace} and objid = ${migrationLock}
      )
    order by xact_start limit 1
  `);
  return rows[0]?.described ?? 'a lock of another transaction, which has ended';
}

/** Disables the pool's query timeout. */
export function withoutTimeout(text: string): QueryConfig {
  const dayMs = 86_400_000;
  const query = { text, query_timeout: dayMs };
  return query;
}
