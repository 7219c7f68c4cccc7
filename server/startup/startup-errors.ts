import { codeOf, messageOf, StartProblem } from '../../db/start-error.ts';
import type { Environment } from './env.ts';

/** What went wrong while starting and what to do about it, for the person at the keyboard. */
export function explainStartProblem(error: unknown, environment: Environment | null): string {
  if (error instanceof StartProblem) return error.message;
  const known = environment === null ? undefined : sentenceFor(error, environment)?.(environment);
  return known ?? `Barback could not start: ${messageOf(error)}.`;
}

type Sentence = (environment: Environment) => string;

function sentenceFor(error: unknown, { host }: Environment): Sentence | undefined {
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') {
    return listening[codeOf(error)];
  }
  if (error instanceof Error && 'hostname' in error && error.hostname === host) return noSuchHost;
  // pg gives no code when it has waited in vain or the server hung up.
  if (/timeout|terminated unexpectedly/.test(messageOf(error))) return unreachable;
  return sentences[codeOf(error)];
}

const noSuchHost: Sentence = ({ host }) =>
  `HOST is '${host}', which is not an address of this machine: use 127.0.0.1 for this machine alone or 0.0.0.0 for its whole network.`;

const listening: Record<string, Sentence> = {
  EADDRINUSE: ({ port }) =>
    `Port ${String(port)} is already in use by another program: stop that one, or choose another port with PORT.`,
  EACCES: ({ port }) =>
    `Port ${String(port)} is reserved for the system: choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: noSuchHost,
};

const unreachable: Sentence = (environment) =>
  `The database at ${placeOf(environment)} cannot be reached: check that it runs and that DATABASE_URL is right, or leave DATABASE_URL out to use the built-in database.`;

const refused: Sentence = (environment) =>
  `The database at ${placeOf(environment)} refused the user or the password: correct them in DATABASE_URL.`;

const diskFull: Sentence = ({ databaseUrl, dataDir }) =>
  databaseUrl === null
    ? `The disk that holds the data folder ${dataDir} is full: free some space and start again; nothing is lost.`
    : 'The disk of the database server is full: free some space there and start again; nothing is lost.';

const folderClosed: Sentence = ({ dataDir }) =>
  `A file in the data folder ${dataDir} may not be read or written: give the folder to the user who starts Barback, or name another with DATA_DIR.`;

// By the codes of Node.js and PostgreSQL.
const sentences: Record<string, Sentence> = {
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

// Without the user's name and password.
function placeOf({ databaseUrl, dataDir }: Environment): string {
  if (databaseUrl === null) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
