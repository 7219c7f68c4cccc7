import { isIPv4 } from 'node:net';
import { findDemoAccounts } from '../../db/demo/find-accounts.ts';
import { codeOf, messageOf, StartupError } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import type { Environment } from './env.ts';

/** Describes a startup failure and its remedy to the operator. */
export function explainStartupError(error: unknown, environment: Environment | null): string {
  if (error instanceof StartupError) return error.message;
  const known =
    environment === null ? undefined : messageFor(error, environment)?.(environment, error);
  return known ?? `Barback could not start: ${messageOf(error)}.`;
}

type Message = (environment: Environment, error: unknown) => string;

function messageFor(error: unknown, { host }: Environment): Message | undefined {
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return listening[codeOf(error)];
  }
  if (error instanceof Error && 'hostname' in error && error.hostname === host) return noSuchHost;
  // pg sets no code when it timed out or the server closed the connection; PgBouncer has one for all errors.
  const isUnnamed = ['', '08P01'].includes(codeOf(error));
  if (isUnnamed && /timeout|terminated unexpectedly/.test(messageOf(error))) return unreachable;
  return messages[codeOf(error)];
}

const noSuchHost: Message = ({ host }) =>
  `HOST is '${host}', which is not an address of this machine: use 127.0.0.1 for this machine alone or 0.0.0.0 for its whole network.`;

const listening: Record<string, Message> = {
  EADDRINUSE: ({ port }) =>
    `Port ${String(port)} is already in use by another program: stop that one, or choose another port with PORT.`,
  EACCES: ({ port }) =>
    `Port ${String(port)} is reserved for the system: choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: noSuchHost,
};

const unreachable: Message = (environment) =>
  `The database at ${placeOf(environment)} cannot be reached: check that it runs and that DATABASE_URL is right, or leave DATABASE_URL out to use the built-in database.`;

const refused: Message = (environment) =>
  `The database at ${placeOf(environment)} refused the user or the password: correct them in DATABASE_URL.`;

const diskFull: Message = ({ databaseUrl, dataDir }) =>
  databaseUrl === null
    ? `The disk that holds the data folder ${dataDir} is full: free some space and start again; nothing is lost.`
    : 'The disk of the database server is full: free some space there and start again; nothing is lost.';

const folderClosed: Message = ({ dataDir }, error) =>
  `${fileOf(error)} in the data folder ${dataDir} may not be read or written: give the folder to the user who starts Barback, or name another with DATA_DIR.`;

// Node.js names the file of most system calls.
function fileOf(error: unknown): string {
  const named = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof named === 'string' ? `The file ${named}` : 'A file';
}

// Keyed by Node.js and PostgreSQL error codes.
const messages: Record<string, Message> = {
  ENOSPC: diskFull,
  '53100': diskFull,
  EACCES: folderClosed,
  EPERM: folderClosed,
  EROFS: folderClosed,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  '57P03': unreachable,
  '28P01': refused,
  '28000': refused,
  '3D000': (environment) =>
    `There is no database ${placeOf(environment)}: create it, or correct its name in DATABASE_URL.`,
  '42501': (environment) =>
    `The user of DATABASE_URL may not make tables in ${placeOf(environment)}: make that user the owner of the database.`,
  '25006': (environment) =>
    `The database at ${placeOf(environment)} can only be read: name its primary server in DATABASE_URL.`,
  '53300': (environment) =>
    `The database at ${placeOf(environment)} takes no more connections: raise its limit, or close other programs that use it.`,
};

// Omits the user name and password.
function placeOf({ databaseUrl, dataDir }: Environment): string {
  if (databaseUrl === null) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/**
 * Throws StartupError when accounts with a published password would be served in production or to the network.
 * @param isSeeded true when the demo is about to be inserted
 */
export async function refuseDemo(
  db: Db,
  { isProduction, host }: Pick<Environment, 'isProduction' | 'host'>,
  { isSeeded }: { isSeeded: boolean },
): Promise<void> {
  if (!isProduction && isLoopback(host)) return;
  const [account] = await findDemoAccounts(db);
  if (account !== undefined && isProduction) {
    throw new StartupError(
      `The database holds the demo, with accounts whose password is public (${account.email}), but NODE_ENV is production: use another database with DATABASE_URL, or another data folder with DATA_DIR.`,
    );
  }
  if (account !== undefined || isSeeded) {
    throw new StartupError(
      `HOST is '${host}', which opens the server to the network, but the passwords of the demo are public: leave HOST out, or use SEED=none with another database or DATA_DIR.`,
    );
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
