/** npm run import-sales: from command-line arguments to the summary and the exit code. */
import { basename, resolve } from 'node:path';
import type { Connection } from '../../db/pool/connect.ts';
import { productFolder } from '../../db/product-folder.ts';
import { messageOf } from '../../db/start-error.ts';
import { formatCents } from '../../lib/money.ts';
import { fieldNames, importMessages } from '../../rules/imports/import-messages.ts';
import type { Decision, ImportQuestion, Surveyed } from '../../rules/imports/import-survey.ts';
import { ImportError } from '../../server/imports/file/import-error.ts';
import type { ImportTarget } from '../../server/imports/import-orders.queries.ts';
import type { ImportCounts } from '../../server/imports/import-sales.ts';
import { findImport } from '../../server/imports/imports.queries.ts';
import {
  type ImportPreview,
  previewImport,
  surveyImport,
} from '../../server/imports/preview-import.ts';
import { beginImport, runImport as runStoredImport } from '../../server/imports/run-import.ts';
import { openSalesFile, type SalesFile } from '../../server/imports/file/sales-file.ts';
import { takeBackImport } from '../../server/imports/take-back-import.ts';
import { type Environment, readEnvironment } from '../../server/startup/env.ts';
import { explainStartupError } from '../../server/startup/startup-errors.ts';
import {
  findImportTarget,
  findVenue,
  type ImportOptions,
  openImportDatabase,
  readImportOptions,
  type TakeBackOptions,
  usage,
} from './import-options.ts';
import { openRejectsFile, type RejectsFile, usualRejectsPath } from './rejects-file.ts';

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
    const options = readImportOptions(args);
    return 'importId' in options
      ? await takeBack(options, environment, terminal, opened)
      : await importFile(options, environment, terminal, opened);
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
  const file = await openSalesFile(path, options.choices.mappings);
  opened.push(file);
  const { db } = await openDatabase(environment, terminal, opened);
  const place = await findImportTarget(db, options.venue, options.unitNumber);
  const surveyed = await surveyImport(file, options.choices, options.timezone);
  const where = `${basename(path)} into unit ${String(place.unitNumber)} of ${place.venueName}, times as in ${options.timezone}`;
  if (options.isDryRun) {
    terminal.out.write(surveyText(file, surveyed, where));
    if (surveyed.questions.length > 0) return 1;
    const { format } = surveyed;
    terminal.out.write(previewText(await previewImport({ db }, { place, file, format })));
    return 0;
  }
  if (surveyed.questions.length > 0) throw new ImportError(questionsText(surveyed));
  const rejects = await openRejectsFile(rejectsPath, file.header);
  opened.push(rejects);

  terminal.out.write(`Importing ${where}.\n`);
  const cutShort = await importLines({ db, file, place, rejects, surveyed, path }, terminal);
  if (!cutShort) return 0;
  terminal.err.write(`Stopped before the end of the file. ${goOn}\n`);
  return 1;
}

async function openDatabase(environment: Environment, { out }: Terminal, opened: Opened[]) {
  const database = await openImportDatabase(environment, (line) => {
    out.write(`${line}\n`);
  });
  opened.push(database);
  return database.connection;
}

async function takeBack(
  { venue, importId }: TakeBackOptions,
  environment: Environment,
  terminal: Terminal,
  opened: Opened[],
): Promise<number> {
  const { db } = await openDatabase(environment, terminal, opened);
  const { id, name } = await findVenue(db, venue);
  const one = await findImport(db, { venue_id: id, id: importId });
  if (!one) throw new ImportError(`${name} has no import ${importId}.`);
  const progress = progressOn(terminal.out);
  const done = await takeBackImport({ db, now }, one, (deleted) =>
    progress.show(`${count(deleted)} of ${count(one.stored)} taken back`, deleted),
  );
  progress.end();
  if (done === null) throw new ImportError('The import is at work, or taken back already.');
  const kept = done.kept > 0 ? ` ${count(done.kept)} stay: they were refunded since.` : '';
  terminal.out.write(`Sales taken back: ${count(done.deleted)}.${kept}\n`);
  return 0;
}

interface Ready {
  db: Connection['db'];
  file: SalesFile;
  place: ImportTarget;
  rejects: RejectsFile;
  surveyed: Surveyed;
  path: string;
}

/** Returns true when it was stopped before the end of the file. */
async function importLines(
  { db, file, place, rejects, surveyed, path }: Ready,
  { out, stop }: Terminal,
): Promise<boolean> {
  const progress = progressOn(out);
  try {
    const fileName = basename(path);
    const id = await beginImport(db, now(), { place, file, fileName, startedBy: null });
    const { counts, cutShort } = await runStoredImport({ db, now }, id, {
      place,
      file,
      format: surveyed.format,
      stop,
      onUnstored: (unstored) => rejects.write(unstored),
      onProgress(so, bytesRead) {
        const percent = Math.min(100, Math.floor((100 * bytesRead) / file.bytes));
        const lines = so.stored + so.alreadyThere + so.rejected + so.leftOut;
        progress.show(`${String(percent)} % read: ${countsText(so)}`, lines);
      },
    });
    progress.end();
    out.write(closing(counts, rejects, id));
    return cutShort;
  } catch (error) {
    progress.end();
    throw new ImportError(`The import stopped: ${messageOf(error)}. ${goOn}`, { cause: error });
  }
}

