import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTestFolder } from '../testing/with-folder.ts';
import { attachEmbedded, startEmbedded } from './embedded.ts';
import { connect } from '../pool/connect.ts';

const dataDir = withTestFolder();

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
