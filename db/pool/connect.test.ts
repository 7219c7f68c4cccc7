import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { expect, test, vi } from 'vitest';
import { connect } from './connect.ts';
import { isConnectionError } from './lost-connections.ts';
import { database, withTestDatabase } from '../testing/with-database.ts';

withTestDatabase();

test('returns numbers as numbers, days as text, timestamps as dates', async () => {
  const { rows } = await database.connection.pool.query(
    `select 9007199254740991::int8 as whole, 12.5::numeric as exact, '2024-03-10'::date as day,
            '2024-03-10T00:00:00Z'::timestamptz as moment, '{1,null}'::int8[] as wholes,
            '{}'::int8[] as none, '{1.5}'::numeric[] as exacts, '{2024-03-10}'::date[] as days`,
  );
  expect(rows).toEqual([
    {
      whole: 9007199254740991,
      exact: 12.5,
      day: '2024-03-10',
      moment: new Date('2024-03-10T00:00:00Z'),
      wholes: [1, null],
      none: [],
      exacts: [1.5],
      days: ['2024-03-10'],
    },
  ]);
});

test('cancels a statement that takes too long, unless its transaction raises the timeout', async () => {
  const { db, close } = connect(database.target, { statementTimeoutMs: 20 });
  const slow = sql`select pg_sleep(0.05)`;
  await expect(slow.execute(db)).rejects.toMatchObject({ code: '57014' });
  const patient = db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '10s'`.execute(transaction);
    return slow.execute(transaction);
  });
  await expect(patient).resolves.toMatchObject({ rows: [{}] });
  await close();
});

test('replaces broken connections, also in the middle of a transaction', async () => {
  const lost: string[] = [];
  const { pool, db, close } = connect(database.target, {
    onConnectionLost: ({ message }) => lost.push(message),
  });
  const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await pool.query('select 1');
  const broken = db.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await endOthers.execute(database.connection.db);
    await sql`select 1`.execute(transaction);
  });
  await expect(broken).rejects.toThrow();
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });

  const described = new Promise((resolve) => pool.once('error', resolve));
  await endOthers.execute(database.connection.db);
  await described;
  expect(lost).toHaveLength(1);
  await expect(pool.query('select 2 as two')).resolves.toMatchObject({ rows: [{ two: 2 }] });
  await close();
});

test('fails at once when the server is not there', async () => {
  const { pool, close } = connect({ url: 'postgres://nobody@127.0.0.1:1/none' });
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await close();
});

test('a connection that waits for notifications is not taken for one of a server that has vanished', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { queue, close } = connect(database.target);
  const client = await queue.connect();
  const received = new Promise((resolve) => client.on('notification', resolve));
  await client.query('listen something');
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await database.connection.pool.query('notify something');
  await expect(received).resolves.toMatchObject({ channel: 'something' });
  client.release();
  await close();
});

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
