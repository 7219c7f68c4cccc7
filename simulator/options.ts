import { parseArgs } from 'node:util';
import { isTimezone } from '../lib/timezones.ts';
import {
  leastMsWithClosedDay,
  type UnitFault,
  unitFaults,
} from '../rules/simulation/unit-faults.ts';

/** Error the user at the terminal must fix; its message is shown as it is. */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
}

/** Command-line options. */
export interface SimulatorOptions {
  /** Without a trailing slash. */
  url: string;
  email: string;
  password: string;
  /** Email, name or id of the owner that a super admin acts for. */
  owner: string | null;
  /** Null for the owner's first venue. */
  venue: string | null;
  /** Null for the existing ones. */
  units: number | null;
  /** Multiple of real time; null for as fast as the server responds. */
  speed: number | null;
  /** Simulated duration. */
  lifeMs: number;
  seed: number;
  /** True to make every hour the busiest one. */
  rush: boolean;
  timezone: string;
  faults: readonly UnitFault[];
}

export const usage =
  'npm run simulate -- --url http://localhost:4000 --email EMAIL --password PASSWORD [--owner WHO] [--venue NAME] [--units 50] ' +
  '[--speed 20 | --fast] [--minutes 10 | --days 3] [--seed 1] [--rush] [--timezone ZONE] ' +
  `[--faults ${unitFaults.join(',')}]`;

const usualSpeed = 20;
const minuteMs = 60_000;

/** Throws SimulatorError for missing or invalid options. */
export function readOptions(args: readonly string[]): SimulatorOptions {
  const values = parsed(args);
  if (values.fast && values.speed !== undefined) {
    throw new SimulatorError('--fast and --speed exclude each other: give one of them.');
  }
  if (values.days !== undefined && values.minutes !== undefined) {
    throw new SimulatorError('--days and --minutes exclude each other: give one of them.');
  }
  const speed = numberOf('speed', values.speed ?? String(usualSpeed), { most: 100_000 });
  const minutes = numberOf('minutes', values.minutes ?? '10', { most: 100_000 });
  const days = values.days === undefined ? null : numberOf('days', values.days, { most: 366 });
  const lifeMs = days === null ? minutes * minuteMs * speed : days * 24 * 60 * minuteMs;
  return {
    url: addressOf(values.url ?? 'http://localhost:4000'),
    email: reported('email', values.email),
    password: reported('password', values.password),
    owner: values.owner?.trim() || null,
    venue: values.venue?.trim() || null,
    units: values.units === undefined ? null : wholeOf('units', values.units, 10_000),
    speed: values.fast ? null : speed,
    lifeMs,
    seed: wholeOf('seed', values.seed ?? '1', 2 ** 32 - 1),
    rush: values.rush ?? false,
    timezone: timezoneOf(values.timezone),
    faults: faultsOf(values.faults, lifeMs),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const yes = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: text,
        email: text,
        password: text,
        owner: text,
        venue: text,
        units: text,
        speed: text,
        fast: yes,
        minutes: text,
        days: text,
        seed: text,
        rush: yes,
        timezone: text,
        faults: text,
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/)[0] : String(error);
    throw new SimulatorError(`${reason ?? ''}: ${usage}`);
  }
}

function reported(name: 'email' | 'password', value: string | undefined): string {
  if (value) return value;
  throw new SimulatorError(`--${name} is missing: sign in as the owner of a venue. ${usage}`);
}

function addressOf(text: string): string {
  if (/^https?:\/\/[^/\s]/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new SimulatorError(`--url is "${text}", but must be like http://localhost:4000.`);
}

function numberOf(name: string, text: string, { most }: { most: number }): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= most) return value;
  throw new SimulatorError(
    `--${name} is "${text}", but must be a number above 0 and at most ${most.toLocaleString('en-US')}.`,
  );
}

function wholeOf(name: string, text: string, most: number): number {
  const value = numberOf(name, text, { most });
  if (Number.isInteger(value)) return value;
  throw new SimulatorError(`--${name} is "${text}", but must be a whole number.`);
}

function timezoneOf(text: string | undefined): string {
  const zone = text ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (isTimezone(zone)) return zone;
  throw new SimulatorError(
    `--timezone is "${zone}", which is no time zone: use a name such as America/New_York.`,
  );
}

function faultsOf(text: string | undefined, lifeMs: number): UnitFault[] {
  const named = (text ?? '').split(',').map((name) => name.trim());
  const unknown = named.find((name) => name !== '' && !isFault(name));
  if (unknown !== undefined) {
    throw new SimulatorError(
      `--faults has "${unknown}", which is none of ${unitFaults.join(', ')}.`,
    );
  }
  const faults = unitFaults.filter((fault) => named.includes(fault));
  if (faults.includes('closed') && lifeMs < leastMsWithClosedDay) {
    throw new SimulatorError('A closed day needs three simulated days: give --days 3 or more.');
  }
  return faults;
}

const isFault = (name: string): boolean => unitFaults.some((fault) => fault === name);
