import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isConnectionError } from './lost-connections.ts';

function internalError(message: string): DatabaseError {
  const error = new DatabaseError(message, message.length, 'error');
  error.code = 'XX000';
  return error;
}

test.each([
  'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
  'connection not open',
  'SSL SYSCALL error: EOF detected',
  'SSL connection has been closed unexpectedly',
  'failed to COPY to shard 102055 on 127.0.0.1:41025',
  'failed to complete COPY on 127.0.0.1:41025',
  'failed to commit transaction on 127.0.0.1:41025',
  'failure on connection marked as essential: 127.0.0.1:41025',
  'could not establish any connections to the node 127.0.0.1:41025 after 1000 ms',
])('an internal error of a coordinator that lost a worker is a lost connection: %s', (message) => {
  expect(isConnectionError(internalError(message))).toBe(true);
});

test.each([
  'cache lookup failed for relation 16402',
  'could not find valid entry for shard 102008',
])('any other internal error is not: %s', (message) => {
  expect(isConnectionError(internalError(message))).toBe(false);
});
