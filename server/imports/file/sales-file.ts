/** Opens a file of past sales: its encoding, its delimiter, and the line with the names of its columns. */
import { constants } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../../../db/start-error.ts';
import { isPlainText } from '../../../lib/plain-text.ts';
import {
  type FileColumns,
  findFileColumns,
  MissingColumns,
} from '../../../rules/imports/import-columns.ts';
import { type CsvLine, type CsvPart, readCsv } from './csv-file.ts';
import { ImportError } from './import-error.ts';

export interface SalesFile {
  header: readonly string[];
  /** Number of the line with the names of the columns, from 1. */
  headerLine: number;
  columns: FileColumns;
  delimiter: string;
  encoding: Encoding;
  /** Size that `bytesRead` of the parts grows to. */
  bytes: number;
  /** Reads the lines after the names of the columns; may be called again once it has ended. */
  parts(): AsyncGenerator<CsvPart>;
  close(): Promise<void>;
}

/** Thrown for a file of which a person has to name columns. */
export class UnknownColumns extends ImportError {
  readonly missing: MissingColumns;
  /** The line that has most cells, which is taken to name the columns. */
  readonly headerLine: number;
  readonly delimiter: string;
  readonly encoding: Encoding;

  constructor(
    missing: MissingColumns,
    found: Pick<SalesFile, 'headerLine' | 'delimiter' | 'encoding'>,
  ) {
    super(`${missing.message}.`);
    this.missing = missing;
    this.headerLine = found.headerLine;
    this.delimiter = found.delimiter;
    this.encoding = found.encoding;
  }
}

export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

/** Delimiters in the order in which they are tried. */
const delimiters = [',', ';', '\t', '|'];

/** Lines in which the names of the columns are searched: reports begin with a title. */
const mostTitleLines = 40;

/**
 * Opens the file; the caller closes it.
 * @param mappings of the user, as `findFileColumns` reads them
 * @param name of the file in messages
 * @throws ImportError when this is not a sales file, and UnknownColumns when its columns are not recognised
 */
export async function openSalesFile(
  path: string,
  mappings: readonly string[],
  name = path,
): Promise<SalesFile> {
  const opened = await openAsUtf8(path, name);
  const { file, encoding } = opened;
  try {
    const { delimiter, line, columns } = await findHeader(opened, name, mappings);
    const form = { delimiter, width: line.cells.length };
    return {
      header: line.cells,
      headerLine: line.line,
      columns,
      delimiter,
      encoding,
      bytes: (await file.stat()).size,
      async *parts() {
        for await (const part of readCsv(file, form)) {
          yield { ...part, lines: part.lines.filter((one) => one.line > line.line) };
        }
      },
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

interface Opened {
  file: FileHandle;
  encoding: Encoding;
  close(): Promise<void>;
}

async function openAsUtf8(path: string, name: string): Promise<Opened> {
  const file = await openSource(path);
  try {
    const encoding = await encodingOf(file, name);
    if (encoding === 'UTF-8') return { file, encoding, close: () => file.close() };
    return await converted(file, encoding);
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
    const isMissing = codeOf(error) === 'ENOENT';
    const problem = isMissing ? `There is no file ${path}` : `${path} cannot be read`;
    throw new ImportError(`${problem}${isMissing ? '' : ` (${reasonOf(error)})`}.`);
  }
}

/** A file with bytes that are no UTF-8 is Windows-1252, unless other parts of it are UTF-8 beyond ASCII. */
async function encodingOf(file: FileHandle, name: string): Promise<Encoding> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new ImportError(`${name} is not a file.`);
  if (stats.size === 0) throw new ImportError(`${name} is empty.`);
  const [start] = await firstChunk(file);
  if (start !== undefined && utf16Of(start) !== null) return 'UTF-16';
  let hasBroken = false;
  let hasOther = false;
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(file)) {
    const text = decoder.decode(chunk, { stream: true });
    if (/^[\0-\x7f]*$/.test(text)) continue;
    hasBroken ||= text.includes('\ufffd');
    hasOther ||= /[^\0-\x7f\ufeff\ufffd]/.test(text);
    if (hasOther) return 'UTF-8';
  }
  return hasBroken ? 'Windows-1252' : 'UTF-8';
}

async function firstChunk(file: FileHandle): Promise<Buffer[]> {
  for await (const chunk of chunksOf(file)) return [chunk];
  return [];
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  const size = 65_536;
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size), 0, size, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Byte order by the mark, or by the zero bytes of Latin letters; null for other encodings. */
function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = start.toString('hex', 0, 2);
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  const head = start.subarray(0, 64);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 3 && even === 0) return 'utf-16le';
  return even > head.length / 3 && odd === 0 ? 'utf-16be' : null;
}

