/** The job that compares a sample of venues: what it finds, where that is shown, and who gets which venue. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { monthAt } from '../../db/partitions/months.ts';
import { createPartitions } from '../../db/partitions/tables.ts';
import { isPartitioned } from '../../db/testing/database.ts';
import { app, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { testOutbox } from '../testing/messages.ts';
import { rebuildVenue } from './rebuild-venue.ts';
import { verifyVenue, verifyVenues } from './verify-venues.ts';

const metricsToken = 'prometheus-may-read';
const hourMs = 3_600_000;
const noon = Date.UTC(2026, 6, 14, 12);
let owner: TestOwner;
let unit: TestUnit;
let owners = 0;

withApp({ deps: { metricsToken } });
beforeAll(async () => {
  await addSuperAdmin(app);
  // Sales before the first partition count as detached, and the first one is that of today.
  if (isPartitioned) {
    const first = monthAt(Date.UTC(2026, 0));
    for (const statement of createPartitions('public', first)) await app.pool.query(statement);
  }
});
beforeEach(async () => {
  app.setNow(new Date(noon));
  await app.pool.query('update venue_verifications set verify_at = $1', ['9999-01-01']);
  owners += 1;
  owner = await addOwner(app, `Sampled ${owners}`);
  unit = await createUnit(app, owner);
});

const sellAt = async (ms: number, seller = unit): Promise<void> => {
  const { status, text } = await app.send('POST', '/api/orders', {
    token: seller.key,
    body: { date: ms, tips: 1.5, drinks: [{ drinkId: seller.cubaLibre, quantity: 2 }] },
  });
  expect(status, text).toBe(201);
};

/** Runs the job a day after the last time. Returns what it logs. */
async function runJob(mostSales?: number): Promise<string[]> {
  app.setNow(new Date(app.deps.now().getTime() + 24 * hourMs));
  const { deps, errors } = testOutbox(app);
  await verifyVenues(deps, mostSales);
  return errors;
}

const changeHour = (ms: number, cents: number) =>
  app.pool.query(
    `update sales_rollups set sales_cents = sales_cents + $3
     where venue_id = $1 and grain = 'hour' and bucket = $2`,
    [owner.venueId, new Date(ms), cents],
  );

const admin = 'admin@example.com';
const attention = async (email: string): Promise<object[]> => {
  const path = `/api/venues/${owner.venueId}/overview?timezone=UTC`;
  const { body } = await app.send('GET', path, { token: await app.login(email) });
  return body.attention.filter(({ kind }: { kind: string }) => kind === 'figures');
};

