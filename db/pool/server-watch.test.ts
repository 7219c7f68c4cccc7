import { once } from 'node:events';
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portOf } from '../testing/free-ports.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { urlOf } from '../testing/target.ts';
import { type Connection, connect } from './connect.ts';

let database: TestDatabase;
let proxy: Server;
let connection: Connection;
const sockets = new Set<Socket>();
/** New connections are accepted, and nothing is passed on, as by a server that has no time for them. */
let isHoldingNew: boolean;

beforeEach(async () => {
  database = await createTestDatabase();
  isHoldingNew = false;
  const url = new URL(urlOf(database.target).replace('///', '//nowhere/'));
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? url.port);
  proxy = createServer((near) => {
    sockets.add(near.on('error', () => undefined));
    if (isHoldingNew) {
      near.resume();
      return;
    }
    const far = connectTo(
      host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
    );
    sockets.add(far.on('error', () => undefined));
    far.on('data', () => proxy.emit('answer'));
    near.pipe(far).pipe(near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const user = url.searchParams.get('user') ?? url.username;
  connection = connect({
    url: `postgres://${user}:${url.password}@127.0.0.1:${portOf(proxy)}${url.pathname}`,
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await connection.close();
  await database.drop();
});

test('a server that is slow to accept connections keeps those that it responds on', async () => {
  const { pool, health } = connection;
  await health.query('select 1');
  const lock = await database.connection.pool.connect();
  await lock.query('select pg_advisory_lock(1)');
  const waiting = pool.query('select pg_advisory_lock(1), 1 as one');
  await once(proxy, 'answer');
  isHoldingNew = true;

  // It is asked on the connection of health checks, again and again, and probed in vain.
  for (let asked = 0; asked < 5; asked += 1) await Promise.race([once(proxy, 'answer'), waiting]);
  await lock.query('select pg_advisory_unlock(1)');
  lock.release();
  expect((await waiting).rows).toMatchObject([{ one: 1 }]);
});

test('a server that responds on no connection fails every query, and is used again later', async () => {
  const { pool, health } = connection;
  await health.query('select 1');
  isHoldingNew = true;
  for (const socket of sockets) socket.pause().unpipe();
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '08006' });
  isHoldingNew = false;
  await expect
    .poll(() => pool.query('select 1 as one').catch(() => null))
    .toMatchObject({ rows: [{ one: 1 }] });
});
