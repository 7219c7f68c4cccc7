import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { addressOf, targets } from '../../server/testing/endpoint-targets.ts';
import { type Place, settle } from '../../server/testing/places.ts';
import { openSlowClients, type SlowClients, type SlowKind } from './slow-clients.ts';
import { app, withApp } from '../../server/testing/with-app.ts';

let url: string;
let place: Place;
let slow: SlowClients;
withApp();
beforeAll(async () => {
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  place = await settle(app, 'Mine');
});
afterEach(() => {
  vi.useRealTimers();
  slow.close();
});

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
const responded = Array.from({ length: 20 }, () => 200);

/** Resolves when the server has accepted so many connections. */
const accepted = (count: number): Promise<void> =>
  new Promise((resolve) => {
    let waiting = count;
    const noteOne = () => {
      waiting -= 1;
      if (waiting > 0) return;
      app.app.server.off('connection', noteOne);
      resolve();
    };
    app.app.server.on('connection', noteOne);
  });

test('clients that send headers slowly, or send nothing, do not block others and are disconnected', async () => {
  const usualMs = app.app.server.timeout;
  // Their connections are closed after half a second instead of a minute, and those of others are not.
  app.app.server.timeout = 500;
  const isAccepted = accepted(50);
  await open('headers', 'silent');
  await isAccepted;
  app.app.server.timeout = usualMs;
  expect(await everyoneElse()).toEqual(responded);
  await slow.cutOff('headers', 'silent');
  expect(slow.connected()).toBe(0);
});

test('a client that sends its body slowly receives 408 after half a minute and is disconnected', async () => {
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
  expect(await everyoneElse()).toEqual(responded);
  await slow.cutOff('body');
  expect(slow.described('body')).toEqual(Array.from({ length: 50 }, () => '408'));
});

test('a client that requests a download and does not read it holds no database connection', async () => {
  await open('reading');
  expect(await everyoneElse()).toEqual(responded);
  slow.close();
  const { pool } = app;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
});
