import { rename } from 'node:fs/promises';
import { inject, afterAll, beforeAll, expect, test } from 'vitest';
import { asAdmin } from '../../db/testing/database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
const noon = Date.parse('2024-03-10T12:00:00Z');
const after = (seconds: number): void => app.setNow(new Date(noon + seconds * 1000));
const ready = async () => {
  const { status, body } = await app.send('GET', '/readyz');
  return [status, body.error?.message ?? body];
};
const full = [503, 'The server has no space left. Nothing was changed'];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Limits temporary files: with 0, PostgreSQL fails the writes that a full disk would fail. */
async function limitDisk(limit: string): Promise<void> {
  const { admin } = inject('testServer');
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await asAdmin(admin, `alter database ${name} set temp_file_limit = '${limit}'`);
  // Applies to new connections.
  await asAdmin(
    admin,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
}

test("readiness fails while the database's disk is full, and recovers by itself", async () => {
  after(0);
  expect(await ready()).toEqual([200, { ready: true }]);
  await limitDisk('0');
  after(5);
  await expect.poll(ready).toEqual(full);
  expect((await app.send('GET', '/healthz')).status).toBe(200);
  await limitDisk('-1');
  after(10);
  await expect.poll(ready).toEqual([200, { ready: true }]);
});

test('checks disk space at most every five seconds, however many requests arrive', async () => {
  after(20);
  expect(await ready()).toEqual([200, { ready: true }]);
  await limitDisk('0');
  after(24);
  await expect.poll(ready).toEqual([200, { ready: true }]);
  after(25);
  expect(await Promise.all([ready(), ready(), ready()])).toEqual([full, full, full]);
  await limitDisk('-1');
});

test('readiness fails while the data folder is not writable', async () => {
  const { dataDir } = app.deps;
  after(40);
  await rename(dataDir, `${dataDir}-away`);
  expect(await ready()).toEqual([503, 'The data folder cannot be written']);
  await rename(`${dataDir}-away`, dataDir);
  after(45);
  expect(await ready()).toEqual([200, { ready: true }]);
});

test('readiness fails as soon as shutdown begins, while requests are still served', async () => {
  let isLeaving = false;
  const leaving = await startTestApp({ isLeaving: () => isLeaving });
  const status = async (path: string): Promise<number> => (await leaving.send('GET', path)).status;
  expect(await status('/readyz')).toBe(200);
  isLeaving = true;
  expect(await status('/readyz')).toBe(503);
  expect([await status('/healthz'), await status('/api/version')]).toEqual([200, 200]);
  await leaving.close();
});
