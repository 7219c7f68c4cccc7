import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { urlOf } from '../../db/testing/target.ts';
import { withTestFolder } from '../../db/testing/with-folder.ts';
import { cuts, startCutProxy, throughProxy } from './cut-proxy.ts';
import { databaseCuts } from './database-cut.ts';

const dataDir = withTestFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('none');
});
afterAll(() => database.drop());

test(
  'however the database is cut off, every client receives a clear response, and no order is lost or duplicated',
  { timeout: 120_000 },
  async () => {
    const { target, urlOn } = throughProxy(urlOf(database.target));
    const proxy = await startCutProxy(target);
    const outcome = await databaseCuts(
      { dataDir, databaseUrl: urlOn(proxy.port) },
      {
        clients: 3,
        cutMs: 0,
        cuts: cuts.map((name) => ({
          name,
          begin: () => proxy.become(name),
          end: () => proxy.become('open'),
        })),
      },
    );
    await proxy.close();
    expect(outcome).toMatchObject({
      lost: [],
      doubled: 0,
      centsApart: 0,
      otherwise: 0,
      unclear: [],
      leaked: 0,
      jobsGoOn: true,
    });
    expect(Object.keys(outcome.healMs)).toEqual(cuts);
  },
);
