/** A restore that is interrupted at its commit or behind it: nothing is restored in part, and it can be repeated. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrateTo } from '../../db/migrate.ts';
import type { ConnectionTarget } from '../../db/pool/connect.ts';
import { productFolder } from '../../db/product-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { portOf } from '../../db/testing/free-ports.ts';
import { urlOf } from '../../db/testing/target.ts';
import { throughProxy } from '../../resilience/faults/cut-proxy.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../../server/testing/app.ts';
import { testOutbox } from '../../server/testing/services/messages.ts';
import { backUp, everyFile, everyRow, restore } from '../testing/backups.ts';

let app: TestApp;
const folder = withTestFolder();
let backup: string;
let original: string;
let place: { dataDir: string; target: ConnectionTarget };
let database: TestDatabase;
const firstSecret = Buffer.from('of a first start').toString('base64');

beforeAll(async () => {
  app = await startTestApp();
  await createUnit(app, await addOwner(app, 'Rooftop'));
  // A restore would park a queued job, so that the rows differ.
  await testOutbox(app).runAll();
  original = join(folder, 'original');
  backup = join(folder, 'backup.tar.gz');
  await mkdir(join(original, 'files/ab'), { recursive: true });
  await writeFile(join(original, 'files/ab/rum.png'), 'a picture');
  await writeFile(join(original, 'jwt-secret'), 'a secret');
  const source = { dataDir: original, target: { url: app.databaseUrl } };
  expect(await backUp(source, backup)).toMatchObject({ code: 0 });
});
afterAll(() => app.close());

beforeEach(async () => {
  database = await createTestDatabase('none');
  place = { dataDir: await mkdtemp(join(folder, 'copy-')), target: database.target };
  await writeFile(join(place.dataDir, 'jwt-secret'), 'of a first start');
});
afterEach(() => database.drop());

interface Commit {
  bytes: Buffer;
  /** Connection of the restore. */
  near: Socket;
  /** Connection of the database. */
  far: Socket;
}

/** Between a restore and its database: passes everything on until the commit of the restored rows. */
async function startProxy(atCommit: (commit: Commit) => void) {
  const { target, urlOn } = throughProxy(urlOf(database.target));
  const server = createServer((near) => {
    const far = connectSocket(target);
    let isParking = false;
    let isCommitting = false;
    near.on('data', (bytes) => {
      isCommitting ||= isParking && bytes.includes('commit');
      if (isCommitting) {
        atCommit({ bytes, near, far });
        return;
      }
      // One of the last statements before the commit.
      isParking ||= bytes.includes('from queued_jobs');
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!isCommitting) near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    target: { url: urlOn(portOf(server)) },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

async function expectRestored(): Promise<void> {
  expect(await everyRow(database.target)).toEqual(await everyRow({ url: app.databaseUrl }));
  expect(await everyFile(place.dataDir)).toEqual(await everyFile(original));
}

test('a restore that has committed is done, also when the response to the commit is lost', async () => {
  const proxy = await startProxy(({ bytes, near, far }) => {
    far.once('data', () => near.destroy());
    far.write(bytes);
  });
  const restored = await restore({ ...place, target: proxy.target }, backup);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toMatch(/^Restored /);
  await expectRestored();
  await proxy.close();
});

test('a commit that the database never receives leaves nothing, and the restore can be repeated', async () => {
  const proxy = await startProxy(({ near }) => near.destroy());
  expect(await restore({ ...place, target: proxy.target }, backup)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('cannot be reached'),
  });
  await proxy.close();
  expect(await everyFile(place.dataDir)).toEqual({ 'jwt-secret': firstSecret });
  expect((await everyRow(database.target))['users']).toEqual([]);
  expect(await restore(place, backup)).toMatchObject({ code: 0, err: '' });
  await expectRestored();
});

test('a restore that is killed before its commit is taken back by the next one', async () => {
  let report = (): void => undefined;
  const committing = new Promise<void>((resolve) => {
    report = resolve;
  });
  const proxy = await startProxy(() => report());
  const child = spawn(process.execPath, ['build/server/restore.js', backup], {
    cwd: productFolder,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: proxy.target.url,
      DATA_DIR: place.dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([committing, exited]);
  child.kill('SIGKILL');
  await exited;
  await proxy.close();
  expect(Object.keys(await everyFile(place.dataDir))).toContain('files/ab/rum.png');

  expect(await restore(place, backup)).toMatchObject({ code: 0, err: '' });
  await expectRestored();
});

test('a migration that fails behind the restore is reported as such', async () => {
  const old = await createTestDatabase('none');
  await migrateTo(old.connection, '0009-notices-and-messages.sql');
  const file = join(folder, 'old.tar.gz');
  expect(await backUp({ dataDir: original, target: old.target }, file)).toMatchObject({ code: 0 });
  await old.drop();
  // In the way of a table of a later migration.
  await database.connection.pool.query('create table walls (id int primary key)');
  const restored = await restore(place, file);
  expect(restored).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Restored /),
    err: 'Restored, but the database could not be brought up to date (migration 0056-walls.sql failed: relation "walls" already exists): start Barback, or run npm run migrate.\n',
  });
  expect(await everyFile(place.dataDir)).toEqual(await everyFile(original));
});
