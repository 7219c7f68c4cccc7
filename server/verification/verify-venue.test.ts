/** The check of operators finds each thing that is stored twice and does not agree. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { connect } from '../../db/pool/connect.ts';
import type { Db } from '../../db/tables/tables.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { sumSales } from '../sums/sum-sales.ts';
import { rebuildVenue } from './rebuild-venue.ts';
import { verifyVenue } from './verify-venues.ts';

let orderId: string;
let failedId: string;
withApp({ owner: 'Checked', unit: true });
beforeAll(async () => {
  const sell = (body: object) => app.send('POST', '/api/orders', { token: unit.key, body });
  const pour = { ingredientId: unit.rum, position: '1', ml: 45, ms: 2000, outcome: 'poured' };
  const order = (minute: number, quantity: number) => ({
    unitNumber: unit.unitNumber,
    date: `2026-07-01T20:0${minute}:00Z`,
    tips: 1.5,
    processingFee: 0.3,
    drinks: [
      { drinkId: unit.cubaLibre, quantity },
      { ingredients: [unit.rum], pours: minute === 1 ? [pour] : [] },
    ],
  });
  for (const minute of [1, 2, 3]) await sell(order(minute, minute));
  orderId = (await sell(order(4, 1))).body.id;
  const failed = { drinkId: unit.cubaLibre, quantity: 3, successQuantity: 1 };
  const date = '2026-07-01T20:05:00Z';
  failedId = (await sell({ date, tips: 1, drinks: [failed] })).body.id;
  const { token } = owner;
  await app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0`, { token });
  await app.send('PUT', `/api/orders/${orderId}`, {
    token,
    body: { date: '2026-07-02T01:00:00Z' },
  });
});

const verify = (db = app.db) =>
  verifyVenue(db, owner.venueId, new Map([[unit.id, unit.unitNumber]]));

test('sales, a refund and a date that was corrected agree', async () => {
  expect(await verify()).toEqual({ sales: 5, differences: [] });
});

/** Runs the statement, which breaks something, and afterwards the other. */
async function whileBroken(statement: string, mend: string): Promise<string[]> {
  await app.pool.query(statement);
  try {
    return (await verify()).differences;
  } finally {
    await app.pool.query(mend);
  }
}

test('an hour that differs from its sales is found, and the day that it is part of', async () => {
  const change = (by: number) =>
    `update sales_rollups set sales_cents = sales_cents + ${by}
     where grain = 'hour' and bucket = '2026-07-01T20:00:00Z'`;
  const found = await whileBroken(change(5), change(-5));
  expect(found).toHaveLength(2);
  expect(found[0]).toMatch(
    /^Rollup of the hour 2026-07-01T20:00:00.000Z, unit \d+: stored sales_cents (\d+); from the sales sales_cents (\d+)\.$/,
  );
  expect(found[1]).toMatch(/^Rollup of the day 2026-07-01T00:00:00.000Z, .* from the hours /);
});

test('sums of a drink that are missing are found', async () => {
  const { rows } = await app.pool.query(
    `delete from drink_rollups where grain = 'month' and name = 'Cuba Libre' returning *`,
  );
  const found = (await verify()).differences;
  await app.db.insertInto('drink_rollups').values(rows).execute();
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(
    /^Rollup of the month 2026-07-01T00:00:00.000Z, unit \d+, Cuba Libre: stored nothing; from the days quantity \d+, amount_cents \d+\.$/,
  );
});

test('a sum of drinks and one of pours that differ are found, in the hour and its day', async () => {
  await sumSales({ db: app.db });
  expect((await verify()).differences).toEqual([]);
  const drinks = (by: number) =>
    `update drink_sums set glasses = glasses + ${by} where grain = 'hour' and name = 'Rum'
     and bucket = '2026-07-01T20:00:00Z'`;
  const [hour, day, ...others] = await whileBroken(drinks(5), drinks(-5));
  expect(hour).toMatch(
    /^Sums of drinks of the hour 2026-07-01T20:00:00.000Z, unit \d+: stored glasses 8; from the sales glasses 3\.$/,
  );
  expect(day).toMatch(/^Sums of drinks of the day 2026-07-01T00:00:00.000Z, .* from the hours /);
  expect(others).toEqual([]);
  const { rows } = await app.pool.query(`delete from pour_sums where grain = 'day' returning *`);
  const found = (await verify()).differences;
  await app.db.insertInto('pour_sums').values(rows).execute();
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(
    /^Sums of pours of the day .*: stored nothing; from the hours pours 1, /,
  );
});