const figures = async (): Promise<string[]> => {
  const { text } = await app.send('GET', '/metrics', { token: metricsToken });
  return text.match(/^barback_verified_venues\{.*$/gm) ?? [];
};

const verified = async (): Promise<{ verified_at: Date | null; earlier_than: Date | null }> =>
  app.db
    .selectFrom('venue_verifications')
    .select(['verified_at', 'earlier_than'])
    .where('venue_id', '=', owner.venueId)
    .executeTakeFirstOrThrow();

test('a venue of which everything agrees raises nothing', async () => {
  await sellAt(noon - hourMs);
  expect(await runJob()).toEqual([]);
  expect((await verified()).verified_at).toEqual(app.deps.now());
  expect(await attention(admin)).toEqual([]);
});

test('a cent that a rollup has too much is logged, counted, and shown to super admins until it is gone', async () => {
  await sellAt(noon - hourMs);
  await changeHour(noon - hourMs, 1);
  const [logged, ...others] = await runJob();
  expect(others).toEqual([]);
  expect(logged).toMatch(
    /^The figures of venue \S+ differ from its sales \(2\): Rollup of the hour 2026-07-14T11:00:00.000Z, unit \d+: stored sales_cents \d+; from the sales sales_cents \d+\. Rollup of the day /,
  );
  expect(logged).toContain(owner.venueId);
  expect(await attention(admin)).toMatchObject([
    {
      unitNumber: null,
      text: expect.stringMatching(
        /^2 stored figures differ from the sales\. Rollup of the hour 2026-07-14T11:00:00.000Z, /,
      ),
    },
  ]);
  expect(await attention(owner.email)).toEqual([]);
  expect(await figures()).toContain('barback_verified_venues{result="differing"} 1');
  // It repairs nothing.
  expect(await runJob()).toHaveLength(1);
  await changeHour(noon - hourMs, -1);
  expect(await runJob()).toEqual([]);
  expect(await attention(admin)).toEqual([]);
  expect(await figures()).toContain('barback_verified_venues{result="differing"} 0');
});

test('a run reads a span of sales, goes on with earlier ones, and looks at what differed again', async () => {
  const dayMs = 24 * hourMs;
  for (let day = 1; day <= 6; day += 1) await sellAt(noon - day * dayMs);
  await changeHour(noon - 6 * dayMs, 1);
  // Two sales at a time: the newest two, and then the two before.
  expect(await runJob(2)).toEqual([]);
  expect((await verified()).earlier_than).toEqual(new Date(noon - 4 * dayMs));
  const differs = expect.stringContaining('Rollup of the hour 2026-07-08T12:00:00.000Z');
  expect(await runJob(2)).toEqual([differs]);
  // What is sold meanwhile does not hide it.
  for (let minute = 0; minute < 5; minute += 1) await sellAt(noon + minute * 60_000);
  expect(await runJob(2)).toEqual([differs]);
  await changeHour(noon - 6 * dayMs, -1);
  expect(await runJob(2)).toEqual([]);
});

test('a level that differs from the ledger is found, and a venue that has not sold for long is left out', async () => {
  await sellAt(noon - hourMs);
  await app.db
    .updateTable('unit_positions')
    .set({ remaining_ml: 1 })
    .where('unit_id', '=', unit.id)
    .where('position', '=', 1)
    .execute();
  expect(await runJob()).toEqual([expect.stringMatching(/Level of unit \d+, position 1: 1 ml/)]);
  app.setNow(new Date(noon + 40 * 24 * hourMs));
  expect(await runJob()).toEqual([]);
});

test('of several processes, one compares a venue', async () => {
  await sellAt(noon - hourMs);
  await changeHour(noon - hourMs, 1);
  app.setNow(new Date(noon + 24 * hourMs));
  const outboxes = Array.from({ length: 6 }, () => testOutbox(app));
  await Promise.all(outboxes.map(({ deps }) => verifyVenues(deps)));
  expect(outboxes.flatMap(({ errors }) => errors)).toHaveLength(1);
});

test('sums are rebuilt from the sales while sales arrive, and agree afterwards', async () => {
  const other = await createUnit(app, owner);
  for (let hour = 1; hour <= 40; hour += 1)
    await sellAt(noon - hour * 7 * hourMs, hour % 2 === 0 ? other : unit);
  await app.pool.query('delete from drink_rollups where venue_id = $1', [owner.venueId]);
  await app.pool.query(
    `update sales_rollups set orders = orders + 7, price_cents = 1 where venue_id = $1`,
    [owner.venueId],
  );
  await changeHour(noon - 3 * hourMs, 5);
  // Of an hour without sales.
  await app.pool.query(
    `update sales_rollups set bucket = '2026-01-01T00:00:00Z'
     where venue_id = $1 and grain = 'hour' and bucket = $2`,
    [owner.venueId, new Date(noon - 7 * hourMs)],
  );
  const [sales] = await Promise.all([
    rebuildVenue({ db: app.db, now: app.deps.now }, owner.venueId, new AbortController().signal),
    ...Array.from({ length: 6 }, (_, index) =>
      sellAt(noon - index * 7 * hourMs, index % 2 === 0 ? other : unit),
    ),
  ]);
  expect(sales).toBeGreaterThanOrEqual(40);
  const numbers = new Map([unit, other].map(({ id, unitNumber }) => [id, unitNumber]));
  expect(await verifyVenue(app.db, owner.venueId, numbers)).toEqual({ sales: 46, differences: [] });
  const entry = await app.db
    .selectFrom('audit')
    .select(['on_behalf_of', 'address'])
    .where('action', '=', 'venue.sums_rebuilt')
    .executeTakeFirst();
  expect(entry).toEqual({ on_behalf_of: owner.userId, address: 'command line' });
});
