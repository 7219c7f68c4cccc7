import { testPng } from '../testing/files.ts';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, expect, test } from 'vitest';
import { asAdmin } from '../../db/testing/target.ts';

import { app, withApp } from '../testing/with-app.ts';
import { addOwner, startTestApp } from '../testing/app.ts';

const noon = Date.parse('2024-03-10T12:00:00Z');
const after = (seconds: number): void => app.setNow(new Date(noon + seconds * 1000));
const ready = async () => {
  const { status, body } = await app.send('GET', '/readyz');
  return [status, body.error?.message ?? body];
};
const full = [503, 'The server has no space left. Nothing was changed'];

const storageGone =
  'The storage of pictures and pages cannot be used. Nothing was changed. Please ask your administrator to check it';

withApp();

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

test.each(['a file', 'a link to nowhere'])(
  'readiness fails while %s is in place of the folder of pages, and names the storage',
  async (what) => {
    const folder = join(app.deps.dataDir, 'renderings');
    await rm(folder, { recursive: true, force: true });
    const start = what === 'a file' ? 60 : 80;
    after(start);
    expect(await ready()).toEqual([200, { ready: true }]);
    await (what === 'a file' ? writeFile(folder, '') : symlink('/nowhere/at/all', folder));
    after(start + 5);
    expect(await ready()).toEqual([503, storageGone]);
    await rm(folder);
    await mkdir(folder);
    after(start + 10);
    expect(await ready()).toEqual([200, { ready: true }]);
    expect(await readdir(folder)).toEqual([]);
  },
);

test.each(['a file', 'a link to nowhere'])(
  'an upload while %s is in place of the folder of pictures names the storage, not the database',
  async (what) => {
    const owner = await addOwner(app, `Tiki ${what}`);
    const picture = testPng(4, 3);
    const { dataDir } = app.deps;
    const { body } = await app.send('POST', '/api/files/brand-images', {
      token: owner.token,
      body: {
        venueId: owner.venueId,
        fileName: 'a.png',
        contentType: 'image/png',
        sizeBytes: picture.length,
      },
    });
    await rename(dataDir, `${dataDir}-away`);
    await (what === 'a file' ? writeFile(dataDir, '') : symlink('/proc/nowhere', dataDir));
    const response = await app.app.inject({
      method: 'PUT',
      url: body.uploadUrl,
      headers: { 'content-type': 'image/png' },
      payload: picture,
    });
    expect([response.statusCode, response.json().error.message]).toEqual([503, storageGone]);
    await rm(dataDir);
    await rename(`${dataDir}-away`, dataDir);
  },
);

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
