import { DatabaseError } from 'pg';
import { codeOf, messageOf } from '../start-error.ts';

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
  '25006',
]);

// The last three are libpq's, from the coordinator of a distributed database about a connection to a worker.
const lostConnection = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'terminating connection',
    'Client has encountered a connection error',
    'server closed the connection unexpectedly',
    'could not (?:receive data from|send data to) server',
    'no connection to the server',
  ].join('|'),
);

/** True when the server could not be reached, closed the connection, or cannot be written. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  // Of the socket of a server on this machine; any other file is not the database's.
  const isSocketGone =
    code === 'ENOENT' &&
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'connect';
  return isSocketGone || unreachable.has(code) || lostConnection.test(messageOf(error));
}

/** Errors of the values, and of the time limit: another server would take as long. */
const repeatable = /^(22|23|57014)/;

/**
 * True for an error of a replica that the primary would not have: a lost connection, a conflict with what it replays, a
 * table, column or role that it has not replayed yet, or a shortage of its own.
 */
export const isErrorOfReplica = (error: unknown): boolean =>
  isConnectionError(error) || (error instanceof DatabaseError && !repeatable.test(codeOf(error)));