test('what is not summed yet is no difference', async () => {
  await app.pool.query(`update drink_sums set glasses = 0`);
  await app.pool.query(`update sums_progress set summed_from = 'infinity'`);
  expect((await verify()).differences).toEqual([]);
  await sumSales({ db: app.db });
  expect((await verify()).differences).toEqual([]);
});

test('an order whose drinks do not add up is found', async () => {
  const change = (by: number) =>
    `update orders set tax_cents = tax_cents + ${by} where id = '${orderId}'`;
  const [sentence, ...others] = await whileBroken(change(1), change(-1));
  expect(sentence).toMatch(
    new RegExp(`^Order ${orderId}, unit \\d+: tax \\$[\\d.]+; its drinks add up to \\$[\\d.]+\\.$`),
  );
  expect(others).toEqual([]);
});

test('a case that is missing or owes another amount is found', async () => {
  const change = (by: number) =>
    `update pour_cases set owed_cents = owed_cents + ${by} where order_id = '${failedId}'`;
  const [changed, ...others] = await whileBroken(change(5), change(-5));
  expect(changed).toMatch(
    /^Case of drink 0 of order \S+, unit \d+: stored 2 failed, \$[\d.]+ owed, \$0.00 refunded; from the sale 2 failed, /,
  );
  expect(others).toEqual([]);
  const { rows } = await app.pool.query(`delete from pour_cases returning *`);
  const missing = (await verify()).differences;
  await app.db.insertInto('pour_cases').values(rows).execute();
  expect(missing).toEqual([expect.stringMatching(/: stored nothing; from the sale 2 failed, /)]);
});

test('a level that differs from the stock ledger is found', async () => {
  const change = (by: number) =>
    `update unit_positions set remaining_ml = remaining_ml + ${by} where position = 1`;
  const found = await whileBroken(change(-1), change(1));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(
    /^Level of unit \d+, position 1: [\d.]+ ml; the stock ledger has [\d.]+ ml\.$/,
  );
});

test('an entry of the change log that is missing is found', async () => {
  const { rows } = await app.pool.query(`delete from changes where number = 2 returning *`);
  const found = (await verify()).differences;
  await app.db.insertInto('changes').values(rows).execute();
  expect(found).toHaveLength(1);
  const [, entries, last, lastOfUnit] =
    /^Change log of unit \d+: (\d+) entries from 1 to (\d+); the unit's last number is (\d+)\.$/.exec(
      found[0] ?? '',
    ) ?? [];
  expect([Number(entries) + 1, lastOfUnit]).toEqual([Number(last), last]);
  expect((await verify()).differences).toEqual([]);
});

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['compared', verify],
  [
    'rebuilt',
    (db) => rebuildVenue({ db, now: app.deps.now }, owner.venueId, new AbortController().signal),
  ],
])('a venue is %s also where a statement takes longer than its limit', async (_, work) => {
  const limited = connect({ url: app.databaseUrl }, { max: 1, statementTimeoutMs: 500 });
  const countSlow = async () =>
    (
      await app.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'
           and clock_timestamp() - query_start > interval '700 ms'`,
      )
    ).rowCount;
  let working: Promise<unknown> = Promise.resolve();
  await app.db.transaction().execute(async (transaction) => {
    await sql`lock table orders in access exclusive mode`.execute(transaction);
    working = work(limited.db);
    working.catch(() => undefined);
    await expect.poll(countSlow).toBe(1);
  });
  await working;
  await limited.close();
});
