import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import {
  attachEmbedded,
  type EmbeddedDatabase,
  startEmbedded,
} from '../../db/embedded/embedded.ts';
import { connect, type ConnectionTarget } from '../../db/pool/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { newId } from '../../server/shared/ids.ts';
import { runImportHere } from '../testing/import.ts';

const dataDir = withTestFolder();
let server: EmbeddedDatabase;

const withDatabase = async <T>(
  target: ConnectionTarget,
  work: (connection: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> => {
  const connection = connect(target, { max: 1 });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

beforeAll(async () => {
  server = await startEmbedded(dataDir, { durable: false });
  await withDatabase(server.target, async (connection) => {
    await migrate(connection);
    const [ownerId, venueId] = [newId(new Date()), newId(new Date())];
    const account = { account_type: 'owner', name: 'Rooftop', email: 'r@example.com' } as const;
    const { db } = connection;
    await db
      .insertInto('users')
      .values({ ...account, id: ownerId, password_hash: '-' })
      .execute();
    await db
      .insertInto('venues')
      .values({ id: venueId, owner_id: ownerId, name: 'Rooftop Bar' })
      .execute();
    await db
      .insertInto('units')
      .values({ id: newId(new Date()), venue_id: venueId, unit_number: 1042 })
      .execute();
  });
});
afterAll(() => server.stop());

const countOrders = (target: ConnectionTarget) =>
  withDatabase(
    target,
    async ({ db }) => (await db.selectFrom('orders').selectAll().execute()).length,
  );

test('an import shares the database of a running server, or starts it', async () => {
  await writeFile(join(dataDir, 'sales.csv'), 'date,drink,money\n3/31/2024,Latte,1\n');
  const importIt = () =>
    runImportHere(['sales.csv', '--venue', 'Rooftop Bar', '--unit', '1042', '--timezone', 'EST'], {
      environment: { DATA_DIR: dataDir },
      folder: dataDir,
    });

  expect(await importIt()).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Sales: 1 stored, 0 already there'),
  });
  expect(await countOrders(server.target)).toBe(1);

  await server.stop();
  expect(await importIt()).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('Sales: 0 stored, 1 already there'),
  });
  expect(await attachEmbedded(dataDir)).toBeNull();

  server = await startEmbedded(dataDir, { durable: false });
  expect(await countOrders(server.target)).toBe(1);
});
