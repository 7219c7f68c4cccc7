import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { sumSales } from '../../server/sums/sum-sales.ts';
import { createUnit, type TestUnit } from '../../server/testing/app.ts';
import { storedRollups, storedSums } from '../../server/testing/sales.ts';
import { withWorker } from './bundle-worker.ts';
import { randomSales } from './random-sales.ts';
import { app, owner, withApp } from '../../server/testing/with-app.ts';

let units: TestUnit[];
let sales: ReturnType<typeof randomSales>;
const runUntilKilled = withWorker('rebuild-worker');
withApp({ deps: { now: () => new Date(start + 120 * dayMs) }, owner: 'Rooftop' });
beforeAll(async () => {
  units = [await createUnit(app, owner), await createUnit(app, owner)];
  sales = randomSales({ app, owner, units }, random, moment);
});

const dayMs = 24 * 3_600_000;
const start = Date.UTC(2026, 2, 1);
const random = seededRandom(20_260_301);
const moment = () => start + Math.floor(random() * 110 * dayMs);
/** Runs a worker that is killed after so many statements. Returns whether it was, and did not complete before. */
const rebuildFor = (statements: number): Promise<boolean> =>
  runUntilKilled(app.databaseUrl, owner.venueId, String(statements));

/** Progress of the units of a rebuild that is not completed. */
async function reached(): Promise<number[]> {
  const { rows } = await sql<{ from: string }>`
    select extract(epoch from rebuilt_from) as from from sums_progress
    where rebuilt_from is not null order by unit_id
  `.execute(app.db);
  return rows.map(({ from }) => Number(from));
}

async function damage(): Promise<void> {
  await sql`delete from drink_rollups where unit_id = ${units[0]?.id}`.execute(app.db);
  await sql`update sales_rollups set orders = orders + 7`.execute(app.db);
  await sql`update drink_sums set glasses = glasses + 1 where grain <> 'month'`.execute(app.db);
  await sql`delete from pour_sums where grain = 'day'`.execute(app.db);
}

test(
  'a rebuild that is killed again and again goes on where it was, while sales come in, and counts each of them once',
  { timeout: 120_000 },
  async () => {
    for (let nth = 0; nth < 80; nth += 1) await sales.sell();
    await sumSales({ db: app.db });
    await damage();
    let kills = 0;
    let before = [Infinity, Infinity];
    while (await rebuildFor(40 + Math.floor(random() * 80))) {
      kills += 1;
      const now = await reached();
      now.forEach((from, nth) => expect(from).toBeLessThanOrEqual(before[nth] ?? Infinity));
      before = now;
      await sales.sellAndChange(1);
    }
    expect(kills).toBeGreaterThan(5);
    expect(await reached()).toEqual([]);
    const { rows: begun } =
      await sql`select from audit where action = 'venue.sums_rebuilt'`.execute(app.db);
    expect(begun).toHaveLength(1);
    await sumSales({ db: app.db });
    const stored = [await storedRollups(app, owner.venueId), await storedSums(app, owner.venueId)];
    await rebuildRollups(app.db);
    expect(stored).toEqual([
      await storedRollups(app, owner.venueId),
      await storedSums(app, owner.venueId),
    ]);
  },
);
