/** Reads a CSV file strictly and in flat memory, and goes on behind a line that is broken. */
import type { FileHandle } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { importMessages } from '../../rules/messages.ts';

export interface CsvLine {
  /** Where it starts in the file, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it could not be read; then its text stands in one cell. */
  readonly broken: string | null;
}

export interface CsvPart {
  readonly lines: readonly CsvLine[];
  /** How far into the file it reaches. */
  readonly bytesRead: number;
}

interface Place {
  byte: number;
  line: number;
}

const chunkBytes = 65_536;
const longestRecord = 65_536;

/**
 * The lines of the file in order, a chunk at a time; empty ones are left out. A field may hold line breaks, in quotes.
 * Where quotes do not match, only the line on which that begins is given up, and reading goes on with the next: a
 * forgotten quote would else swallow the lines behind it.
 */
export async function* readCsv(file: FileHandle): AsyncGenerator<CsvPart> {
  let start: Place = { byte: 0, line: 1 };
  let width: number | null = null;
  for (;;) {
    const stretch = stretchFrom(start, width);
    let failed = false;
    for (let at = start.byte, ended = false; !ended && !failed;) {
      const chunk = await readAt(file, at, chunkBytes);
      at += chunk.length;
      ended = chunk.length === 0;
      failed = !(await (ended ? stretch.end() : stretch.write(chunk)));
      yield { lines: stretch.taken(), bytesRead: at };
    }
    if (!failed) return;
    width = stretch.width();
    const broken = await lineAt(file, stretch.scoped());
    yield { lines: [broken.line], bytesRead: broken.next.byte };
    start = broken.next;
  }
}

/** A parser for the lines from this place on, up to the first that is broken. */
function stretchFrom(start: Place, knownWidth: number | null) {
  let found: CsvLine[] = [];
  let width = knownWidth;
  let scoped = start;
  let linesCountedTwice = 0;
  const parser = parse({
    bom: start.byte === 0,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    // Counted by whoever reads the lines, so that a line with too many cells keeps them.
    relax_column_count: true,
    max_record_size: longestRecord,
    on_record: (cells: string[], info) => {
      width ??= cells.length;
      const breaks = cells.flatMap((cell) => cell.match(/\r\n?|\n/g) ?? []);
      if (breaks.length > 0 && hasSwallowedLines(cells, width)) throw new Error('quotes');
      // csv-parse takes a CRLF inside quotes for two line ends.
      linesCountedTwice += breaks.filter((text) => text === '\r\n').length;
      const last = start.line + info.lines - 1 - linesCountedTwice;
      found.push({ line: last - breaks.length, cells, broken: null });
      scoped = { byte: start.byte + info.bytes, line: last + 1 };
      return null;
    },
  });
  // Told to whoever writes; without a listener it would end the process as well.
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

/** Whether what is started here comes to a good end. */
function settled(act: (done: (error?: Error | null) => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    act((error) => resolve(!error));
  });
}

/**
 * Whether a field with line breaks looks like lines of their own that a forgotten quote has joined: then the record has
 * a strange number of cells, or the field as many commas as the lines it would have swallowed.
 */
function hasSwallowedLines(cells: readonly string[], width: number): boolean {
  if (cells.length !== width) return true;
  return cells.some((cell) => {
    const breaks = cell.match(/\r\n?|\n/g)?.length ?? 0;
    const commas = cell.match(/,/g)?.length ?? 0;
    return breaks > 0 && commas >= breaks * (width - 1);
  });
}

async function readAt(file: FileHandle, byte: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, byte);
  return buffer.subarray(0, bytesRead);
}

/** The first line from here on that is not empty, as a broken one, and where the next begins. */
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

/** The first byte of the next line. */
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
