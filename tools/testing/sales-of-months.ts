/** Test fixture: a database with sales of three months, which npm run partition can divide. */
import { Client } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { clientConfig } from '../../db/pool/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { urlOf } from '../../db/testing/target.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from '../../server/testing/app.ts';
import { runPartition } from '../partition/run-partition.ts';
import { runHere } from './run-here.ts';

export let folder: string;
export let database: TestDatabase;
export let app: TestApp;
export let owner: TestOwner;
export let unit: TestUnit;
export let client: Client;

/** Begins each test with a database that has two sales in each of three months. */
export function withSalesOfMonths(): void {
  folder = withTestFolder();
  beforeEach(async () => {
    database = await createTestDatabase();
    app = await startTestApp({}, database);
    owner = await addOwner(app, 'Owner');
    unit = await createUnit(app, owner);
    client = new Client(clientConfig(database.target));
    await client.connect();
    for (const month of ['2022-11', '2022-12', '2023-01']) {
      app.setNow(new Date(`${month}-15T12:00:00Z`));
      await sell(month);
      await sell(`${month} again`);
    }
    app.setNow(new Date());
  });
  afterEach(async () => {
    await client.end();
    await app.close();
  });
}

export const sell = (key: string) =>
  app.send('POST', '/api/orders', {
    token: unit.key,
    body: {
      drinks: [
        {
          drinkId: unit.cubaLibre,
          pours: [{ ingredientId: unit.rum, position: '1', ml: 40, ms: 900, outcome: 'poured' }],
        },
      ],
    },
    headers: { 'idempotency-key': key },
  });

/** npm run partition. */
export const run = (...args: string[]) =>
  runHere((terminal) => runPartition(args, terminal), {
    environment: { DATA_DIR: folder, DATABASE_URL: urlOf(database.target) },
  });
