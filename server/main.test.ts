import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/database.ts';
import { urlOf } from '../db/testing/target.ts';
import { makeTestFolder } from '../db/testing/folder.ts';
import { freePort } from '../db/testing/free-ports.ts';
import { type SorryState, startSorryPostgres } from './testing/services/databases.ts';
import { encrypt, placeInVenue } from './shared/encryption.ts';
import { hashPassword } from './users/passwords.ts';
import { type ServerProcess, spawnServer } from './testing/services/processes.ts';

let dataDir: string;
const running: ServerProcess[] = [];

beforeEach(async () => {
  dataDir = await makeTestFolder();
});

afterEach(async () => {
  for (const { process } of running) process.kill('SIGTERM');
  await Promise.all(running.splice(0).map(({ ended }) => ended));
  await rm(dataDir, { recursive: true, force: true });
});

const start = (environment: Record<string, string> = {}): ServerProcess => {
  const server = spawnServer({ DATA_DIR: dataDir, ...environment });
  running.push(server);
  return server;
};

/** Starts a server that must fail: expects exit code 1 and one line of output, which it returns. */
const refusal = async (environment: Record<string, string>): Promise<string> => {
  const { code, stderr } = await start(environment).ended;
  expect(stderr).toMatch(/^[^\n]+[.)]\n$/);
  expect(code).toBe(1);
  return stderr;
};

const postmasterPid = async (): Promise<string | undefined> =>
  (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0];

const severalStartsMs = 60_000;

test(
  "the next server adopts a killed server's database and stops it gracefully",
  { timeout: severalStartsMs },
  async () => {
    const first = start();
    expect((await fetch(`${await first.ready}/healthz`)).status).toBe(200);
    const postmaster = await postmasterPid();

    expect(await refusal({})).toContain(
      `(process ${String(first.process.pid)}) is using the data folder ${dataDir}`,
    );

    first.process.kill('SIGKILL');
    await first.ended;
    const next = start();
    expect((await fetch(`${await next.ready}/readyz`)).status).toBe(200);
    expect(await postmasterPid()).toBe(postmaster);

    // Simulates Ctrl-C under npm: from the terminal and forwarded by npm.
    next.process.kill('SIGINT');
    next.process.kill('SIGINT');
    expect(await next.ended).toEqual({ code: 0, stderr: '' });
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  },
);

test('the error for a port in use names the port', async () => {
  const database = await createTestDatabase();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const line = await refusal({ PORT: port, DATABASE_URL: urlOf(database.target) });
  expect(line).toContain(`Port ${port} is already in use`);
  other.close();
  await database.drop();
});

test.each([
  [{ PORT: 'abc' }, `PORT is 'abc', but must be a whole number from 0 to 65535.`],
  [{ DATA_DIR: '/proc/barback' }, 'The data folder /proc/barback cannot be written ('],
  [
    { DATABASE_URL: 'postgres://somebody:hunter2@127.0.0.1:1/sales' },
    'The database at 127.0.0.1:1/sales cannot be reached',
  ],
])('the environment %o stops the start', async (environment, message) => {
  const line = await refusal(environment);
  expect(line).toContain(message);
  expect(line).not.toContain('hunter2');
});

describe('accounts with the published password of the demo', () => {
  const secret = 'x'.repeat(32);
  const production = { NODE_ENV: 'production', JWT_SECRET: secret, SECRETS_KEY: secret };
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function addAccount(password: string): Promise<void> {
    await database.connection.db
      .insertInto('users')
      .values({
        id: randomUUID(),
        account_type: 'SUPER_ADMIN',
        name: 'Admin',
        email: 'admin@barback.example',
        password_hash: await hashPassword(password),
      })
      .execute();
  }

  test('are not served in production', async () => {
    await addAccount('pour-one-out');
    expect(await refusal({ ...production, DATABASE_URL: urlOf(database.target) })).toContain(
      'whose password is public (admin@barback.example), but NODE_ENV is production',
    );
  });

  test('are not served to the network', async () => {
    await addAccount('pour-one-out');
    expect(await refusal({ HOST: '0.0.0.0', DATABASE_URL: urlOf(database.target) })).toContain(
      `HOST is '0.0.0.0', which opens the server to the network`,
    );
  });

  test('are not made while the server is open to the network', async () => {
    const environment = { HOST: '::', SEED: 'demo', DATABASE_URL: urlOf(database.target) };
    expect(await refusal(environment)).toContain(`HOST is '::', which opens the server`);
    expect(await database.connection.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  test('may be served in production with another password, and hash a new one at full cost', async () => {
    await addAccount('something else');
    const open = { REGISTRATION: 'open', DATABASE_URL: urlOf(database.target) };
    const server = start({ ...production, ...open });
    expect((await fetch(`${await server.ready}/healthz`)).status).toBe(200);
    const password = 'a quiet tuesday bar';
    const registered = await fetch(`${await server.ready}/api/users/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Maya',
        venueName: 'Rooftop Bar',
        email: 'maya@bar.example',
        password,
        password2: password,
      }),
    });
    expect(registered.status).toBe(201);
    const { password_hash } = await database.connection.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', 'maya@bar.example')
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    server.process.kill('SIGTERM');
    await server.ended;
  });
});

test('a key other than the one of the stored credentials stops the start, unless that is lost', async () => {
  const database = await createTestDatabase();
  const { db } = database.connection;
  const ownerId = randomUUID();
  await db
    .insertInto('users')
    .values({
      id: ownerId,
      account_type: 'owner',
      name: 'Maya',
      email: 'maya@bar.example',
      password_hash: '',
    })
    .execute();
  const venueId = randomUUID();
  const sealed = encrypt(
    { current: 'k'.repeat(32), previous: null },
    'sk_live_of_the_venue',
    placeInVenue(venueId, 'private_key_sealed'),
  );
  await db
    .insertInto('venues')
    .values({
      id: venueId,
      owner_id: ownerId,
      name: 'Rooftop Bar',
      private_key_sealed: sealed,
    })
    .execute();
  const environment = { DATABASE_URL: urlOf(database.target), SECRETS_KEY: 'o'.repeat(32) };

  expect(await refusal(environment)).toContain('SECRETS_KEY is not the key that encrypted');
  for (const accepted of [{ SECRETS_KEY: 'k'.repeat(32) }, { SECRETS_KEY_LOST: 'yes' }]) {
    const server = start({ ...environment, ...accepted });
    expect((await fetch(`${await server.ready}/healthz`)).status).toBe(200);
    server.process.kill('SIGTERM');
    await server.ended;
  }
  await database.drop();
});

test.each<[SorryState, string]>([
  [{ refuses: '28P01' }, 'refused the user or the password: correct them in DATABASE_URL'],
  [{ refuses: '3D000' }, 'There is no database 127.0.0.1:'],
  [{ version: { number: '140009', text: '14.9' } }, 'is PostgreSQL 14.9, and Barback needs 15'],
  [{ fails: '53100' }, 'The disk of the database server is full'],
])('a database server in the state %o stops the start', async (state, message) => {
  const database = await startSorryPostgres(state);
  const line = await refusal({ DATABASE_URL: database.url });
  expect(line).toContain(message);
  expect(line).not.toContain('hunter2');
  database.close();
});

test('the server continues silently when the reader of its output is gone', async () => {
  const port = String(await freePort());
  const { process, ended } = start({ PORT: port });
  process.stdout?.destroy();
  process.stderr?.destroy();
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status, { interval: 100 })
    .toBe(200);
  process.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
