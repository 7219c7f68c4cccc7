/** Creates an archive of all persistent data: a snapshot of the database, and the files it refers to. */
import type { ClientBase } from 'pg';
import { beginSnapshot } from '../../db/distribution/snapshot.ts';
import type { ConnectionTarget } from '../../db/pool/connect.ts';
import { withClient } from '../../db/pool/with-client.ts';
import { codeOf } from '../../db/start-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  contentsName,
  headerName,
  type ArchiveContents,
  type ArchiveHeader,
  type CopiedFile,
  type CopiedTable,
} from './archive-shape.ts';
import { BackupError } from './backup-error.ts';
import { addTable } from './copy-tables.ts';
import { queueToCopy } from './queued-jobs.queries.ts';
import { addFiles, addSecrets } from './stored-files.ts';
import {
  listApplied,
  listSequences,
  listTables,
  setForCopying,
  type TableToCopy,
} from './tables.queries.ts';
import { writeArchive, type ArchiveWriter } from './write-archive.ts';

export interface BackupSource {
  target: ConnectionTarget;
  dataDir: string;
  folders: readonly string[];
  withSecrets: boolean;
  madeAt: Date;
  stop: AbortSignal;
}

export interface BackupMade {
  bytes: number;
  contents: ArchiveContents;
}

export function makeBackup(source: BackupSource, path: string): Promise<BackupMade> {
  return withClient(source.target, async (client) => {
    const archive = writeArchive(path, source.stop);
    try {
      const contents = await fill(archive, client, source);
      return { bytes: await archive.finish(), contents };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  });
}

/**
 * Files are written once, renamed when complete, and deleted only when nothing refers to them. So the files of the
 * snapshot are among those that existed before it and those added until it was taken.
 */
async function fill(
  archive: ArchiveWriter,
  client: ClientBase,
  { target, dataDir, folders, withSecrets, madeAt, stop }: BackupSource,
): Promise<ArchiveContents> {
  const migrations = await migrationsOf(client);
  const header: ArchiveHeader = {
    format: 1,
    madeAt: madeAt.toISOString(),
    version: packageJson.version,
    migrations,
  };
  await archive.add(headerName, json(header));
  const files = new Map<string, CopiedFile>();
  if (withSecrets) await addSecrets(archive, dataDir, files);
  await addFiles(archive, dataDir, folders, files);

  const tablesToCopy = await beginCopying(client, target, stop);
  await addFiles(archive, dataDir, folders, files);
  const tables: CopiedTable[] = [];
  for (const table of tablesToCopy) tables.push(await addTable(archive, client, table));
  // Sequences are not transactional: read last, they are past every copied value.
  const sequences = await listSequences(client);
  await client.query('commit');
  // The header is older than the snapshot. On a distributed database, a table that was rebuilt in the meantime appears
  // empty to it.
  if (JSON.stringify(await migrationsOf(client)) !== JSON.stringify(migrations)) {
    throw new BackupError(
      'Barback was upgraded while the backup was made, so it was discarded: make it again.',
    );
  }
  const contents = { tables, sequences, files: [...files.values()] };
  await archive.add(contentsName, json(contents));
  return contents;
}

/** A listed table is gone, or its lock was refused because of a deadlock or a time limit of the role. */
const isListedAnew = (error: unknown): boolean =>
  ['42P01', '40P01', '55P03'].includes(codeOf(error));

/**
 * Begins the snapshot and lists the tables, which are locked before it is taken: otherwise npm run partition could
 * exchange a table for one whose rows the snapshot does not see, or detach rows of it, before it is copied.
 */
async function beginCopying(
  client: ClientBase,
  target: ConnectionTarget,
  stop: AbortSignal,
): Promise<TableToCopy[]> {
  for (;;) {
    stop.throwIfAborted();
    const locked = (await listTables(client)).map(({ name }) => name);
    try {
      await beginSnapshot(client, target, locked, stop);
      await setForCopying(client);
      const tables = await listTables(client);
      const isSame =
        tables.length === locked.length && tables.every(({ name }) => locked.includes(name));
      if (isSame) return [...tables, ...(await queueToCopy(client))];
    } catch (error) {
      if (!isListedAnew(error)) throw error;
    }
    await client.query('rollback');
  }
}

async function migrationsOf(client: ClientBase): Promise<ArchiveHeader['migrations']> {
  const applied = await listApplied(client);
  if (applied !== null && applied.length > 0) return applied;
  throw new BackupError(
    'Barback has never used this database, so there is nothing to back up: check DATABASE_URL or DATA_DIR.',
  );
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
