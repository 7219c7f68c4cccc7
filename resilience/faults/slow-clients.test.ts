import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { addressOf, targets, type Place, settle } from '../../server/testing/endpoint-targets.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { openSlowClients, type SlowClients, type SlowKind } from './slow-clients.ts';

let app: TestApp;
let url: string;
let place: Place;
let slow: SlowClients;
beforeAll(async () => {
  app = await startTestApp();
  // Idle connections are cut off after half a second in the place of a minute.
  app.app.server.timeout = 500;
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  place = await settle(app, 'Mine');
});
afterEach(() => {
  vi.useRealTimers();
  slow.close();
});
afterAll(() => app.close());

const open = async (...kinds: SlowKind[]) => {
  const aim = targets.downloadSalesCsv?.(place) ?? {};
  const download = addressOf(endpoints.downloadSalesCsv, aim);
  const { token } = place.owner;
  slow = await openSlowClients(url, { count: 50, kinds, token, download, dripMs: null });
  return slow;
};

const everyoneElse = async (): Promise<number[]> => {
  const headers = { authorization: `Bearer ${place.owner.token}`, connection: 'close' };
  const path = `${url}/api/users/${place.owner.userId}/venues`;
  return Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(path, { headers })).status),
  );
};
const answered = Array.from({ length: 20 }, () => 200);

test('who sends its headers by and by, or says nothing, keeps nobody from being answered and is cut off', async () => {
  await open('headers', 'silent');
  expect(await everyoneElse()).toEqual(answered);
  await slow.cutOff('headers', 'silent');
  expect(slow.connected()).toBe(0);
});

test('who sends its body by and by is told 408 after half a minute, and cut off', async () => {
  app.app.server.timeout = 60_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const begun = new Promise<void>((resolve) => {
    let count = 0;
    app.app.server.on('request', ({ url: path }) => {
      if (path === '/api/users/login') count += 1;
      if (count === 50) resolve();
    });
  });
  await open('body');
  await begun;
  expect(slow.connected()).toBe(50);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  expect(await everyoneElse()).toEqual(answered);
  await slow.cutOff('body');
  expect(slow.told('body')).toEqual(Array.from({ length: 50 }, () => '408'));
});

test('who asks for a download and reads nothing of it holds no connection to the database', async () => {
  await open('reading');
  expect(await everyoneElse()).toEqual(answered);
  slow.close();
  const { pool } = app.deps;
  await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), { timeout: 5000 });
});
