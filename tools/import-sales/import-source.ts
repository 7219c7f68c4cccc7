/** Opens the file of past sales and identifies its columns by the first line. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { reasonOf } from '../../db/data-folder.ts';
import { findColumns, type ImportColumns } from '../../rules/imports/import-columns.ts';
import { isPlainText } from '../../lib/plain-text.ts';
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
  const file = await opened(path);
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

async function opened(path: string): Promise<FileHandle> {
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
