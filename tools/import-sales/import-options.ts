import { parseArgs } from 'node:util';
import { migrate, requireMigrated } from '../../db/migrate.ts';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { isTimezone, timezoneChoices } from '../../lib/timezones.ts';
import {
  type ImportTarget,
  listNamedVenues,
  listUnitNumbers,
  type NamedVenue,
} from '../../server/imports/import-orders.queries.ts';
import type { Environment } from '../../server/startup/env.ts';
import { ImportError } from './import-error.ts';
import { openOwnDatabase } from '../own-database.ts';

/** Command-line options. */
export interface ImportOptions {
  file: string;
  /** A name or an id. */
  venue: string;
  unitNumber: number;
  /** IANA name. */
  timezone: string;
  /** `field=Column`, as `findColumns` reads them. */
  mappings: string[];
  /** Null for the default path next to the file. */
  rejects: string | null;
}

export const usage =
  'npm run import-sales -- FILE.csv --venue NAME_OR_ID --unit NUMBER --timezone ZONE [--map field=Column ...] [--rejects FILE]';

/** Throws ImportError for missing or invalid options. */
export function readImportOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parsed(args);
  const [file, surplus] = positionals;
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
    mappings: values.map ?? [],
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
  const venue = venueCalled(venueName, await listNamedVenues(db));
  const units = await listUnitNumbers(db, venue.id);
  const unit = units.find(({ unit_number: number }) => number === unitNumber);
  if (!unit) {
    const numbers = units.map(({ unit_number: number }) => String(number));
    const choice = numbers.length > 0 ? `has ${list(numbers)}` : 'has none yet';
    throw new ImportError(`${venue.name} has no unit ${String(unitNumber)}; it ${choice}.`);
  }
  return { venueId: venue.id, unitId: unit.id, unitNumber, venueName: venue.name };
}

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
