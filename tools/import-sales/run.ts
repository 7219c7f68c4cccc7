/** npm run import-sales: from command-line arguments to the summary and the exit code. */
import { basename, resolve } from 'node:path';
import type { Connection } from '../../db/pool/connect.ts';
import { productFolder } from '../../db/data-folder.ts';
import { messageOf } from '../../db/start-error.ts';
import { formatCents } from '../../lib/money.ts';
import type { ImportTarget } from '../../server/imports/import-orders.queries.ts';
import { type ImportCounts, importSales } from '../../server/imports/import-sales.ts';
import { type Environment, readEnvironment } from '../../server/startup/env.ts';
import { explainStartupError } from '../../server/startup/startup-errors.ts';
import type { CsvLine } from './csv-file.ts';
import {
  findImportTarget,
  type ImportOptions,
  openImportDatabase,
  readImportOptions,
  usage,
} from './import-options.ts';
import {
  type ImportSource,
  openImportSource,
  openRejectsFile,
  type RejectsFile,
  usualRejectsPath,
} from './import-source.ts';
import { ImportError } from './import-error.ts';

export interface Terminal {
  out: Screen;
  err: Screen;
  environment: Record<string, string | undefined>;
  /** Base folder for relative paths. */
  folder: string;
  /** Stops the import after the work in progress. */
  stop: AbortSignal;
}

interface Opened {
  close(): Promise<void>;
}

/** Exit code: 0 when the file was read to its end, else 1. */
export async function runImport(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out.write(`${usage}\n`);
    return 0;
  }
  let environment: Environment | null = null;
  const opened: Opened[] = [];
  try {
    environment = readEnvironment(terminal.environment, productFolder);
    return await importFile(readImportOptions(args), environment, terminal, opened);
  } catch (error) {
    const message =
      error instanceof ImportError ? error.message : explainStartupError(error, environment);
    terminal.err.write(`${message}\n`);
    return 1;
  } finally {
    for (const one of opened.toReversed()) await one.close();
  }
}

async function importFile(
  options: ImportOptions,
  environment: Environment,
  terminal: Terminal,
  opened: Opened[],
): Promise<number> {
  const path = resolve(terminal.folder, options.file);
  const rejectsPath =
    options.rejects === null ? usualRejectsPath(path) : resolve(terminal.folder, options.rejects);
  if (rejectsPath === path) {
    throw new ImportError('--rejects is the file to import: name another one.');
  }
  const source = await openImportSource(path, options.mappings);
  opened.push(source);
  const database = await openImportDatabase(environment, (line) => {
    terminal.out.write(`${line}\n`);
  });
  opened.push(database);
  const { db } = database.connection;
  const place = await findImportTarget(db, options.venue, options.unitNumber);
  const rejects = await openRejectsFile(rejectsPath, source.header);
  opened.push(rejects);

  terminal.out.write(
    `Importing ${basename(path)} into unit ${String(place.unitNumber)} of ${place.venueName}, times as in ${options.timezone}.\n`,
  );
  const cutShort = await importLines(
    { db, source, place, rejects, timezone: options.timezone },
    terminal,
  );
  if (!cutShort) return 0;
  terminal.err.write(`Stopped before the end of the file. ${goOn}\n`);
  return 1;
}

interface Ready {
  db: Connection['db'];
  source: ImportSource;
  place: ImportTarget;
  rejects: RejectsFile;
  timezone: string;
}

/** Returns true when it was stopped before the end of the file. */
async function importLines(
  { db, source, place, rejects, timezone }: Ready,
  { out, stop }: Terminal,
): Promise<boolean> {
  const progress = progressOn(out);
  let bytesRead = 0;
  let cutShort = false;
  async function* parts(): AsyncGenerator<readonly CsvLine[]> {
    for await (const part of source.parts) {
      cutShort = stop.aborted;
      if (cutShort) return;
      bytesRead = part.bytesRead;
      yield part.lines;
    }
  }
  const { header, columns, bytes } = source;
  try {
    const counts = await importSales(
      { db, now: () => new Date() },
      {
        place,
        format: { width: header.length, columns, timezone },
        parts: parts(),
        onRejected: (rejected) => rejects.write(rejected),
        onProgress: (so) => {
          const percent = Math.min(100, Math.floor((100 * bytesRead) / bytes));
          const lines = so.stored + so.alreadyThere + so.rejected;
          progress.show(`${String(percent)} % read: ${countsText(so)}`, lines);
        },
      },
    );
    progress.end();
    out.write(closing(counts, rejects));
  } catch (error) {
    progress.end();
    throw new ImportError(`The import stopped: ${messageOf(error)}. ${goOn}`, { cause: error });
  }
  return cutShort;
}

const goOn = 'Stored sales remain; run the same command again to continue.';

const count = (number: number): string => number.toLocaleString('en-US');

const countsText = ({ stored, alreadyThere, rejected }: Readonly<ImportCounts>): string =>
  `${count(stored)} stored, ${count(alreadyThere)} already there, ${count(rejected)} rejected`;

function closing(counts: ImportCounts, { path }: RejectsFile): string {
  const amount = `Total amount stored: ${formatCents(counts.amountCents)}, before tax and tips.\n`;
  const rejects = counts.rejected > 0 ? `Rejected lines with reasons: ${path}\n` : '';
  return `Sales: ${countsText(counts)}.\n${amount}${rejects}`;
}

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
}

export interface Progress {
  show(text: string, lines: number): void;
  /** Ends the progress line before the next message. */
  end(): void;
}

const linesApart = 5_000;
const clearLine = '\r\u001B[K';

/** Shows the progress of an import: on one line rewritten in place in a terminal, else on a new line at intervals. */
export function progressOn(screen: Screen): Progress {
  const isTerminal = screen.isTTY === true;
  let reportedAt = 0;
  return {
    show(text, lines) {
      if (isTerminal) screen.write(`${clearLine}${text}`);
      if (isTerminal || lines < reportedAt + linesApart) return;
      reportedAt = lines;
      screen.write(`${text}\n`);
    },
    end() {
      if (isTerminal) screen.write(clearLine);
    },
  };
}
