import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../db/start-error.ts';
import {
  databaseOf,
  databaseSecrets,
  type DatabaseSettings,
  databaseVariables,
  keySecrets,
  type KeySettings,
  keysOf,
  keyVariables,
  oneOf,
  wholeNumber,
} from './env-fields.ts';
import {
  cardProvider,
  cardProviderHost,
  flagService,
  type OutsideServices,
  publicHost,
  serviceSecrets,
  servicesOf,
  serviceVariables,
} from './env-services.ts';

/** Validated configuration from the environment. */
export interface Environment extends OutsideServices, DatabaseSettings, KeySettings {
  isProduction: boolean;
  host: string;
  /** 0 picks any free port. */
  port: number;
  /** Null means the port after the dashboard's. 0 picks any free port. */
  renderingPort: number | null;
  /** Public base URL of the venues' pages; null for the address on which it listens. */
  renderingHost: string | null;
  /** Absolute. */
  dataDir: string;
  /** Whether a start applies pending migrations. */
  migrate: boolean;
  /** Seed data for an empty database. */
  seed: 'demo' | 'none';
  /** Super admin created at start. */
  admin: { email: string; password: string } | null;
  deniedUserId: string | null;
  /** Defaults for flags that are not switched in the dashboard. Absolute path. */
  flagFile: string | null;
  /** Flag service that replaces the file and the switches. */
  flagService: { url: string; token: string | null } | null;
  /** Base URLs of the card providers, without a trailing slash. */
  stripeApiBase: string;
  shift4ApiBase: string;
  publicOrders: boolean;
  registration: 'open' | 'admin';
  adminSecondFactor: boolean;
  actingReason: boolean;
  supportContact: string | null;
  trustProxy: boolean;
  /** Time for which a server that is shutting down reports so at /readyz before it refuses connections. */
  drainMs: number;
  /** Null disables /metrics. */
  metricsToken: string | null;
  logLevel: string;
}

// Each text describes the valid values, for the message "PORT is 'abc', but must be …".
const portText = 'a whole number from 0 to 65535';
const drainText = 'a whole number from 0 to 30';

const portNumber = wholeNumber(65_535, portText);

const variables = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').describe(
    'production refuses a database with demo accounts and a missing JWT_SECRET or SECRETS_KEY',
  ),
  HOST: z
    .string()
    .optional()
    .describe(
      'Address to listen on; 0.0.0.0 opens it to the network, without the demo (default 127.0.0.1)',
    ),
  PORT: portNumber.default(4000).describe('Port of the dashboard and the API; 0 picks a free one'),
  RENDERING_PORT: portNumber
    .optional()
    .describe("Port of the venues' pages; 0 picks a free one (default: the one after PORT)"),
  RENDERING_HOST: publicHost
    .optional()
    .describe("Public base URL of the venues' pages, like https://pages.example.com"),
  DATA_DIR: z
    .string()
    .default('data')
    .describe('Folder of the embedded database, generated secrets, pictures and unsent messages'),
  ...databaseVariables,
  MIGRATE: oneOf('on', 'off').describe(
    'off: a start does not migrate the database; npm run migrate does (default on)',
  ),
  SEED: oneOf('demo', 'none').describe(
    'Content of an empty database: demo or none (default demo, in production none)',
  ),
  ADMIN_EMAIL: z
    .email('an e-mail address')
    .optional()
    .describe('Super admin that a start creates while there is none, with ADMIN_PASSWORD'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'at least 8 characters long')
    .optional()
    .describe('At least 8 characters'),
  ...keyVariables,
  DENIED_USER_ID: z
    .string()
    .optional()
    .describe('Account that sees no owner items in the sidebar (default: one of the demo)'),
  FLAGS_FILE: z
    .string()
    .optional()
    .describe("Flags in flagd's format, read again when the file changes"),
  FLAGS_URL: flagService
    .optional()
    .describe('Flag service that speaks OFREP; not together with FLAGS_FILE'),
  FLAGS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'letters, digits and signs without spaces')
    .optional()
    .describe('Bearer token of the flag service'),
  STRIPE_API_BASE: cardProviderHost
    .default('https://api.stripe.com')
    .describe('Base URL of Stripe'),
  SHIFT4_API_BASE: cardProvider
    .default('https://api.shift4api.net/api/rest/v1')
    .describe('Base URL of Shift4'),
  ...serviceVariables,
  PUBLIC_ORDERS: oneOf('on', 'off').describe(
    'off requires a token for the list of recent orders (default on, in production off)',
  ),
  REGISTRATION: oneOf('open', 'admin').describe(
    'admin: only super admins register owners (default open, in production admin)',
  ),
  ADMIN_SECOND_FACTOR: oneOf('required', 'optional').describe(
    'required: super admins may do nothing until they have added a second factor (default optional, in production required)',
  ),
  ACTING_REASON: oneOf('required', 'optional').describe(
    'required: super admins give a reason to act for an owner (default optional)',
  ),
  SUPPORT_CONTACT: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]{1,200}$/u, 'an email address, an https address or a phone number')
    .optional()
    .describe(
      'Whom users ask for help, on the help screen: an email or https address, or a phone number',
    ),
  TRUST_PROXY: oneOf('on', 'off').describe(
    "on behind one proxy: the last address of X-Forwarded-For is the client's (default off)",
  ),
  DRAIN_SECONDS: wholeNumber(30, drainText)
    .default(0)
    .describe('Seconds for which a process that ends still serves while /readyz is red; 0 to 30'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'at least 16 letters, digits and signs without spaces')
    .optional()
    .describe('Bearer token that opens /metrics; at least 16 characters (default: closed)'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').describe(
    'fatal, error, warn, info, debug, trace or silent (default warn, in production info)',
  ),
});

