import { parseArgs } from 'node:util';
import { isTimezone, timezoneChoices } from '../../lib/timezones.ts';
import { ImportError } from './import-error.ts';

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