const now = (): Date => new Date();

const goOn = 'Stored sales remain; run the same command again to continue.';

const count = (number: number): string => number.toLocaleString('en-US');

const countsText = ({ stored, alreadyThere, rejected, leftOut }: Readonly<ImportCounts>): string =>
  `${count(stored)} stored, ${count(alreadyThere)} already there, ${count(rejected)} rejected` +
  (leftOut > 0 ? `, ${count(leftOut)} left out` : '');

const refundedText = ({ refunded }: Readonly<ImportCounts>): string =>
  refunded > 0 ? `Refunded since, and not in the total: ${count(refunded)}.\n` : '';

function closing(counts: ImportCounts, { path }: RejectsFile, id: string): string {
  const amount = `Total amount stored: ${formatCents(counts.amountCents)}, before tax and tips.\n`;
  const isComplete = counts.rejected + counts.leftOut === 0;
  const rejects = isComplete ? '' : `Lines that are not stored, with reasons: ${path}\n`;
  const back = counts.stored > 0 ? `To take this import back: --take-back ${id}\n` : '';
  return `Sales: ${countsText(counts)}.\n${amount}${refundedText(counts)}${rejects}${back}`;
}

/** The file as it is read, and what has to be decided. */
function surveyText(file: SalesFile, surveyed: Surveyed, where: string): string {
  const { columns, header } = file;
  const names = Object.entries(columns.columns).map(
    ([field, index]) => `${fieldNames[field] ?? field}: ${header[index]?.trim() ?? ''}`,
  );
  const states = columns.states.map(({ name }) => `state: ${name}`);
  const system = columns.system === null ? '' : ` It is from ${columns.system}.`;
  const lines = [
    `${where}: nothing is stored.${system}`,
    `The text is ${file.encoding}, with ${importMessages.delimiter(file.delimiter)} between columns.`,
    `Columns, named on line ${String(file.headerLine)}: ${[...names, ...states].join('; ')}.`,
    decisionText(
      surveyed.dates.value && importMessages.dateOrders[surveyed.dates.value],
      surveyed.dates,
    ),
    decisionText(
      surveyed.decimalSign.value && importMessages.decimalSigns[surveyed.decimalSign.value],
      surveyed.decimalSign,
    ),
    surveyed.questions.length > 0 ? questionsText(surveyed) : '',
  ];
  return lines.map((line) => (line === '' ? '' : `${line}\n`)).join('');
}

function decisionText(value: string | null, { by, example }: Decision<string>): string {
  if (value === null) return '';
  if (by === 'choice') return `${value}, as chosen.`;
  if (by === 'system' || example === null) return `${value}, as its system writes.`;
  return `${value}: line ${String(example.line)} says ${example.text}.`;
}

const optionOf: Readonly<Record<ImportQuestion['about'], (question: ImportQuestion) => string>> = {
  dates: () => '--dates month-first or --dates day-first',
  'decimal sign': () => '--decimal point or --decimal comma',
  state: ({ subject }) => `--state "${subject}=sold", =refunded or =skip`,
  column: ({ subject, options }) =>
    `--map "${subject}=${options.map(({ value }) => value).join(`" or --map "${subject}=`)}"`,
  'below zero': () => '--below-zero refunds or --below-zero skip',
};

const questionsText = ({ questions }: Surveyed): string =>
  questions
    .map(
      (question) =>
        `Line ${String(question.example.line)}: ${question.text} Say ${optionOf[question.about](question)}.`,
    )
    .join('\n');

/** Numbers of lines that are listed for each reason. */
const mostNumbers = 5;

function previewText(preview: ImportPreview): string {
  const { unstored, days, newDrinks, refundLines } = preview;
  const total = formatCents(preview.amountCents);
  const [first, last] = [days[0], days.at(-1)];
  const lines = [
    `Sales: ${countsText(preview).replace('stored', 'to store')}.`,
    `Total amount: ${total}, before tax and tips.`,
    refundedText(preview).trimEnd(),
    refundLines > 0 ? `Lines that take earlier sales back: ${count(refundLines)}.` : '',
    ...unstored.map(
      ({ reason, isRejected, count: many, lines: numbers }) =>
        `${isRejected ? 'Rejected' : 'Left out'}: ${count(many)} (${reason}), line ${numbers.slice(0, mostNumbers).join(', ')}${many > mostNumbers ? ' and more' : ''}.`,
    ),
    first && last ? `Days: ${first.day} to ${last.day}.` : '',
    ...days.map(
      ({ day, sales, amountCents }) => `  ${day}  ${count(sales)}  ${formatCents(amountCents)}`,
    ),
    newDrinks.length > 0
      ? `Drinks that are new here: ${newDrinks.map(({ name, sales }) => `${name} (${count(sales)})`).join(', ')}.`
      : '',
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
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