// Characters 0x80 to 0x9f of Windows-1252; the five that it leaves undefined become U+FFFD.
const upperControls =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

// Some releases of Node decode Windows-1252 as Latin-1.
const windows1252 = (chunk: Buffer): string =>
  chunk
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (one) => upperControls[one.charCodeAt(0) - 0x80] ?? one);

/** A copy as UTF-8 in a temporary file, which closing removes; closes the original. */
async function converted(file: FileHandle, encoding: 'UTF-16' | 'Windows-1252'): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'barback-import-'));
  const copy = await open(join(folder, 'sales.csv'), 'w+');
  const close = async () => {
    await copy.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [start] = await firstChunk(file);
    const decoder = new TextDecoder((start && utf16Of(start)) ?? 'utf-16le');
    for await (const chunk of chunksOf(file)) {
      const text =
        encoding === 'UTF-16' ? decoder.decode(chunk, { stream: true }) : windows1252(chunk);
      await copy.appendFile(text);
    }
    await file.close();
    return { file: copy, encoding, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Header {
  delimiter: string;
  line: CsvLine;
  columns: FileColumns;
}

/**
 * Finds the first line whose cells are the names of the columns, with the delimiter that it needs. Throws ImportError:
 * for text without such a line, the reason is that of its widest line.
 */
async function findHeader(
  { file, encoding }: Opened,
  name: string,
  mappings: readonly string[],
): Promise<Header> {
  let widest: { line: CsvLine; delimiter: string; error: RangeError } | null = null;
  for (const delimiter of await triedDelimiters(file)) {
    const lines = await firstLines(file, delimiter);
    for (const line of lines) {
      const found = columnsOf(line.cells, mappings);
      if (!(found instanceof RangeError)) return { delimiter, line, columns: found };
      if (line.cells.length > (widest?.line.cells.length ?? 1))
        widest = { line, delimiter, error: found };
    }
  }
  if (widest?.error instanceof MissingColumns)
    throw new UnknownColumns(widest.error, {
      headerLine: widest.line.line,
      delimiter: widest.delimiter,
      encoding,
    });
  if (widest) throw new ImportError(`${widest.error.message}.`);
  throw new ImportError(
    `${name} is not a CSV file: its first line must be the names of its columns, parted by commas, semicolons or tabs.`,
  );
}

/** That of a line `sep=;`, which spreadsheets write, comes first. */
async function triedDelimiters(file: FileHandle): Promise<readonly string[]> {
  const [start] = await firstChunk(file);
  const own = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(start?.toString('utf8', 0, 16) ?? '')?.[1];
  return own === undefined ? delimiters : [own, ...delimiters];
}

/** Lines of text until one that cannot be read. */
async function firstLines(file: FileHandle, delimiter: string): Promise<CsvLine[]> {
  const lines: CsvLine[] = [];
  for await (const part of readCsv(file, { delimiter })) {
    lines.push(...part.lines);
    if (lines.length >= mostTitleLines || lines.some(({ broken }) => broken !== null)) break;
  }
  const end = lines.findIndex(
    ({ broken, cells }) =>
      broken !== null || !cells.every((cell) => isPlainText(cell) && !cell.includes('\uFFFD')),
  );
  return lines.slice(0, end < 0 ? mostTitleLines : Math.min(end, mostTitleLines));
}

function columnsOf(
  cells: readonly string[],
  mappings: readonly string[],
): FileColumns | RangeError {
  try {
    return findFileColumns(cells, mappings);
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}
