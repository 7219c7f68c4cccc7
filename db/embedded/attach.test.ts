import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachEmbedded, startEmbedded } from './embedded.ts';
import { connect } from '../pool/connect.ts';

let dataDir = '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'barback-attach-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

test('attaches to a running database without stopping it, and returns null when it is not running', async () => {
  expect(await attachEmbedded(dataDir)).toBeNull();
  expect(await attachEmbedded(join(dataDir, 'nowhere'))).toBeNull();

  const server = await startEmbedded(dataDir, { durable: false });
  try {
    const target = await attachEmbedded(dataDir);
    expect(target).toEqual(server.target);
    const connection = connect(server.target, { max: 1 });
    const { rows } = await connection.pool.query('select current_user as name');
    expect(rows).toEqual([{ name: 'barback' }]);
    await connection.close();
  } finally {
    await server.stop();
  }
  expect(await attachEmbedded(dataDir)).toBeNull();
});
