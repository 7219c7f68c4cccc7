/** Restores a verified backup into an empty installation, all or nothing. */
import { liftTimeLimit } from '../../server/shared/database.queries.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ClientBase, DatabaseError } from 'pg';
import { migrate, migrateTo } from '../../db/migrate.ts';
import { beginWithSchemaLock } from '../../db/migration-files.ts';
import {
  connect,
  type Connection,
  type ConnectionTarget,
  withClient,
} from '../../db/pool/connect.ts';
import { isConnectionError } from '../../db/pool/lost-connections.ts';
import { messageOf } from '../../db/start-error.ts';

import { BackupError } from '../terminal.ts';
import { type CheckedArchive, unpackArchive } from './check-archive.ts';
import { describeTable } from './make-backup.ts';
import {
  placeFiles,
  sweepWork,
  takeBack,
  takeBackInterrupted,
  unpackedIn,
  workFolder,
} from './place-files.ts';
import {
  countRows,
  emptyTable,
  exemptOwner,
  type JobsByKind,
  listApplied,
  listTables,
  parkJobs,
  prepareQueue,
  setForCopying,
  setSequence,
  switchTriggers,
  type TableToCopy,
} from './tables.queries.ts';

interface RestoreTarget {
  /** An empty database, or one in which Barback was only started. */
  target: ConnectionTarget;
  dataDir: string;
  stop: AbortSignal;
}

/** Returns the jobs that were under way when the backup was made; they are parked. Call `bringUpToDate` afterwards. */
export async function restoreBackup(
  path: string,
  archive: CheckedArchive,
  { target, dataDir, stop }: RestoreTarget,
): Promise<JobsByKind> {
  const connection = connect(target, { max: 1 });
  try {
    return await withClient(target, async (client) => {
      await refuseUsedDatabase(client, dataDir);
      await refuseLaterSchema(client, archive);
      await migrateTo(connection, archive.header.migrations.at(-1)?.name ?? null);
      return fill(path, archive, client, { target, dataDir, stop });
    });
  } finally {
    await connection.close();
  }
}

/** Applies the migrations that were added since the backup was made. */
export async function bringUpToDate(connection: Connection): Promise<void> {
  await migrate(connection);
  await connection.db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    await sql`analyze`.execute(transaction);
  });
}

async function refuseUsedDatabase(client: ClientBase, dataDir: string): Promise<void> {
  const use = await findUse(client);
  if (use === null) return;
  // A restore that has committed and was killed then: what it has placed belongs to the database.
  await sweepWork(dataDir);
  throw new BackupError(
    `This installation is in use: its database holds ${use}. Restore into an empty DATA_DIR, or an empty database with DATABASE_URL. Nothing was changed.`,
  );
}

async function refuseLaterSchema(client: ClientBase, { header }: CheckedArchive): Promise<void> {
  const known = new Set(header.migrations.map(({ name }) => name));
  const later = (await listApplied(client))?.find(({ name }) => !known.has(name));
  if (later === undefined) return;
  throw new BackupError(
    `The backup is older than this database, which was prepared with ${later.name} already: restore into an empty DATA_DIR, or a new database with DATABASE_URL. It is brought up to date afterwards. Nothing was changed.`,
  );
}

async function fill(
  path: string,
  { contents }: CheckedArchive,
  client: ClientBase,
  { target, dataDir, stop }: RestoreTarget,
): Promise<JobsByKind> {
  const work = workFolder(dataDir, randomBytes(4).toString('hex'));
  try {
    // A server that starts in the meantime waits for this lock and finds the restored database.
    await beginWithSchemaLock(client, () => client.query('begin'), stop);
    await setForCopying(client);
    await refuseUsedDatabase(client, dataDir);
    await takeBackInterrupted(dataDir);
    const tables = await listTables(client);
    for (const { name } of tables.toReversed()) {
      if ((await countRows(client, name)) > 0) await emptyTable(client, name);
    }
    const queue = await prepareQueue(client);
    await mkdir(work, { mode: 0o700 });
    await mkdir(unpackedIn(work));
    await exemptOwner(client);
    await switchTriggers(client, 'disable');
    await unpackArchive(path, contents, client, unpackedIn(work), stop);
    await switchTriggers(client, 'enable');
    for (const sequence of contents.sequences) await setSequence(client, sequence);
    await verifyTables(client, [...tables, ...queue], contents.tables);
    // In the same transaction: a server that starts now would run them.
    const parked = await parkJobs(client);
    stop.throwIfAborted();
    await placeFiles(work, dataDir);
    await commitRestore(client, target);
    await rm(work, { recursive: true, force: true }).catch(() => undefined);
    return parked;
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) await takeBack(work, dataDir);
    throw error;
  }
}

/** Reads every row back and compares it with the backup. */
async function verifyTables(
  client: ClientBase,
  tables: readonly TableToCopy[],
  promised: CheckedArchive['contents']['tables'],
): Promise<void> {
  for (const table of tables) {
    const { rows, sha256 } = await describeTable(client, table);
    const copied = promised.find(({ name }) => name === table.name);
    if (rows === (copied?.rows ?? 0) && (copied === undefined || sha256 === copied.sha256))
      continue;
    throw new BackupError(
      `The table ${table.name} was not restored as it was backed up (${String(rows)} of ${String(copied?.rows ?? 0)} rows): nothing was restored.`,
    );
  }
}

// Commits a restore, and finds out whether that has happened where the connection is lost meanwhile.

/** It is not known whether the restore was committed: what it has placed stays until the next one finds out. */
class UnknownOutcome extends BackupError {}

const patienceMs = 60_000;
const pauseMs = 250;

async function commitRestore(client: ClientBase, target: ConnectionTarget): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    const isRolledBack = error instanceof DatabaseError && !isConnectionError(error);
    if (isRolledBack || !(await isCommitted(target))) throw error;
  }
}

async function isCommitted(target: ConnectionTarget): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs);
  for (;;) {
    try {
      return await withClient(target, async (client) => {
        // Until the transaction of the restore has ended, it may hold locks of tables, too.
        const begin = () =>
          client.query(`begin; set local statement_timeout = ${String(patienceMs)}`);
        await begin();
        if ((await findUse(client)) !== null) return true;
        await client.query('rollback');
        // The transaction of the restore holds this lock.
        await beginWithSchemaLock(client, begin, patience);
        return (await findUse(client)) !== null;
      });
    } catch (error) {
      if (patience.aborted) {
        throw new UnknownOutcome(
          `The connection was lost while the restore was committed, and the database does not say since whether it was (${messageOf(error)}). Run the same command again: it restores everything, or reports that the database is in use, which means that everything was restored.`,
          { cause: error },
        );
      }
      await wait(pauseMs);
    }
  }
}

/** Tables with at least one row in any installation in use. */
const reportedTables = [
  ['users', 'account'],
  ['orders', 'order'],
  ['audit', 'audited change'],
] as const;

/** Returns what a database in use holds, such as '1 account'; null for one in which Barback was at most started. */
async function findUse(client: ClientBase): Promise<string | null> {
  for (const [table, what] of reportedTables) {
    const rows = await countRows(client, table);
    if (rows > 0) return `${rows.toLocaleString('en-US')} ${what}${rows === 1 ? '' : 's'}`;
  }
  return null;
}
