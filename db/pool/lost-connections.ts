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

// Of this driver and of the server.
const lostConnection = new RegExp(
  [
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'terminating connection',
    'Client has encountered a connection error',
  ].join('|'),
);

/**
 * Texts of libpq and of Citus in which the coordinator of a distributed database reports a lost connection to a worker.
 * Citus gives most of them the SQLSTATE of an internal error (XX000).
 */
const lostWorker = new RegExp(
  [
    'server closed the connection unexpectedly',
    'could not (?:receive data from|send data to) server',
    'no connection to the server',
    'connection (?:not open|lost)',
    'lost synchronization with server',
    'SSL SYSCALL error',
    'SSL connection has been closed unexpectedly',
    'could not connect to any active placements',
    'could not establish (?:any connections|connection) ',
    'could not find an available connection',
    'failure on connection marked as essential',
    'cannot recover from multiple connection failures',
    'could not (?:start copy|flush copy start data)',
    'failed to (?:COPY to shard|complete COPY on)',
    'failed to (?:commit|prepare) transaction',
    'could not commit transaction for shard',
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
  const message = messageOf(error);
  return (
    isSocketGone ||
    unreachable.has(code) ||
    lostConnection.test(message) ||
    lostWorker.test(message)
  );
}

/** Errors of the values, and of the time limit: another server would take as long. */
const repeatable = /^(22|23|57014)/;

/**
 * True for an error of a replica that the primary would not have: a lost connection, a conflict with what it replays, a
 * table, column or role that it has not replayed yet, or a shortage of its own.
 */
export const isErrorOfReplica = (error: unknown): boolean =>
  isConnectionError(error) || (error instanceof DatabaseError && !repeatable.test(codeOf(error)));
