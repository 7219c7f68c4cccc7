import { afterAll, beforeAll, expect, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { addOwner, startTestApp, type TestApp } from '../testing/app.ts';
import { spawnServer } from '../testing/processes.ts';

let behind: TestApp;
let alone: TestApp;
beforeAll(async () => {
  behind = await startTestApp({ trustProxy: true });
  alone = await startTestApp();
});
afterAll(() => Promise.all([behind.close(), alone.close()]));

const guess = async (app: TestApp, number: number, forwarded: string): Promise<number> => {
  const body = { email: `nobody-${number}@example.com`, password: 'a guess of mine' };
  const headers = { 'x-forwarded-for': forwarded };
  return (await app.send('POST', '/api/users/login', { body, headers })).status;
};

test('behind a trusted proxy, uses the client address seen by the proxy, not the one the client claims', async () => {
  for (let number = 0; number < 100; number += 1)
    expect(await guess(behind, number, `10.0.0.${number}, 203.0.113.7`)).toBe(401);
  expect(await guess(behind, 100, '10.0.0.100, 203.0.113.7')).toBe(429);
  expect(await guess(behind, 100, '203.0.113.7, 203.0.113.8')).toBe(401);
});

test('without a trusted proxy, uses the address of the connection', async () => {
  for (let number = 0; number < 100; number += 1)
    expect(await guess(alone, number, `203.0.113.${number}`)).toBe(401);
  expect(await guess(alone, 100, '203.0.113.100')).toBe(429);
});

test.each([
  ['off', 1],
  ['on', 0],
])(
  'with TRUST_PROXY=%s, logs %d warnings about a proxy that adds X-Forwarded-For',
  async (TRUST_PROXY, count) => {
    const dataDir = await makeTestFolder();
    const { databaseUrl, deps } = alone;
    const server = spawnServer({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      JWT_SECRET: deps.jwtSecret.current,
      SECRETS_KEY: deps.secretsKey.current,
      LOG_LEVEL: 'warn',
      TRUST_PROXY,
    });
    const url = await server.ready;
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (const more of [{}, { headers }, { headers }]) await fetch(`${url}/api/version`, more);
    server.process.kill('SIGTERM');
    await server.ended;
    expect(server.reported().split('X-Forwarded-For is ignored').length - 1).toBe(count);
    await rm(dataDir, { recursive: true });
  },
);

test.each([
  ['<script>alert(1)</script>', '127.0.0.1'],
  ['203.0.113.7, unknown', '127.0.0.1'],
  ['x'.repeat(3000), '127.0.0.1'],
  ['10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
])('behind a trusted proxy, X-Forwarded-For %s is logged as %s', async (forwarded, address) => {
  const { userId, token } = await addOwner(behind, `Owner ${Math.random()}`);
  const headers = { 'x-forwarded-for': forwarded };
  const body = { name: 'Harbour' };
  expect((await behind.send('POST', '/api/users/venues', { token, headers, body })).status).toBe(
    201,
  );
  const entry = await behind.db
    .selectFrom('audit')
    .select('address')
    .where('action', '=', 'venue.created')
    .where('on_behalf_of', '=', userId)
    .executeTakeFirstOrThrow();
  expect(entry.address).toBe(address);
});
