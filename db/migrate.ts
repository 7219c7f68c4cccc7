import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ClientBase, PoolClient, QueryConfig } from 'pg';
import type { Connection } from './pool/connect.ts';
import { codeOf, messageOf, StartupError } from './start-error.ts';
import { ensureTenantRoles } from './tenant-roles.ts';

interface Migration {
  /** File name, such as 0001-first-tables.sql. */
  name: string;
  sql: string;
  checksum: string;
}

const folder = fileURLToPath(new URL('migrations/', import.meta.url));
const lockSpace = 0x62_61_72_62;
const migrationLock = 2;
const oldestVersion = 150_000;

/**
 * Applies all pending files of db/migrations in order, each in its own transaction. Safe to run on many servers at
 * once, also behind a transaction pooler: one works, the others wait. Throws a StartupError when the database and the
 * files are incompatible.
 */
export function migrate(connection: Connection): Promise<{ applied: string[] }> {
  return migrateTo(connection, null);
}

/** Like migrate, up to and including the named migration; null applies all. */
export async function migrateTo(
  connection: Connection,
  last: string | null,
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations();
  const requested = migrations.filter(({ name }) => last === null || name <= last);
  const applied: string[] = [];
  const client = await connection.pool.connect();
  try {
    await checkServer(client);
    await ensureTenantRoles(client);
    for (;;) {
      const name = await applyNext(client, migrations, requested.length);
      if (name === null) return { applied };
      applied.push(name);
    }
  } finally {
    // Closing the connection rolls back unfinished work.
    client.release(true);
  }
}

/** Lists the files of db/migrations in order. */
export async function listMigrations(): Promise<{ name: string; checksum: string }[]> {
  return (await readMigrations()).map(({ name, checksum }) => ({ name, checksum }));
}

/** Blocks other schema changes until the transaction ends. */
export async function lockSchema(client: ClientBase): Promise<void> {
  await client.query(patiently('select pg_advisory_xact_lock($1, $2)', [lockSpace, migrationLock]));
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout on Windows may have converted line endings.
      const sql = (await readFile(`${folder}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
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

/** Returns the name of the applied migration; null when none is pending. */
async function applyNext(
  client: PoolClient,
  migrations: Migration[],
  requested: number,
): Promise<string | null> {
  // The server's default may be a stricter isolation level, which would not see what others committed during the
  // wait.
  await client.query('begin isolation level read committed');
  // Filling a new column of a large table may take long.
  await client.query('set local statement_timeout = 0');
  await lockSchema(client);
  const next = migrations.slice(await countApplied(client, migrations), requested)[0];
  if (next !== undefined) await apply(client, next);
  await client.query('commit');
  return next?.name ?? null;
}

async function countApplied(client: PoolClient, migrations: Migration[]): Promise<number> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  );
  for (const [index, row] of rows.entries()) {
    const known = migrations.find(({ name }) => name === row.name);
    if (known === undefined) {
      throw new StartupError(
        `The database is newer than this Barback (it holds ${row.name}, which is not known here): install the version that last used it, or a newer one.`,
      );
    }
    if (known.checksum !== row.checksum) {
      throw new StartupError(
        `The migration ${row.name} has been changed after it was applied to this database: bring the file back as it was and put the change into a new one.`,
      );
    }
    const passedOver = migrations[index];
    if (passedOver !== undefined && passedOver.name < row.name) {
      throw new StartupError(
        `The migration ${passedOver.name} comes before ${row.name}, which this database already has: give it the next free number.`,
      );
    }
  }
  return rows.length;
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(patiently(sql));
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
  } catch (error) {
    const described = new Error(`migration ${name} failed: ${messageOf(error)}`, { cause: error });
    throw Object.assign(described, { code: codeOf(error) });
  }
}

// Disables the pool's query timeout.
function patiently(text: string, values: unknown[] = []): QueryConfig {
  const dayMs = 86_400_000;
  const query = { text, values, query_timeout: dayMs };
  return query;
}
