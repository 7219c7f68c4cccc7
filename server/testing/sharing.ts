// Shared test suite for processes on one database, in every topology.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoPassword } from '../../db/demo/accounts.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { newId } from '../shared/ids.ts';
import type { TestResponse } from './caller.ts';
import { admin, type Processes } from './services/processes.ts';

export const maya = { email: 'maya@rooftop.example', password: demoPassword };
export const demoAdmin = { ...maya, email: 'admin@barback.example' };

export interface Counter {
  key: string;
  drinkId: string;
  /** The owner's token. */
  token: string;
}

/** Returns a demo unit that can sell. */
export async function openCounter({ at, login, database }: Processes): Promise<Counter> {
  const { token } = (await login(0, maya)).body;
  const { key } = (await at(1, 'POST', '/api/units/1001/keys', { token, body: {} })).body;
  const { rows } = await database.connection.pool.query(
    'select drinks.id from drinks join units on units.id = unit_id where unit_number = 1001 and active limit 1',
  );
  return { key, drinkId: rows[0].id, token };
}

export const orderOf = ({ drinkId }: Counter): object => ({
  unitNumber: 1001,
  date: new Date().toISOString(),
  drinks: [{ drinkId, quantity: 1 }],
});

/** @param given evaluated when the tests run, not when they are declared */
export function sharingHolds(given: () => Processes): void {
  test('that start on it at once make it and fill it once', async () => {
    const { count, servers } = given();
    const files = await readdir(new URL('../../db/migrations/', import.meta.url));
    expect(await count('schema_migrations')).toBe(files.length);
    expect(await count(`venues where name = 'Rooftop Bar'`)).toBe(1);
    expect(
      await count(`users where account_type ilike 'super%' and email = '${admin.email}'`),
    ).toBe(1);
    const filled = servers.filter(({ reported }) =>
      reported().includes('Filling the empty database'),
    );
    expect(filled).toHaveLength(1);
  });

  test('take the same sessions, until they are ended at either', async () => {
    const { at, login } = given();
    const path = '/api/flags?kind=unit&key=1001';
    const { token } = (await login(0, maya)).body;
    expect((await at(1, 'GET', path, { token })).status).toBe(200);
    expect((await at(1, 'POST', '/api/users/logout', { token })).status).toBe(200);
    for (const server of [0, 1])
      expect((await at(server, 'GET', path, { token })).status).toBe(401);
  });

  test('count failed sign-ins together', async () => {
    const { login } = given();
    const guess = { email: admin.email, password: 'a guess of mine' };
    const guesses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      guesses.push((await login(tries % 2, guess)).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
    for (const server of [0, 1]) expect((await login(server, admin)).status).toBe(429);
    // Concurrent attempts on both processes do not exceed the limit.
    const other = { email: 'lou@northside.example', password: 'a guess of mine' };
    const rush = await Promise.all(
      Array.from({ length: 30 }, (_, index) => login(index % 2, other)),
    );
    expect(rush.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(10);
  });

  test('make one order of one key, at whichever it arrives', async () => {
    const { at, count } = given();
    const counter = await openCounter(given());
    const body = orderOf(counter);
    const before = await count('orders');
    for (let round = 0; round < 10; round += 1) {
      const send = (server: number): Promise<TestResponse> =>
        at(server, 'POST', '/api/orders', { token: counter.key, body, key: `round ${round}` });
      const responses = await Promise.all([0, 1, 0, 1].map(send));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(responses.map((response) => response.body._id ?? response.body.id)).size).toBe(
        1,
      );
    }
    expect(await count('orders')).toBe(before + 10);
  });

  test('see a flag switched as soon as it is', async () => {
    const { at, login } = given();
    const { token } = (await login(0, demoAdmin)).body;
    const flag = 'general--turboshot';
    for (const enabled of [true, false, true]) {
      const body = { kind: 'unit', key: '1001', flag, enabled };
      expect((await at(0, 'PUT', '/api/flags', { token, body })).status).toBe(200);
      const seen = await at(1, 'GET', '/api/flags?kind=unit&key=1001', { token });
      expect(seen.body.flags[flag]).toBe(enabled);
    }
  });

  test('tell a unit that its menu is as it was, until it is changed at either', async () => {
    const { at } = given();
    const { key, drinkId, token } = await openCounter(given());
    const look = (server: number, tag = '""'): Promise<TestResponse> =>
      at(server, 'GET', '/api/units/1001/menu', { token: key, headers: { 'if-none-match': tag } });
    const tag = String((await look(0)).headers['etag']);
    for (const server of [1, 0, 1]) expect((await look(server, tag)).status).toBe(304);
    const body = { price: 77 };
    expect((await at(0, 'PUT', `/api/drinks/${drinkId}`, { token, body })).status).toBe(200);
    for (const server of [1, 0, 1]) expect((await look(server, tag)).status).toBe(200);
  });

  test('do each job once', async () => {
    const { count, database, folders } = given();
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
    await db.insertInto('messages').values(messages).execute();
    await queueJobs(
      db,
      ids.map((messageId) => ({ kind: 'send message', key: messageId, payload: { messageId } })),
    );
    await expect
      .poll(() => count(`graphile_worker.jobs where task_identifier = 'send message'`), {
        timeout: 20_000,
      })
      .toBe(0);
    const outboxes = await Promise.all(
      folders.map((folder) => readdir(join(folder, 'outbox')).catch(() => [])),
    );
    const sent = outboxes.flat();
    const expected = ids.map((id) => `${id}.eml`);
    // Mails about alerts of the demo are sent beside them, each once too; one may just have been added.
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.filter((name) => expected.includes(name)).sort()).toEqual(expected.sort());
    const added = `messages where id in ('${ids.join(`','`)}')`;
    expect(await count(`${added} and attempts = 1 and state = 'sent'`)).toBe(mails);
  });
}
