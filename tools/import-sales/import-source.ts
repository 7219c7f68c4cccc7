/** Opens the file of past sales and identifies its columns by the first line. */
import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import { reasonOf } from '../../db/data-folder.ts';
import { codeOf } from '../../db/start-error.ts';
import { csvText } from '../../lib/csv-cell.ts';
import { isPlainText } from '../../lib/plain-text.ts';
import { findColumns, type ImportColumns } from '../../rules/imports/import-columns.ts';
import type { Rejected } from '../../server/imports/import-sales.ts';
import { type CsvPart, readCsv } from './csv-file.ts';
import { ImportError } from './import-error.ts';

export interface ImportSource {
  header: readonly string[];
  columns: ImportColumns;
  bytes: number;
  /** Lines after the first. */
  parts: AsyncGenerator<CsvPart>;
  close(): Promise<void>;
}

/** Throws ImportError when this is not a sales file, or its columns are not recognised. */
export async function openImportSource(
  path: string,
  mappings: readonly string[],
): Promise<ImportSource> {
  const file = await openSource(path);
  try {
    const bytes = await sizeOf(file, path);
    const parts = readCsv(file);
    const { header, rest } = await takeHeader(parts, path);
    return {
      header,
      columns: columnsOf(header, mappings),
      bytes,
      parts: chained(rest, parts),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function openSource(path: string): Promise<FileHandle> {
  try {
    // A named pipe without a writer would otherwise block the open.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problem = isMissing ? `There is no file ${path}` : `${path} cannot be read`;
    throw new ImportError(`${problem}${isMissing ? '' : ` (${reasonOf(error)})`}.`);
  }
}

async function sizeOf(file: FileHandle, path: string): Promise<number> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new ImportError(`${path} is not a file.`);
  if (stats.size === 0) throw new ImportError(`${path} is empty.`);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  if (['fffe', 'feff'].includes(buffer.toString('hex'))) {
    throw new ImportError(`${path} is UTF-16 text: save it as "CSV UTF-8" and import that.`);
  }
  return stats.size;
}

async function takeHeader(parts: AsyncGenerator<CsvPart>, path: string) {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const [first, ...lines] = next.value.lines;
    if (!first) continue;
    const isText = first.cells.every((cell) => isPlainText(cell) && !cell.includes('\uFFFD'));
    if (first.broken !== null || !isText) break;
    return { header: first.cells, rest: { ...next.value, lines } };
  }
  throw new ImportError(
    `${path} is not a CSV file: its first line must be the names of its columns, parted by commas.`,
  );
}

function columnsOf(header: readonly string[], mappings: readonly string[]): ImportColumns {
  try {
    return findColumns(header, mappings);
  } catch (error) {
    if (error instanceof RangeError) throw new ImportError(`${error.message}.`);
    throw error;
  }
}

async function* chained(first: CsvPart, rest: AsyncGenerator<CsvPart>): AsyncGenerator<CsvPart> {
  yield first;
  yield* rest;
}

// Rejected lines, each with its number, the reason and its original cells.

export interface RejectsFile {
  path: string;
  write(rejected: readonly Rejected[]): Promise<void>;
  /** Deletes the file when nothing was written. */
  close(): Promise<void>;
}

const firstCells = ['line', 'reason'];

const csvLine = (cells: readonly string[]): string => `${cells.map(csvText).join(',')}\r\n`;

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
  await file.appendFile(csvLine([...firstCells, ...header]));
  return {
    path,
    async write(rejected) {
      isNeeded = true;
      const lines = rejected.map(({ line, reason }) =>
        csvLine([String(line.line), reason, ...line.cells]),
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
  const there = await firstBytes(path, start.length);
  if (there === '' || there === start) return;
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
