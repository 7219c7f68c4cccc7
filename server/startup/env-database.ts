/** Settings of the database and of its replica from the environment. */
import { z } from 'zod';
import { StartupError } from '../../db/start-error.ts';

export interface DatabaseSettings {
  /** Null for the embedded database. */
  databaseUrl: string | null;
  /** Null without a replica. */
  readReplica: { url: string; mostSecondsBehind: number } | null;
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
    receiptDays,
  };
}
