import type { PoolClient } from 'pg';
import type { Connection } from './pool/connect.ts';
import { migrateJobQueue } from './job-queue.ts';
import { runOneByOne } from './migrate-online.ts';
import {
  beginMigration,
  beginWithSchemaLock,
  defaultPatience,
  type LockPatience,
  type LockRetries,
  type Migration,
  numberOf,
  readMigrations,
  retryLocks,
  withoutTimeout,
} from './migration-files.ts';
import { refuseWhileCopying } from './partitions/state.ts';
import { codeOf, messageOf, StartupError } from './start-error.ts';
import { ensureTenantRoles } from './tenant.ts';

export interface MigrateOptions {
  /** Other files than those of db/migrations. */
  folder?: string;
  /** Name of the last file to apply; all by default. */
  last?: string | null;
  patience?: LockPatience;
  /** Called with what a migration waits for. */
  print?: (line: string) => void;
  onApplied?: (name: string, ms: number) => void;
  /** Ends the run before the next file or attempt, with an AbortError. */
  stop?: AbortSignal;
}

interface Settings extends LockRetries {
  last: string | null;
}

const oldestVersion = 150_000;

/**
 * Applies all pending files of db/migrations in order, each in its own transaction unless it starts with `-- no
 * transaction`. Safe to run on many servers at once, also behind a transaction pooler: one works, the others wait.
 * Waits for locks are short and repeated, so that clients are not held up behind them. Throws a StartupError when the
 * database and the files are incompatible.
 */
export async function migrate(
  connection: Connection,
  { folder, onApplied, ...options }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const settings = { last: null, patience: defaultPatience, print: () => {}, ...options };
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  const client = await connection.pool.connect();
  try {
    await checkServer(client);
    await ensureTenantRoles(client);
    options.stop?.throwIfAborted();
    await prepareJobQueue(connection, client, settings);
    for (;;) {
      options.stop?.throwIfAborted();
      const started = performance.now();
      const name = await applyNext(connection, client, migrations, settings);
      if (name === null) return { applied };
      applied.push(name);
      onApplied?.(name, performance.now() - started);
    }
  } finally {
    // Closing the connection rolls back unfinished work.
    client.release(true);
  }
}

/** Like migrate, up to and including the named migration; null applies all. */
export const migrateTo = (
  connection: Connection,
  last: string | null,
): Promise<{ applied: string[] }> => migrate(connection, { last });

/** Throws a StartupError when the database lacks migrations, or is incompatible; changes nothing. */
export async function requireMigrated(connection: Connection, folder?: string): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = await connection.pool.connect();
  try {
    await checkServer(client);
    const pending = await listPending(client, migrations);
    if (pending[0] === undefined) {
      await ensureTenantRoles(client);
      return;
    }
    throw new StartupError(
      `The database lacks ${pending.length === 1 ? 'the migration' : `${pending.length} migrations, from`} ${pending[0].name}, and MIGRATE is off: run npm run migrate and start again, or leave MIGRATE out.`,
    );
  } finally {
    client.release();
  }
}

/** Lists the files of db/migrations in order. */
export async function listMigrations(): Promise<{ name: string; checksum: string }[]> {
  return (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
}

async function checkServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string }>(
    `select current_setting('server_version_num') as number,
            current_setting('server_version') as version`,
  );
  if (Number(rows[0]?.number) >= oldestVersion) return;
  throw new StartupError(
    `The database server is PostgreSQL ${rows[0]?.version ?? '?'}, and Barback needs 15 or newer: name another server in DATABASE_URL, or leave it out to use the built-in one.`,
  );
}

/** The files use the queue, so its own migrations come first. They are committed one by one, on another connection. */
async function prepareJobQueue(
  { downloads }: Connection,
  client: PoolClient,
  { patience, stop }: Settings,
): Promise<void> {
  await beginWithSchemaLock(client, () => beginMigration(client, patience), stop);
  try {
    await migrateJobQueue(downloads);
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** Returns the name of the applied migration; null when none is pending. */
async function applyNext(
  connection: Connection,
  client: PoolClient,
  migrations: Migration[],
  settings: Settings,
): Promise<string | null> {
  const { last, patience } = settings;
  // Known after the first attempt, for the messages.
  let what = 'The migration of the next file';
  return retryLocks(
    client,
    () => what,
    settings,
    async () => {
      await beginWithSchemaLock(client, () => beginMigration(client, patience), settings.stop);
      try {
        const pending = await listPending(client, migrations);
        const next = pending.find(({ name }) => last === null || name <= last);
        if (next !== undefined) {
          await refuseWhileCopying(client);
          what = `The migration ${next.name}`;
          await apply(connection, client, next, settings);
        }
        await client.query('commit');
        return next?.name ?? null;
      } catch (error) {
        // Fails on a broken connection, whose error is the one to report.
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    },
  );
}

interface AppliedMigration {
  name: string;
  checksum: string;
  compatibleSince: string | null;
}

async function listApplied(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  );
  if (tables[0]?.exists !== true) return [];
  // Earlier releases created the table without the column.
  const { rows } = await client.query<AppliedMigration>(
    `select name, checksum, to_jsonb(applied) ->> 'compatible_since' as "compatibleSince"
     from schema_migrations as applied order by name collate "C"`,
  );
  return rows;
}

/** Lists the migrations to apply. Throws a StartupError when the applied ones and the files do not go together. */
async function listPending(client: PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const applied = await listApplied(client);
  const newest = migrations.at(-1)?.name ?? '';
  for (const { name, checksum, compatibleSince } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (known === undefined) {
      if (name > newest && compatibleSince !== null && numberOf(newest) >= compatibleSince)
        continue;
      throw new StartupError(
        `The database is newer than this Barback (it holds ${name}, which is not known here): install the version that last used it, or a newer one.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} has been changed after it was applied to this database: bring the file back as it was and put the change into a new one.`,
      );
    }
  }
  const names = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !names.has(name));
  const [first] = pending;
  const later = applied.find(({ name }) => first !== undefined && name > first.name);
  if (first !== undefined && later !== undefined) {
    throw new StartupError(
      `The migration ${first.name} comes before ${later.name}, which this database already has: give it the next free number.`,
    );
  }
  return pending;
}

async function apply(
  connection: Connection,
  client: PoolClient,
  { name, statements, isOneByOne, checksum, compatibleSince }: Migration,
  settings: Settings,
): Promise<void> {
  try {
    if (isOneByOne) await applyOnline(connection, name, statements, settings);
    else for (const statement of statements) await client.query(withoutTimeout(statement));
    await recordMigration(client, [name, checksum, compatibleSince]);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const described = new Error(`migration ${name} failed: ${messageOf(error)}`, { cause: error });
    throw Object.assign(described, { code: codeOf(error) });
  }
}

/** The client of the caller holds the lock of the schema, which is not released between the statements. */
async function applyOnline(
  { downloads }: Connection,
  name: string,
  statements: readonly string[],
  settings: Settings,
): Promise<void> {
  const client = await downloads.connect();
  try {
    await runOneByOne(client, name, statements, settings);
  } finally {
    client.release(true);
  }
}

async function recordMigration(client: PoolClient, row: (string | null)[]): Promise<void> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const { rows } = await client.query(
    `select from pg_attribute
     where attrelid = 'schema_migrations'::regclass and attname = 'compatible_since' and not attisdropped`,
  );
  if (rows.length === 0) {
    await client.query('alter table schema_migrations add column compatible_since text');
  }
  await client.query(
    'insert into schema_migrations (name, checksum, compatible_since) values ($1, $2, $3)',
    row,
  );
}
