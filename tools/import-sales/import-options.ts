import { parseArgs } from 'node:util';
import { migrate, requireMigrated } from '../../db/migrate.ts';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { isTimezone, timezoneChoices } from '../../lib/timezones.ts';
import { listUnits } from '../../server/forecast/forecast.queries.ts';
import {
  type ImportTarget,
  listNamedVenues,
  type NamedVenue,
} from '../../server/imports/import-orders.queries.ts';
import type { Environment } from '../../server/startup/env.ts';
import { validIds } from '../../server/shared/ids.ts';
import { ImportError } from '../../server/imports/file/import-error.ts';
import type { ImportChoices } from '../../rules/imports/import-lines.ts';
import { stateWord } from '../../rules/imports/import-states.ts';
import { openOwnDatabase } from '../own-database.ts';

/** Command-line options. */
export interface ImportOptions {
  file: string;
  /** A name or an id. */
  venue: string;
  unitNumber: number;
  /** IANA name. */
  timezone: string;
  choices: ImportChoices;
  /** Only shows what would be imported. */
  isDryRun: boolean;
  /** Null for the default path next to the file. */
  rejects: string | null;
}

/** Command-line options to take an import back. */
export interface TakeBackOptions {
  venue: string;
  importId: string;
}

export const usage =
  'npm run import-sales -- FILE.csv --venue NAME_OR_ID --unit NUMBER --timezone ZONE [--dry-run] [--dates day-first|month-first] [--decimal point|comma] [--state WORD=sold|refunded|skip ...] [--below-zero refunds|skip] [--map field=Column ...] [--rejects FILE], or npm run import-sales -- --venue NAME_OR_ID --take-back IMPORT';

/** Throws ImportError for missing or invalid options. */
export function readImportOptions(args: readonly string[]): ImportOptions | TakeBackOptions {
  const { values, positionals } = parsed(args);
  const [file, surplus] = positionals;
  const importId = values['take-back'];
  if (importId !== undefined) {
    if (validIds([importId]).length === 0)
      throw new ImportError(`--take-back is "${importId}", but must be the id of an import.`);
    return { venue: reported(values.venue, '--venue "The Crown"'), importId };
  }
  if (file === undefined) throw new ImportError(`Name the file to import: ${usage}`);
  if (surplus !== undefined) {
    throw new ImportError(
      `"${surplus}" is one too many: import one file at a time, and put names with spaces in quotation marks.`,
    );
  }
  return {
    file,
    venue: reported(values.venue, '--venue "The Crown"'),
    unitNumber: unitNumberOf(reported(values.unit, '--unit 1001')),
    timezone: timezoneOf(reported(values.timezone, '--timezone America/New_York')),
    choices: {
      mappings: values.map ?? [],
      dates: oneOf('--dates', values.dates, {
        'day-first': 'day-first',
        'month-first': 'month-first',
      }),
      decimalSign: oneOf('--decimal', values.decimal, { point: '.', comma: ',' }),
      negative: oneOf('--below-zero', values['below-zero'], { refunds: 'refunds', skip: 'skip' }),
      states: Object.fromEntries((values.state ?? []).map(stateChoice)),
    },
    isDryRun: values['dry-run'] ?? false,
    rejects: values.rejects ?? null,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        venue: text,
        unit: text,
        timezone: text,
        rejects: text,
        map: { type: 'string', multiple: true },
        state: { type: 'string', multiple: true },
        dates: text,
        decimal: text,
        'below-zero': text,
        'take-back': text,
        'dry-run': { type: 'boolean' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : String(error);
    throw new ImportError(`${reason ?? ''}: ${usage}`);
  }
}

function reported(value: string | undefined, example: string): string {
  if (value?.trim()) return value.trim();
  throw new ImportError(`${example.split(' ')[0] ?? ''} is missing: say for example ${example}.`);
}

function oneOf<Value extends string>(
  option: string,
  text: string | undefined,
  values: Readonly<Record<string, Value>>,
): Value | undefined {
  if (text === undefined || Object.hasOwn(values, text)) return values[text ?? ''];
  throw new ImportError(`${option} is "${text}", but must be ${Object.keys(values).join(' or ')}.`);
}

const stateChoices = { sold: 'sold', refunded: 'refunded', skip: 'skipped' } as const;

function stateChoice(text: string): [string, 'sold' | 'refunded' | 'skipped'] {
  const at = text.lastIndexOf('=');
  const choice = oneOf('--state', text.slice(at + 1), stateChoices);
  if (at >= 0 && choice) return [stateWord(text.slice(0, at)), choice];
  throw new ImportError(`--state is "${text}", but must be WORD=sold, WORD=refunded or WORD=skip.`);
}

function unitNumberOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ImportError(`--unit is "${text}", but must be the number of a unit, such as 1001.`);
}

/** Report labels mean locations, also in summer; as IANA zone names they would not. */
function timezoneOf(text: string): string {
  const choice = timezoneChoices().find(({ label }) => label === text.toUpperCase());
  if (choice) return choice.timezone;
  if (isTimezone(text)) return text;
  throw new ImportError(
    `--timezone is "${text}", which is no time zone: use EST, CST, MST, PST or a name such as America/New_York.`,
  );
}

/** Unit that receives the sales. Throws ImportError when the venue or the unit is ambiguous or unknown. */
export async function findImportTarget(
  db: Connection['db'],
  venueName: string,
  unitNumber: number,
): Promise<ImportTarget & { venueName: string }> {
  const venue = await findVenue(db, venueName);
  const units = await listUnits(db, venue.id);
  const unit = units.find(({ unit_number: number }) => number === unitNumber);
  if (!unit) {
    const numbers = units.map(({ unit_number: number }) => String(number));
    const choice = numbers.length > 0 ? `has ${list(numbers)}` : 'has none yet';
    throw new ImportError(`${venue.name} has no unit ${String(unitNumber)}; it ${choice}.`);
  }
  return { venueId: venue.id, unitId: unit.id, unitNumber, venueName: venue.name };
}

/** Throws ImportError when the venue is ambiguous or unknown. */
export const findVenue = async (db: Connection['db'], name: string): Promise<NamedVenue> =>
  venueCalled(name, await listNamedVenues(db));

function venueCalled(text: string, venues: readonly NamedVenue[]): NamedVenue {
  const found = venues.filter(({ id, name }) => id === text.toLowerCase() || name === text);
  const [venue] = found;
  if (!venue) {
    const names = [...new Set(venues.map(({ name }) => name))];
    const choice = names.length > 0 ? `there is ${list(names)}` : 'there are none yet';
    throw new ImportError(`There is no venue "${text}"; ${choice}.`);
  }
  if (found.length > 1) {
    const ids = found.map((one) => `${one.id} (of ${one.owner_name})`);
    throw new ImportError(
      `${String(found.length)} venues are called "${text}": say which by its id, ${list(ids)}.`,
    );
  }
  return venue;
}

const mostListed = 20;

function list(texts: readonly string[]): string {
  const more = texts.length - mostListed;
  return texts.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

interface Opened {
  connection: Connection;
  close(): Promise<void>;
}

/** Opens the server's database and applies migrations unless MIGRATE is off. */
export async function openImportDatabase(
  environment: Environment,
  print: (line: string) => void,
): Promise<Opened> {
  const place = await openOwnDatabase(environment, print);
  const connection = connect(place.target, { max: 2 });
  const close = async (): Promise<void> => {
    await connection.close();
    await place.leave();
  };
  try {
    if (environment.migrate) await migrate(connection, { print });
    else await requireMigrated(connection);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection, close };
}