type Variables = z.output<typeof variables>;

export interface Variable {
  name: string;
  description: string;
  /** Undefined where the default depends on other variables or there is none. */
  default: string | undefined;
}

/** Every environment variable, in the order of the schema. */
export const listVariables = (): Variable[] =>
  Object.entries(variables.shape).map(([name, schema]) => ({
    name,
    description: schema.description ?? '',
    default: schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : undefined,
  }));

const secrets = [
  'ADMIN_PASSWORD',
  ...keySecrets,
  'FLAGS_TOKEN',
  'METRICS_TOKEN',
  ...databaseSecrets,
  // May contain a password.
  'FLAGS_URL',
  'STRIPE_API_BASE',
  'SHIFT4_API_BASE',
  ...serviceSecrets,
];

/**
 * Reads the environment; an empty variable counts as not set. Throws StartupError with one message that names the
 * variable, its value and the valid values.
 * @param home base folder of a relative DATA_DIR or FLAGS_FILE, independent of the working directory
 */
export function readEnvironment(
  environment: Record<string, string | undefined>,
  home: string,
): Environment {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(set);
  if (!parsed.success) throw explain(parsed.error, set);
  checkTogether(parsed.data);
  return settled(parsed.data, home);
}

function explain(error: z.ZodError, set: Record<string, string | undefined>): StartupError {
  const issue = error.issues[0];
  const name = String(issue?.path[0]);
  const value = set[name] ?? '';
  const shown = secrets.includes(name) ? `${String(value.length)} characters long` : `'${value}'`;
  const expected = issue?.message ?? 'something else';
  return new StartupError(`${name} is ${shown}, but must be ${expected}.`);
}

function checkTogether(given: Variables): void {
  if ((given.ADMIN_EMAIL === undefined) !== (given.ADMIN_PASSWORD === undefined)) {
    throw new StartupError(
      'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both, or neither of them.',
    );
  }
  if (given.FLAGS_FILE !== undefined && given.FLAGS_URL !== undefined) {
    throw new StartupError(
      'FLAGS_FILE and FLAGS_URL are both set, but flags come from one place: leave one of them out.',
    );
  }
  if (given.FLAGS_TOKEN !== undefined && given.FLAGS_URL === undefined) {
    throw new StartupError(
      'FLAGS_TOKEN is set, but there is no service to send it to: set FLAGS_URL too, or leave FLAGS_TOKEN out.',
    );
  }
  if (given.NODE_ENV !== 'production') return;
  if (given.SEED === 'demo') {
    throw new StartupError(
      'SEED is demo, but NODE_ENV is production, where accounts with known passwords must not exist: leave SEED out.',
    );
  }
  for (const name of ['JWT_SECRET', 'SECRETS_KEY'] as const) {
    if (given[name] === undefined) {
      throw new StartupError(
        `${name} is not set, but NODE_ENV is production, where it must be: set it to at least 32 random characters.`,
      );
    }
  }
}

function settled(given: Variables, home: string): Environment {
  const isProduction = given.NODE_ENV === 'production';
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = given;
  return {
    isProduction,
    host: given.HOST ?? '127.0.0.1',
    port: given.PORT,
    renderingPort: given.RENDERING_PORT ?? null,
    renderingHost: given.RENDERING_HOST ?? null,
    dataDir: resolve(home, given.DATA_DIR),
    ...databaseOf(given),
    migrate: given.MIGRATE !== 'off',
    seed: given.SEED ?? (isProduction ? 'none' : 'demo'),
    admin: email !== undefined && password !== undefined ? { email, password } : null,
    ...keysOf(given),
    deniedUserId: given.DENIED_USER_ID ?? null,
    flagFile: given.FLAGS_FILE === undefined ? null : resolve(home, given.FLAGS_FILE),
    flagService:
      given.FLAGS_URL === undefined
        ? null
        : { url: given.FLAGS_URL, token: given.FLAGS_TOKEN ?? null },
    stripeApiBase: given.STRIPE_API_BASE,
    shift4ApiBase: given.SHIFT4_API_BASE,
    ...servicesOf(given),
    publicOrders: (given.PUBLIC_ORDERS ?? (isProduction ? 'off' : 'on')) === 'on',
    registration: given.REGISTRATION ?? (isProduction ? 'admin' : 'open'),
    adminSecondFactor:
      (given.ADMIN_SECOND_FACTOR ?? (isProduction ? 'required' : 'optional')) === 'required',
    actingReason: given.ACTING_REASON === 'required',
    supportContact: given.SUPPORT_CONTACT ?? null,
    trustProxy: given.TRUST_PROXY === 'on',
    drainMs: given.DRAIN_SECONDS * 1000,
    metricsToken: given.METRICS_TOKEN ?? null,
    // Request lines are useful in a stored log, and noise in a terminal.
    logLevel: given.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
}
