import { existsSync } from 'node:fs';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientConfig } from '../pool/connect.ts';
import { makeTestFolder } from '../testing/folder.ts';
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts';

let dataDir: string;
let database: EmbeddedDatabase | null = null;

beforeEach(async () => {
  dataDir = await makeTestFolder();
});

afterEach(async () => {
  vi.useRealTimers();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<void> => {
  database = await startEmbedded(dataDir, { durable: false });
};
const stop = async (): Promise<void> => {
  await database?.stop();
  database = null;
};
const send = async (text: string, values: unknown[] = []): Promise<unknown[]> => {
  if (database === null) throw new Error('The database is not started');
  const client = new Client(clientConfig(database.adminTarget));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
};
const log = (): Promise<string> => readFile(join(dataDir, 'postgres.log'), 'utf8');
const writeLocal = (...lines: string[]): Promise<void> =>
  writeFile(join(dataDir, 'postgres/local.conf'), `${lines.join('\n')}\n`);

test('local.conf and ALTER SYSTEM change settings, except those the server relies on', async () => {
  await start();
  const shown = `select current_setting('work_mem') as memory, current_setting('max_connections') as most,
    current_setting('listen_addresses') as addresses, current_setting('fsync') as sync`;
  const fixed = { addresses: '', sync: 'off' };
  expect(await send(shown)).toEqual([{ memory: '16MB', most: '100', ...fixed }]);
  await stop();
  await writeLocal(
    `work_mem = '7MB'`,
    'max_connections = 77',
    `listen_addresses = '*'`,
    'fsync = on',
  );
  await start();
  expect(await send(shown)).toEqual([{ memory: '7MB', most: '77', ...fixed }]);
  await send(`alter system set work_mem = '9MB'`);
  await send('select pg_reload_conf()');
  await expect.poll(() => send(shown)).toEqual([{ memory: '9MB', most: '77', ...fixed }]);
});

test('a mistake in local.conf stops the start with a message that names the line', async () => {
  await start();
  await stop();
  await writeLocal('work_mem = 7MB', 'shared_bufers = 1GB');
  await expect(startEmbedded(dataDir, { durable: false })).rejects.toThrow(
    /unrecognized configuration parameter "shared_bufers" in file ".*local\.conf" line 2/,
  );
});

test('slow statements are logged without their values', async () => {
  await start();
  expect(await send('show log_min_duration_statement')).toEqual([
    { log_min_duration_statement: '1s' },
  ]);
  await stop();
  await writeLocal('log_min_duration_statement = 0');
  await start();
  await send('select $1::text as beer', ['confidential']);
  await expect(send('select $1::int as beer', ['confidential'])).rejects.toThrow('invalid input');
  const logged = await log();
  expect(logged).toContain('select $1::text as beer');
  expect(logged).not.toContain(`'confidential'`);
});

test('the log is rotated by its size while the database runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await start();
  const file = join(dataDir, 'postgres.log');
  vi.advanceTimersByTime(60_000);
  expect(existsSync(`${file}.1`)).toBe(false);
  await appendFile(file, 'x'.repeat(5_000_001));
  vi.advanceTimersByTime(60_000);
  expect((await stat(`${file}.1`)).size).toBeGreaterThan(5_000_000);
  expect((await stat(file)).size).toBe(0);
  await send('select from nowhere').catch(() => undefined);
  await expect.poll(log).toMatch(/^\d{4}-.* UTC .*"nowhere" does not/);
});
