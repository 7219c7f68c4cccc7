import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../db/demo/cast.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../db/test-database.ts';
import { makeTestFolder } from '../db/test-folder.ts';
import { newId } from './ids.ts';
import { hasPgbouncer, startPgbouncer } from './test-pgbouncer.ts';
import { spawnServer, type ServerProcess } from './test-process.ts';

const ways = hasPgbouncer() ? ['straight', 'through PgBouncer'] : ['straight'];
const severalStartsMs = 60_000;
const maya = { email: 'maya@rooftop.example', password: demoPassword };
const admin = { email: 'admin@example.com', password: 'long enough' };

interface Answer {
  status: number;
  body: any;
}

describe.each(ways)('two processes on one database, %s', (way) => {
  let database: TestDatabase;
  let leave = (): Promise<void> => Promise.resolve();
  const folders: string[] = [];
  const servers: ServerProcess[] = [];
  const urls: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase('none');
    let url = urlOf(database.target);
    if (way !== 'straight') {
      const bouncer = await startPgbouncer(database.target);
      leave = () => bouncer.stop();
      url = bouncer.url;
    }
    for (let count = 0; count < 2; count += 1) folders.push(await makeTestFolder());
    const start = (folder: string): ServerProcess =>
      spawnServer({
        DATABASE_URL: url,
        DATA_DIR: folder,
        SEED: 'demo',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        JWT_SECRET: 'the secret that all of them have in common',
        SECRETS_KEY: 'the key that all of them have in common, too',
      });
    servers.push(...folders.map(start));
    urls.push(...(await Promise.all(servers.map(({ ready }) => ready))));
  }, severalStartsMs);

  afterAll(async () => {
    for (const { process } of servers) process.kill('SIGTERM');
    const ends = await Promise.all(servers.map(({ ended }) => ended));
    await leave();
    await database.drop();
    for (const folder of folders) await rm(folder, { recursive: true });
    expect(ends).toEqual(servers.map(() => ({ code: 0, stderr: '' })));
  });

  const at = async (
    server: number,
    method: string,
    path: string,
    { token, body, key }: { token?: string; body?: object; key?: string } = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${urls[server]}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  };
  const signIn = (server: number, body: object): Promise<Answer> =>
    at(server, 'POST', '/api/users/login', { body });
  const count = async (what: string): Promise<number> => {
    const { rows } = await database.connection.pool.query(`select count(*) from ${what}`);
    return rows[0].count;
  };

  test('that start on it at once make it and fill it once', async () => {
    const files = await readdir(new URL('../db/migrations/', import.meta.url));
    expect(await count('schema_migrations')).toBe(files.length);
    expect(await count(`venues where name = 'Rooftop Bar'`)).toBe(1);
    expect(
      await count(`users where account_type ilike 'super%' and email = '${admin.email}'`),
    ).toBe(1);
    const filled = servers.filter(({ said }) => said().includes('Filling the empty database'));
    expect(filled).toHaveLength(1);
  });

  test('take the same sessions, until they are ended at either', async () => {
    const path = '/api/flags?kind=unit&key=1001';
    const { token } = (await signIn(0, maya)).body;
    expect((await at(1, 'GET', path, { token })).status).toBe(200);
    expect((await at(1, 'POST', '/api/users/logout', { token })).status).toBe(200);
    for (const server of [0, 1])
      expect((await at(server, 'GET', path, { token })).status).toBe(401);
  });

  test('count failed sign-ins together', async () => {
    const guess = { email: admin.email, password: 'a guess of mine' };
    const guesses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      guesses.push((await signIn(tries % 2, guess)).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
    for (const server of [0, 1]) expect((await signIn(server, admin)).status).toBe(429);
    // At once, and at both, not one more gets through.
    const other = { email: 'lou@northside.example', password: 'a guess of mine' };
    const rush = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(index % 2, other)),
    );
    expect(rush.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(10);
  });

  test('make one order of one key, at whichever it arrives', async () => {
    const { token } = (await signIn(0, maya)).body;
    const unit = (await at(1, 'POST', '/api/units/1001/keys', { token, body: {} })).body;
    const { rows } = await database.connection.pool.query(
      'select drinks.id from drinks join units on units.id = unit_id where unit_number = 1001 and active limit 1',
    );
    const body = {
      unitNumber: 1001,
      date: new Date().toISOString(),
      drinks: [{ drinkId: rows[0].id, quantity: 1 }],
    };
    const before = await count('orders');
    for (let round = 0; round < 10; round += 1) {
      const send = (server: number): Promise<Answer> =>
        at(server, 'POST', '/api/orders', { token: unit.key, body, key: `round ${round}` });
      const answers = await Promise.all([0, 1, 0, 1].map(send));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map((answer) => answer.body._id ?? answer.body.id)).size).toBe(1);
    }
    expect(await count('orders')).toBe(before + 10);
  });

  test('see a flag switched as soon as it is', async () => {
    const { token } = (await signIn(0, { ...maya, email: 'admin@barback.example' })).body;
    const flag = 'general--turboshot';
    for (const enabled of [true, false, true]) {
      const body = { kind: 'unit', key: '1001', flag, enabled };
      expect((await at(0, 'PUT', '/api/flags', { token, body })).status).toBe(200);
      const seen = await at(1, 'GET', '/api/flags?kind=unit&key=1001', { token });
      expect(seen.body.flags[flag]).toBe(enabled);
    }
  });

  test('do each job once', async () => {
    const mails = 60;
    const now = new Date();
    const ids = Array.from({ length: mails }, () => newId(now));
    const { db } = database.connection;
    const messages = ids.map((id) => ({
      id,
      channel: 'mail' as const,
      recipient: 'maya@example.com',
      body: 'Rum is at 18%',
      created_at: now,
    }));
    const jobs = ids.map((id) => ({
      id,
      kind: 'send message',
      key: id,
      run_at: now,
      payload: JSON.stringify({ messageId: id }),
    }));
    await db.insertInto('messages').values(messages).execute();
    await db.insertInto('jobs').values(jobs).execute();
    await expect
      .poll(() => count(`jobs where kind = 'send message' and done_at is null`), {
        timeout: 20_000,
      })
      .toBe(0);
    const outboxes = await Promise.all(
      folders.map((folder) => readdir(join(folder, 'outbox')).catch(() => [])),
    );
    expect(outboxes.flat().sort()).toEqual(ids.map((id) => `${id}.eml`).sort());
    expect(await count(`messages where attempts <> 1 or state <> 'sent'`)).toBe(0);
  });
});
