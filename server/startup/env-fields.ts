/** Kinds of values that several settings have, and the settings of the database and of the keys. */
import { z } from 'zod';
import { StartupError } from '../../db/start-error.ts';

/** Digits only: no sign, exponent, hexadecimal number or white space. */
export const wholeNumber = (most: number, text: string) =>
  z
    .string()
    .regex(/^\d+$/, text)
    .transform(Number)
    .refine((number) => number <= most, text);

export const oneOf = <const T extends [string, ...string[]]>(...values: T) =>
  z.enum(values, `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`).optional();

// Settings of the database and of its replica from the environment.

export interface DatabaseSettings {
  /** Null for the embedded database. */
  databaseUrl: string | null;
  /** Null without a replica. */
  readReplica: { url: string; mostSecondsBehind: number } | null;
  /** Sends orders and reports to the node of a distributed database that holds their venue. */
  toNodes: boolean;
  /** Days for which an order that is sent again is recognized by its receipt. */
  receiptDays: number;
}

const urlText =
  'the address of a PostgreSQL database, like postgres://user:password@host:5432/name';
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, hostname: /^/, error: urlText });
const lagText = 'a whole number from 2 to 300';
const receiptText = 'a whole number from 30 to 9999';

export const databaseVariables = {
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer to use in place of the embedded one'),
  DATABASE_READ_URL: databaseUrl
    .optional()
    .describe('Streaming standby of DATABASE_URL that serves reports, the audit log and backups'),
  DATABASE_READ_MAX_LAG: z
    .string()
    .regex(/^\d{1,3}$/, lagText)
    .transform(Number)
    .refine((seconds) => seconds >= 2 && seconds <= 300, lagText)
    .default(10)
    .describe('Seconds that the standby may be behind; beyond that it is not used; 2 to 300'),
  DATABASE_NODES: oneOf('on', 'off').describe(
    'on: orders and reports go to the node of a distributed database that holds their venue; off unless set',
  ),
  ORDER_RECEIPT_DAYS: z
    .string()
    .regex(/^\d{2,4}$/, receiptText)
    .transform(Number)
    .refine((days) => days >= 30, receiptText)
    .default(400)
    .describe('Days for which an order that is sent again is recognized; 30 to 9999'),
};

/** Variables that may contain a password. */
export const databaseSecrets = ['DATABASE_URL', 'DATABASE_READ_URL'];

const variables = z.object(databaseVariables);

/** Throws StartupError for a replica of the embedded database. */
export function databaseOf({
  DATABASE_URL: primary,
  DATABASE_READ_URL: url,
  DATABASE_READ_MAX_LAG: mostSecondsBehind,
  DATABASE_NODES: nodes,
  ORDER_RECEIPT_DAYS: receiptDays,
}: z.output<typeof variables>): DatabaseSettings {
  if (url !== undefined && primary === undefined) {
    throw new StartupError(
      'DATABASE_READ_URL is set, but the built-in database has no standby: set DATABASE_URL too, or leave DATABASE_READ_URL out.',
    );
  }
  return {
    databaseUrl: primary ?? null,
    readReplica: url === undefined ? null : { url, mostSecondsBehind },
    toNodes: nodes === 'on',
    receiptDays,
  };
}

// Settings of the keys that sign and encrypt, and of those that they replace.

export interface KeySettings {
  /** Null: generated on first use and stored in the data folder. */
  jwtSecret: string | null;
  previousJwtSecret: string | null;
  /** Null: generated on first use and stored in the data folder. */
  secretsKey: string | null;
  previousSecretsKey: string | null;
  /** The stored credentials of card providers cannot be decrypted any more. */
  isSecretsKeyLost: boolean;
}

const key = z.string().min(32, 'at least 32 characters long').optional();

export const keyVariables = {
  JWT_SECRET: key.describe(
    'Signs login tokens; at least 32 characters (default: generated, stored in DATA_DIR)',
  ),
  JWT_SECRET_PREVIOUS: key.describe(
    'While JWT_SECRET is replaced: the other key; the login tokens that it signed are accepted',
  ),
  SECRETS_KEY: key.describe(
    'Encrypts card provider keys; at least 32 characters (default: generated, stored in DATA_DIR)',
  ),
  SECRETS_KEY_PREVIOUS: key.describe(
    'While SECRETS_KEY is replaced: the other key; what it encrypted is encrypted anew',
  ),
  SECRETS_KEY_LOST: oneOf('yes', 'no').describe(
    'yes: starts with a SECRETS_KEY that cannot decrypt the stored card provider keys (default no)',
  ),
};

export const keySecrets = [
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
];

const shape = z.object(keyVariables);

export const keysOf = (given: z.output<typeof shape>): KeySettings => ({
  jwtSecret: given.JWT_SECRET ?? null,
  previousJwtSecret: given.JWT_SECRET_PREVIOUS ?? null,
  secretsKey: given.SECRETS_KEY ?? null,
  previousSecretsKey: given.SECRETS_KEY_PREVIOUS ?? null,
  isSecretsKeyLost: given.SECRETS_KEY_LOST === 'yes',
});
