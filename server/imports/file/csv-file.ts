/** Strict CSV reader in constant memory that resumes after a malformed line. */
import type { FileHandle } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { importMessages } from '../../../rules/imports/import-messages.ts';

export interface CsvLine {
  /** Line number at which it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Parse error; the raw text is then in one cell. */
  readonly broken: string | null;
}

export interface CsvPart {
  readonly lines: readonly CsvLine[];
  /** Offset in the file after this part. */
  readonly bytesRead: number;
}

export interface CsvForm {
  /** Between the cells; a comma by default. */
  readonly delimiter?: string;
  /** Number of cells of a line; that of the first line by default. */
  readonly width?: number | null;
}

interface Place {
  byte: number;
  line: number;
}

const chunkBytes = 65_536;
const longestRecord = 65_536;

/**
 * Lines of the file in order, one chunk at a time, without empty ones. A quoted field may contain line breaks. For
 * unbalanced quotes, only the line on which they begin is dropped, and reading resumes with the next: otherwise a
 * missing quote would swallow the following lines.
 */
export async function* readCsv(
  file: FileHandle,
  { delimiter = ',', width: knownWidth = null }: CsvForm = {},
): AsyncGenerator<CsvPart> {
  let start: Place = { byte: 0, line: 1 };
  let width = knownWidth;
  for (;;) {
    const section = sectionFrom(start, width, delimiter);
    let failed = false;
    for (let at = start.byte, ended = false; !ended && !failed;) {
      const chunk = await readAt(file, at, chunkBytes);
      at += chunk.length;
      ended = chunk.length === 0;
      failed = !(await (ended ? section.end() : section.write(chunk)));
      yield { lines: section.taken(), bytesRead: at };
    }
    if (!failed) return;
    width = section.width();
    const broken = await lineAt(file, section.scoped());
    yield { lines: [broken.line], bytesRead: broken.next.byte };
    start = broken.next;
  }
}

/** Parses the lines from this offset up to the first malformed one. */
function sectionFrom(start: Place, knownWidth: number | null, delimiter: string) {
  let found: CsvLine[] = [];
  let width = knownWidth;
  let scoped = start;
  let linesCountedTwice = 0;
  const parser = parse({
    bom: start.byte === 0,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // Checked by the caller, so that a line with too many cells keeps them.
    relax_column_count: true,
    max_record_size: longestRecord,
    on_record: (cells: string[], info) => {
      width ??= cells.length;
      const breaks = cells.flatMap((cell) => cell.match(/\r\n?|\n/g) ?? []);
      if (breaks.length > 0 && hasSwallowedLines(cells, width, delimiter))
        throw new Error('quotes');
      // csv-parse counts a CRLF inside quotes as two line ends.
      linesCountedTwice += breaks.filter((text) => text === '\r\n').length;
      const last = start.line + info.lines - 1 - linesCountedTwice;
      found.push({ line: last - breaks.length, cells, broken: null });
      scoped = { byte: start.byte + info.bytes, line: last + 1 };
      return null;
    },
  });
  // Errors are reported to the writer; without a listener they would also end the process.
  parser.on('error', () => undefined);
  return {
    write: (chunk: Buffer) => settled((done) => parser.write(chunk, done)),
    end: () => settled((done) => parser.end(done)),
    width: () => width,
    scoped: () => scoped,
    taken(): CsvLine[] {
      const lines = found;
      found = [];
      return lines;
    },
  };
}

/** Resolves to true when the operation succeeds. */
function settled(act: (done: (error?: Error | null) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    act((error) => resolve(!error));
  });
}

/**
 * True when a field with line breaks looks like separate lines joined by a missing quote: the record has an unusual
 * number of cells, or the field as many delimiters as the swallowed lines would have.
 */
function hasSwallowedLines(cells: readonly string[], width: number, delimiter: string): boolean {
  if (cells.length !== width) return true;
  return cells.some((cell) => {
    const breaks = cell.match(/\r\n?|\n/g)?.length ?? 0;
    const delimiters = cell.split(delimiter).length - 1;
    return breaks > 0 && delimiters >= breaks * (width - 1);
  });
}

async function readAt(file: FileHandle, byte: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, byte);
  return buffer.subarray(0, bytesRead);
}

/** Returns the first non-empty line from here as malformed, and the start of the next. */
async function lineAt(file: FileHandle, place: Place): Promise<{ line: CsvLine; next: Place }> {
  for (let { byte, line } = place; ; line += 1) {
    const end = await lineEnd(file, byte);
    const bytes = Math.min(end - byte, longestRecord);
    const text = (await readAt(file, byte, bytes)).toString().replace(/[\r\n]+$/, '');
    if (text !== '') {
      const broken =
        end - byte > longestRecord
          ? importMessages.longLine(longestRecord)
          : importMessages.badQuotes;
      return { line: { line, cells: [text], broken }, next: { byte: end, line: line + 1 } };
    }
    byte = end;
  }
}

const lineFeed = 10;
const carriageReturn = 13;

/** Offset of the next line. */
async function lineEnd(file: FileHandle, from: number): Promise<number> {
  for (let byte = from; ;) {
    const chunk = await readAt(file, byte, chunkBytes);
    const at = chunk.findIndex((code) => code === lineFeed || code === carriageReturn);
    if (chunk.length === 0) return byte;
    byte += at < 0 ? chunk.length : at + 1;
    if (at < 0) continue;
    const next = await readAt(file, byte, 1);
    return chunk[at] === carriageReturn && next[0] === lineFeed ? byte + 1 : byte;
  }
}
