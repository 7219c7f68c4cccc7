/** File of the lines that are not stored, each with its number, the reason and its original cells. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import { codeOf, reasonOf } from '../../db/start-error.ts';
import { byteOrderMark, csvLine } from '../../lib/csv-cell.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { ImportError } from '../../server/imports/file/import-error.ts';
import type { Unstored } from '../../server/imports/import-sales.ts';

export interface RejectsFile {
  path: string;
  write(unstored: readonly Unstored[]): Promise<void>;
  /** Deletes the file when nothing was written. */
  close(): Promise<void>;
}

const firstCells = ['line', 'reason'];

/** Default path of the rejects file: sales.rejects.csv next to sales.csv. */
export function usualRejectsPath(file: string): string {
  const { dir, name, ext, base } = parse(resolve(file));
  return resolve(dir, `${ext.toLowerCase() === '.csv' ? name : base}.rejects.csv`);
}

/**
 * Truncates or creates the file. Throws ImportError when it cannot be written, or when a file exists that is not a
 * rejects file of an earlier import.
 */
export async function openRejectsFile(
  path: string,
  header: readonly string[],
): Promise<RejectsFile> {
  await refuseToOverwrite(path);
  const file = await openRejects(path);
  let isNeeded = false;
  await file.appendFile(byteOrderMark + csvLine([...firstCells, ...header]));
  return {
    path,
    async write(unstored) {
      isNeeded = true;
      const lines = unstored.map(({ line, reason, isRejected }) =>
        csvLine([
          String(line.line),
          isRejected ? reason : importMessages.leftOutAs(reason),
          ...line.cells,
        ]),
      );
      await file.appendFile(lines.join(''));
    },
    async close() {
      await file.close();
      if (!isNeeded) await rm(path, { force: true });
    },
  };
}

async function refuseToOverwrite(path: string): Promise<void> {
  const start = `${firstCells.join(',')},`;
  const there = await firstBytes(path, Buffer.byteLength(byteOrderMark + start));
  // Files of earlier releases have no mark.
  if (there === '' || there.replace(byteOrderMark, '').startsWith(start)) return;
  throw new ImportError(
    `The rejected lines would go to ${path}, but another file is there: name a new one with --rejects.`,
  );
}

async function firstBytes(path: string, count: number): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw unwritable(path, error);
  }
}

async function openRejects(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): ImportError {
  return new ImportError(
    `The rejected lines cannot be written to ${path} (${reasonOf(error)}): name another place with --rejects.`,
  );
}
