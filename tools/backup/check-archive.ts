/** Verifies a whole backup before anything is changed: that it is complete and in our format; then unpacks it. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { extract as extractTar } from 'tar-stream';
import { codeOf, messageOf } from '../../db/start-error.ts';
import { BackupError } from '../terminal.ts';
import { copyRowsIn } from './tables.queries.ts';
import {
  headerName,
  contentsName,
  archiveHeader,
  type ArchiveHeader,
  archiveContents,
  type ArchiveContents,
  tableOfPart,
  isStoredFile,
} from './archive-shape.ts';

export interface CheckedArchive {
  header: ArchiveHeader;
  contents: ArchiveContents;
}

const mostJsonBytes = 256 * 1024 * 1024;

/** Throws BackupError when any byte differs from what was written. */
export async function checkArchive(path: string, stop: AbortSignal): Promise<CheckedArchive> {
  try {
    return await check(path, stop);
  } catch (error) {
    if (stop.aborted) throw error;
    const isOfFileSystem = error instanceof Error && 'syscall' in error;
    if (codeOf(error) === 'ENOENT') throw new BackupError(`There is no file ${path}.`);
    if (isOfFileSystem) throw new BackupError(`${path} cannot be read: ${messageOf(error)}.`);
    throw new BackupError(
      `${path} is damaged, or is no backup of Barback (${reasonOf(error)}). Nothing was changed.`,
      { cause: error },
    );
  }
}

interface Seen {
  bytes: number;
  hash: Hash;
}

async function check(path: string, stop: AbortSignal): Promise<CheckedArchive> {
  const tables = new Map<string, Seen>();
  const files = new Map<string, Seen>();
  let header: ArchiveHeader | null = null;
  let contents: ArchiveContents | null = null;
  for await (const entry of readArchive(path, stop)) {
    if (contents !== null) throw new Error(`${entry.name} comes after the end`);
    if (header === null) {
      if (entry.name !== headerName) throw new Error(`it does not begin with ${headerName}`);
      header = archiveHeader.parse(await readJson(entry, mostJsonBytes));
    } else if (entry.name === contentsName) {
      contents = archiveContents.parse(await readJson(entry, mostJsonBytes));
    } else {
      const table = tableOfPart(entry.name);
      if (table === null && !isStoredFile(entry.name)) throw new Error(`${entry.name} is unknown`);
      const seen = seenIn(table === null ? files : tables, table ?? entry.name);
      for await (const piece of entry.content) {
        seen.bytes += piece.length;
        seen.hash.update(piece);
      }
    }
  }
  if (header === null || contents === null) throw new Error('its end is missing');
  compare(tables, contents.tables);
  compare(files, contents.files);
  return { header, contents };
}

function seenIn(kind: Map<string, Seen>, name: string): Seen {
  const known = kind.get(name);
  if (known) return known;
  const seen = { bytes: 0, hash: createHash('sha256') };
  kind.set(name, seen);
  return seen;
}

function compare(
  found: ReadonlyMap<string, Seen>,
  promised: readonly { name: string; bytes: number; sha256: string }[],
): void {
  const emptyHash = createHash('sha256').digest('hex');
  for (const { name, bytes, sha256 } of promised) {
    const seen = found.get(name);
    const seenHash = seen?.hash.digest('hex') ?? emptyHash;
    if ((seen?.bytes ?? 0) !== bytes || seenHash !== sha256)
      throw new Error(`${name} is not as it was written`);
  }
  const names = new Set(promised.map(({ name }) => name));
  for (const name of found.keys()) if (!names.has(name)) throw new Error(`${name} is unknown`);
}

/** Full zod errors are too long to show. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'ZodError'
    ? 'its table of contents cannot be read'
    : messageOf(error);

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** Must be consumed before the next entry is requested. */
  content: AsyncIterable<Buffer>;
}

/** Streams the entries of an archive in order, in constant memory. Throws file system, gzip and tar errors. */
export async function* readArchive(path: string, stop?: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extractTar();
  const read = pipeline(createReadStream(path, stop ? { signal: stop } : {}), createGunzip(), tar);
  read.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== 'file') throw new Error(`${name} is no file`);
      yield { name, bytes: size, content: piecesOf(entry) };
      // Skips content that was not consumed.
      entry.resume();
    }
    await read;
  } finally {
    tar.destroy();
    await read.catch(() => undefined);
  }
}

async function* piecesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const piece of entry) if (Buffer.isBuffer(piece)) yield piece;
}

/** Reads a small JSON entry. */
export async function readJson(entry: ArchiveEntry, mostBytes: number): Promise<unknown> {
  if (entry.bytes > mostBytes) throw new Error(`${entry.name} is too large`);
  const pieces: Buffer[] = [];
  for await (const piece of entry.content) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}

// Unpacks a verified backup: rows into their tables, inside a transaction, and files into a separate folder.

/** @param folder destination of the files, in the layout of the data folder */
export async function unpackArchive(
  path: string,
  { tables, files }: ArchiveContents,
  client: ClientBase,
  folder: string,
  stop: AbortSignal,
): Promise<void> {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  const hashOf = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  let open: { name: string; rows: TableFilling } | null = null;
  for await (const entry of readArchive(path, stop)) {
    const table = tableOfPart(entry.name);
    if (open !== null && open.name !== table) {
      await open.rows.end();
      open = null;
    }
    if (table !== null) {
      const columns: string[] = columnsOf.get(table) ?? [];
      open ??= { name: table, rows: fillTable(copyRowsIn(client, { name: table, columns })) };
      for await (const piece of entry.content) await open.rows.write(piece);
    } else if (entry.name !== headerName && entry.name !== contentsName) {
      await layFile(join(folder, entry.name), entry, hashOf.get(entry.name));
    }
  }
}

interface TableFilling {
  write(piece: Buffer): Promise<void>;
  end(): Promise<void>;
}

function fillTable(rows: Writable): TableFilling {
  const done = finished(rows);
  done.catch(() => undefined);
  return {
    write: async (piece) => {
      // PostgreSQL reports rejected rows at the end of the stream.
      if (rows.destroyed || rows.errored) return done;
      if (rows.write(piece)) return;
      await Promise.race([done, new Promise<void>((resolve) => rows.once('drain', resolve))]);
    },
    end: () => {
      rows.end();
      return done;
    },
  };
}

async function layFile(
  path: string,
  entry: ArchiveEntry,
  sha256: string | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const hashed = async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
  };
  const mode = entry.name.includes('/') ? 0o644 : 0o600;
  await pipeline(
    entry.content,
    hashed,
    createWriteStream(path, { flags: 'wx', mode, flush: true }),
  );
  if (hash.digest('hex') !== sha256) throw new Error(`${entry.name} was changed while it was read`);
}
