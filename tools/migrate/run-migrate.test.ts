import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { urlOf } from '../../db/testing/target.ts';
import { makeTestFolder } from '../../db/testing/folder.ts';
import { spawnServer } from '../../server/testing/services/processes.ts';
import { runHere } from '../testing/run-here.ts';
import { runMigrate } from './run-migrate.ts';

let database: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  database = await createTestDatabase('none');
  dataDir = await makeTestFolder();
});

afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const environment = () => ({ DATA_DIR: dataDir, DATABASE_URL: urlOf(database.target) });

const run = (stop?: AbortSignal) => runHere(runMigrate, { environment: environment(), stop });

test('with MIGRATE=off a server starts only on a database that npm run migrate has brought up to date', async () => {
  const off = { ...environment(), MIGRATE: 'off', RENDERING_PORT: '0' };
  expect(await spawnServer(off).ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database lacks \d+ migrations, from 0001-accounts\.sql, and MIGRATE is off: run npm run migrate/,
    ),
  });
  expect(await run()).toEqual({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /^(\d{4}-[a-z0-9-]+\.sql {2}\d+\.\d s\n)+Applied \d+ migrations\.\n$/,
    ),
  });
  expect(await run()).toEqual({ code: 0, err: '', out: 'The database is up to date.\n' });
  const server = spawnServer(off);
  await expect(server.ready).resolves.toMatch(/^http/);
  server.process.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

test('a stopped run reports that what it has listed is applied', async () => {
  expect(await run(AbortSignal.abort())).toEqual({
    code: 1,
    out: '',
    err: 'Stopped. The migrations listed above are applied.\n',
  });
});
