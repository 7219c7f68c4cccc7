import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPatience } from '../../db/migration-files.ts';
import { connect, type Connection } from '../../db/pool/connect.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { addOwner, createUnit, startTestApp, type TestApp } from '../../server/testing/app.ts';
import type { Shared } from './fair-shares.ts';
import { migrateWhileSelling, migrationKinds } from './migrations.ts';

let app: TestApp;
let connection: Connection;
let shared: Shared;
const folder = withTestFolder();

beforeAll(async () => {
  app = await startTestApp();
  connection = connect({ url: app.databaseUrl });
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const owner = await addOwner(app, 'Rooftop');
  const { token, venueId } = owner;
  const { unitNumber, key, cubaLibre } = await createUnit(app, owner);
  const seller = { unitNumber, key, item: { drinkId: cubaLibre } };
  shared = { url, seller, noisy: { ...seller, token, venueId } };
});
afterAll(async () => {
  await connection.close();
  await app.close();
});

test.each(migrationKinds)(
  'orders are stored while a migration waits for a download: $what',
  async (kind) => {
    const patience = { ...defaultPatience, lockTimeoutMs: 100, pauseMs: 50 };
    const trial = { connection, shared, folder };
    const { sales, readiness, noisy } = await migrateWhileSelling(trial, kind, 10, { patience });
    expect(noisy).toEqual([1]);
    expect(new Set(sales.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(readiness)).toEqual(new Set([200]));
  },
);
