/** Verifies a whole backup before anything is changed: that it is complete and in our format. */
import { createHash, type Hash } from 'node:crypto';
import { codeOf, messageOf } from '../../db/start-error.ts';
import {
  archiveContents,
  archiveHeader,
  contentsName,
  headerName,
  isStoredFile,
  tableOfPart,
  type ArchiveContents,
  type ArchiveHeader,
} from './archive-shape.ts';
import { BackupError } from './backup-error.ts';
import { readArchive, readJson } from './read-archive.ts';

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
