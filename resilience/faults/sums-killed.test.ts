import { beforeAll, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { readDrinkSums } from '../../server/sums/read-sums.queries.ts';
import { sumSales } from '../../server/sums/sum-sales.ts';
import { createUnit } from '../../server/testing/app.ts';
import { storedSums } from '../../server/testing/sales.ts';
import { withWorker } from './bundle-worker.ts';
import { pickOf, randomSales } from './random-sales.ts';
import { app, owner, withApp } from '../../server/testing/with-app.ts';

let sales: ReturnType<typeof randomSales>;
const runUntilKilled = withWorker('sums-worker');
withApp({ owner: 'Rooftop' });
beforeAll(async () => {
  const units = [await createUnit(app, owner), await createUnit(app, owner)];
  sales = randomSales({ app, owner, units }, random, moment);
});

const kills = 100;
const atOnce = 5;
const start = Date.UTC(2026, 5, 1);
const random = seededRandom(20_260_601);
const moment = () => start + Math.floor(random() * 72 * 3_600_000);
/** Runs a worker until it is killed. */
async function killOne(): Promise<void> {
  const statements = String(1 + Math.floor(random() * 40));
  const moments = ['after', 'during'];
  const words = [statements, pickOf(moments, random)];
  expect(await runUntilKilled(app.databaseUrl, ...words)).toBe(true);
}

/** Glasses by the sums, as they are read, and by the sales. */
async function countGlasses(): Promise<[summed: number, sold: number]> {
  const everything = { startMs: 0, endMs: Date.UTC(2100, 0, 1) };
  const scope = { venueId: owner.venueId, unitId: null };
  const sums = await readDrinkSums(app.db, scope, [everything]);
  const { glasses } = await app.db
    .selectFrom('ordered_drinks')
    .select(({ fn }) => fn.sum<number>('quantity').as('glasses'))
    .executeTakeFirstOrThrow();
  return [sums.reduce((all, row) => all + row.glasses, 0), glasses];
}

test(
  'BASE-02 a worker that is killed at 100 moments leaves sums as they are rebuilt from the sales',
  { timeout: 120_000 },
  async () => {
    for (let nth = 0; nth < 40; nth += 1) await sales.sell();
    for (let killed = 0; killed < kills; killed += atOnce) {
      const workers = Array.from({ length: atOnce }, killOne);
      await sales.sellAndChange(3);
      await Promise.all(workers);
      const [summed, counted] = await countGlasses();
      expect(summed).toBe(counted);
    }
    await sumSales({ db: app.db });
    const stored = await storedSums(app, owner.venueId);
    await rebuildRollups(app.db);
    expect(stored).toEqual(await storedSums(app, owner.venueId));
  },
);
