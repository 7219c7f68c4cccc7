import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { monthAt } from '../../db/partitions/months.ts';
import { createPartitions } from '../../db/partitions/tables.ts';
import { connect } from '../../db/pool/connect.ts';
import type { Db } from '../../db/tables/tables.ts';
import { isPartitioned } from '../../db/testing/database.ts';
import { sumSales } from '../sums/sum-sales.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { lockUnit } from '../units/units.queries.ts';
import { rebuildVenue } from './rebuild-venue.ts';
import { verifyVenue, verifyVenues } from './verify-venues.ts';

/** The job that compares a sample of venues: what it finds, where that is shown, and who gets which venue. */
describe('verify venues', () => {
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

  const rebuild = () =>
    rebuildVenue({ db: app.db, now: app.deps.now }, owner.venueId, new AbortController().signal);

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
    const [{ sales }] = await Promise.all([
      rebuild(),
      ...Array.from({ length: 6 }, (_, index) =>
        sellAt(noon - index * 7 * hourMs, index % 2 === 0 ? other : unit),
      ),
    ]);
    expect(sales).toBeGreaterThanOrEqual(40);
    const numbers = new Map([unit, other].map(({ id, unitNumber }) => [id, unitNumber]));
    expect(await verifyVenue(app.db, owner.venueId, numbers)).toEqual({
      sales: 46,
      differences: [],
    });
    const entry = await app.db
      .selectFrom('audit')
      .select(['on_behalf_of', 'address'])
      .where('action', '=', 'venue.sums_rebuilt')
      .executeTakeFirst();
    expect(entry).toEqual({ on_behalf_of: owner.userId, address: 'command line' });
  });

  test('a unit that is locked does not hold up the others of a rebuild', async () => {
    for (let others = 0; others < 3; others += 1) await createUnit(app, owner);
    const unbegun = `select unit_id from sums_progress where venue_id = $1 and rebuilt_from = 'infinity'`;
    const listUnbegun = async () => (await app.pool.query(unbegun, [owner.venueId])).rows;
    let rebuilt: Promise<unknown> = Promise.resolve();
    await app.db.transaction().execute(async (transaction) => {
      await lockUnit(transaction, { venue_id: owner.venueId, id: unit.id });
      rebuilt = rebuild();
      await expect.poll(listUnbegun).toEqual([{ unit_id: unit.id }]);
    });
    await rebuilt;
    expect(await listUnbegun()).toEqual([]);
  });
});

/** The check of operators finds each thing that is stored twice and does not agree. */
describe('verify venue', () => {
  let orderId: string;
  let failedId: string;
  withApp({ owner: 'Checked', unit: true, now: new Date('2026-07-03T00:00:00Z') });
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
    expect(found).toEqual([
      expect.stringMatching(
        /^Sums of pours of the day .*: stored nothing; from the hours pours 1, /,
      ),
      expect.stringMatching(
        /^Sums of pours of the month .*: stored pours 1, .*; from the days nothing\.$/,
      ),
    ]);
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
      new RegExp(
        `^Order ${orderId}, unit \\d+: tax \\$[\\d.]+; its drinks add up to \\$[\\d.]+\\.$`,
      ),
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
});
