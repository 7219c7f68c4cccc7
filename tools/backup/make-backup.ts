/** Creates an archive of all persistent data: a snapshot of the database, and the files it refers to. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ClientBase, Pool } from 'pg';
import { beginSnapshot } from '../../db/distribution/snapshot.ts';
import { clientConfig, type ConnectionTarget, withClient } from '../../db/pool/connect.ts';
import { isErrorOfReplica } from '../../db/pool/lost-connections.ts';
import { flushedPosition, isSameDatabase, replayedPosition } from '../../db/pool/replica.ts';
import { codeOf, messageOf } from '../../db/start-error.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Environment } from '../../server/startup/env.ts';
import {
  type ArchiveContents,
  type ArchiveHeader,
  contentsName,
  type CopiedFile,
  type CopiedTable,
  headerName,
  partName,
} from './archive-shape.ts';
import { BackupError, type Terminal } from '../terminal.ts';
import { addFiles, addSecrets } from './place-files.ts';
import {
  copyRowsOut,
  listApplied,
  listSequences,
  listTables,
  queueToCopy,
  setForCopying,
  type TableToCopy,
} from './tables.queries.ts';
import { type ArchiveWriter, writeArchive } from './write-archive.ts';

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

// A tar entry starts with its size, so one part of a table is buffered at a time.
const partBytes = 4 * 1024 * 1024;
const lineFeed = 10;

/** Reads a table in key order, passes on one part at a time, and returns its summary. */
export async function readTable(
  client: ClientBase,
  table: TableToCopy,
  take: (part: Buffer, number: number) => Promise<void>,
): Promise<CopiedTable> {
  const hash = createHash('sha256');
  let held: Buffer[] = [];
  let heldBytes = 0;
  let [rows, bytes, parts] = [0, 0, 0];
  const hand = async (): Promise<void> => {
    parts += 1;
    await take(Buffer.concat(held), parts);
    held = [];
    heldBytes = 0;
  };
  const copied: AsyncIterable<Buffer> = copyRowsOut(client, table);
  for await (const chunk of copied) {
    hash.update(chunk);
    rows += countLines(chunk);
    bytes += chunk.length;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes >= partBytes) await hand();
  }
  if (heldBytes > 0) await hand();
  const { name, columns } = table;
  return { name, columns, rows, bytes, sha256: hash.digest('hex') };
}

export const addTable = (
  archive: ArchiveWriter,
  client: ClientBase,
  table: TableToCopy,
): Promise<CopiedTable> =>
  readTable(client, table, (part, number) => archive.add(partName(table.name, number), part));

/** Current summary of a table, for comparison with the copied one. */
export const describeTable = (client: ClientBase, table: TableToCopy): Promise<CopiedTable> =>
  readTable(client, table, () => Promise.resolve());

/** COPY escapes line feeds inside values, so each one ends a row. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}

type Replica = NonNullable<Environment['readReplica']>;

/**
 * Makes a backup from the replica, if there is one. It is made from the primary when the replica does not respond, is not
 * a standby of the database, is too far behind, or cancels the backup because of what it replays.
 */
export async function preferringReplica<T>(
  { primary, replica }: { primary: ConnectionTarget; replica: Replica | null },
  { out, stop }: Pick<Terminal, 'out' | 'stop'>,
  make: (target: ConnectionTarget) => Promise<T>,
): Promise<T> {
  if (replica === null) return make(primary);
  try {
    const objection = await objectionTo(replica, primary, stop);
    if (objection === null) {
      const made = await make({ url: replica.url });
      out('The rows were read from the replica.');
      return made;
    }
    out(`The replica ${objection}: the backup is made from the primary.`);
  } catch (error) {
    if (stop.aborted || !isErrorOfReplica(error)) throw error;
    out(`The replica failed (${messageOf(error)}): the backup is made from the primary.`);
  }
  return make(primary);
}

/**
 * Waits until the replica has replayed what was committed before the backup: a file that was deleted before then is not
 * referred to any more.
 */
async function objectionTo(
  { url, mostSecondsBehind }: Replica,
  primary: ConnectionTarget,
  stop: AbortSignal,
): Promise<string | null> {
  const [ofPrimary, ofReplica] = [poolTo(primary), poolTo({ url })];
  try {
    const start = await flushedPosition(ofPrimary);
    const deadline = performance.now() + mostSecondsBehind * 1000;
    for (;;) {
      stop.throwIfAborted();
      const replayed = await replayedPosition(ofReplica);
      if (replayed === null || !(await isSameDatabase(ofPrimary, ofReplica)))
        return 'is not a standby of the database';
      if (replayed >= start) return null;
      if (performance.now() > deadline) return 'is too far behind';
      await wait(100);
    }
  } finally {
    await Promise.all([ofPrimary.end(), ofReplica.end()]);
  }
}

const poolTo = (target: ConnectionTarget): Pool =>
  new Pool({ ...clientConfig(target), max: 1 }).on('error', () => undefined);
