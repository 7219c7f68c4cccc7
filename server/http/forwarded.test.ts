import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

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
