import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { sweepChanges } from '../changes/sweep-changes.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import { countDrinks, countPours, insertSales, storedSums } from '../testing/sales.ts';
import { readDrinkSums, readPourSums } from './read-sums.queries.ts';
import { sumSales } from './sum-sales.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 5, 1);
withApp({
  owner: { each: 'Rooftop' },
  unit: 'each',
  now: new Date(start + 30 * 24 * hourMs),
});

const noon = start + 12 * hourMs;
const everything = { startMs: start - 1000 * 24 * hourMs, endMs: start + 1000 * 24 * hourMs };

const request = async (method: string, url: string, token: string, body?: object) => {
  const response = await app.send(method, url, { token, body });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body;
};
const sell = async (date: number, drinks: object[], seller = unit): Promise<string> =>
  (await request('POST', '/api/orders', seller.key, { date, drinks })).id;
const correct = (orderId: string, date: number) =>
  request('PUT', `/api/orders/${orderId}`, owner.token, { date: new Date(date).toISOString() });
/** Of the first drink: whole, or a number of its glasses, as `&glasses=1`. */
const refund = (orderId: string, glasses = '') =>
  request('GET', `/api/orders/${orderId}/refund?drinkIndexes=0${glasses}`, owner.token);
const sum = () => sumSales({ db: app.db });
const scope = () => ({ venueId: owner.venueId, unitId: null });

const readDrinks = async (range: { startMs: number; endMs: number }) => {
  const rows = await readDrinkSums(app.db, scope(), [range]);
  return Object.fromEntries(
    rows.map((row) => {
      const isOnMenu = [unit.cubaLibre, other?.cubaLibre].includes(row.drink_key);
      const values = [row.glasses, row.poured_glasses, row.failed_glasses, row.comp_glasses];
      return [
        `${row.unit_id} ${isOnMenu ? row.drink_key : row.name} ${row.is_double}`,
        [...values, row.refunded_glasses, row.sales_cents, row.list_cents],
      ];
    }),
  );
};
const readPours = async (range: { startMs: number; endMs: number }) => {
  const rows = await readPourSums(app.db, scope(), [range]);
  return Object.fromEntries(
    rows.map((row) => {
      const ends = [row.empty, row.blocked, row.timeouts, row.partials, row.cancelled];
      const values = [row.pours, row.expected_ml, row.poured_ml, row.flow_ml, row.flow_ms];
      return [`${row.unit_id} ${row.ingredient_id} ${row.position}`, [...values, ...ends]];
    }),
  );
};
/** Second unit of the tests that have one. */
let other: TestUnit | undefined;

test('drinks are summed by hour, day and month, with doubles, failed and free glasses, refunds and list prices', async () => {
  const pours = [
    { ingredientId: unit.rum, position: '1', ml: 90, ms: 4500, outcome: 'poured' },
    { ingredientId: unit.rum, position: '1', ml: 31.5, ms: 2000, outcome: 'empty' },
    { ingredientId: unit.cola, position: '101', ml: 45, ms: 0, outcome: 'poured' },
  ];
  const line = { drinkId: unit.cubaLibre, isDouble: true, quantity: 2, successQuantity: 1, pours };
  await sell(noon, [line, { ingredients: [unit.rum] }]);
  await refund(await sell(noon + 1000, [{ drinkId: unit.cubaLibre }]));
  await sell(noon + 2 * hourMs, [{ drinkId: unit.cubaLibre }]);
  await sum();
  const rows = await app.db
    .selectFrom('drink_sums')
    .selectAll()
    .where('venue_id', '=', owner.venueId)
    .orderBy('bucket')
    .orderBy('grain')
    .orderBy('name')
    .orderBy('is_double')
    .execute();
  const none = { failed_glasses: 0, comp_glasses: 0, refunded_glasses: 0 };
  const cubaLibre = { name: 'Cuba Libre', drink_key: unit.cubaLibre };
  const two = { ...cubaLibre, is_double: true, glasses: 2, poured_glasses: 1 };
  const double = { ...two, ...none, failed_glasses: 1, sales_cents: 2900, list_cents: 2900 };
  const rum = { name: 'Rum', is_double: false, glasses: 1, ...none, sales_cents: 700 };
  const single = { ...cubaLibre, is_double: false, ...none };
  const refunded = { ...single, glasses: 1, refunded_glasses: 1, sales_cents: 0, list_cents: 0 };
  const both = { ...single, glasses: 2, refunded_glasses: 1, sales_cents: 900, list_cents: 900 };
  const last = { ...single, glasses: 1, sales_cents: 900, list_cents: 900 };
  const at = (ms: number) => ({ bucket: new Date(ms) });
  expect(rows).toMatchObject([
    ...[both, double, rum].map((row) => ({ grain: 'day', ...at(start), ...row })),
    ...[both, double, rum].map((row) => ({ grain: 'month', ...at(start), ...row })),
    ...[refunded, double, rum].map((row) => ({ grain: 'hour', ...at(noon), ...row })),
    { grain: 'hour', ...at(noon + 2 * hourMs), ...last },
  ]);
  const poured = await app.db
    .selectFrom('pour_sums')
    .selectAll()
    .where('venue_id', '=', owner.venueId)
    .where('grain', '=', 'day')
    .orderBy('position')
    .execute();
  const whole = { blocked: 0, timeouts: 0, partials: 0, cancelled: 0 };
  const rumPours = { pours: 2, expected_ml: 180, poured_ml: 121.5, flow_ml: 90, flow_ms: 4500 };
  const colaPours = { pours: 1, expected_ml: 90, poured_ml: 45, flow_ml: 0, flow_ms: 0 };
  expect(poured).toMatchObject([
    { ingredient_id: unit.rum, position: 1, ...whole, ...rumPours, empty: 1 },
    { ingredient_id: unit.cola, position: 101, ...whole, ...colaPours, empty: 0 },
  ]);
});

describe('figures are exact at any moment', () => {
  const random = seededRandom(20_260_601);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  /** Within three days, often in the same hours. */
  const moment = () => start + Math.floor(random() ** 2 * 72 * hourMs);

  function drinkOf(seller: TestUnit): object {
    const outcome = pick(['poured', 'poured', 'partial', 'empty', 'blocked', 'timeout']);
    const pour = { ingredientId: seller.rum, position: '1', ml: pick([45, 44.5, 0]), ms: 2000 };
    const quantity = pick([1, 1, 2]);
    return {
      ...(random() < 0.3 ? { ingredients: [seller.rum] } : { drinkId: seller.cubaLibre }),
      quantity,
      isDouble: random() < 0.3,
      successQuantity: pick([0, quantity]),
      ...(random() < 0.8 && { pours: [{ ...pour, outcome }] }),
    };
  }

  test('of random sales, refunds and corrections, summed up to random moments, over random ranges', async () => {
    other = await createUnit(app, owner);
    const sold: string[] = [];
    for (let round = 0; round < 60; round += 1) {
      const seller = pick([unit, other]);
      sold.push(await sell(moment(), [drinkOf(seller), drinkOf(seller)], seller));
      if (random() < 0.3) await correct(pick(sold), moment());
      if (random() < 0.4) await refund(sold.at(-1) ?? '', pick(['', '&glasses=1']));
      if (random() < 0.15) await sum();
      const [from = 0, to = 0] = [moment(), moment()].toSorted((a, b) => a - b);
      const range = pick([everything, { startMs: from, endMs: to }]);
      expect(await readDrinks(range)).toEqual(await countDrinks(app, owner.venueId, range));
      expect(await readPours(range)).toEqual(await countPours(app, owner.venueId, range));
    }
    await sum();
    const stored = await storedSums(app, owner.venueId);
    await rebuildRollups(app.db);
    expect(stored).toEqual(await storedSums(app, owner.venueId));
    other = undefined;
  });

  test('before anything is summed, and while days are summed one after the other', async () => {
    for (let day = 0; day < 4; day += 1) await sell(noon + day * 24 * hourMs, [drinkOf(unit)]);
    const expected = await countDrinks(app, owner.venueId, everything);
    expect(await readDrinks(everything)).toEqual(expected);
    await sum();
    await app.db
      .updateTable('sums_progress')
      .set({ summed_from: new Date(start + 48 * hourMs) })
      .where('venue_id', '=', owner.venueId)
      .execute();
    await sql`
      update drink_sums set glasses = 77
      where venue_id = ${owner.venueId} and bucket < ${new Date(start + 48 * hourMs)}
    `.execute(app.db);
    expect(await readDrinks(everything)).toEqual(expected);
    await sum();
    const sales = await app.db
      .selectFrom('drink_sums')
      .select(({ fn }) => fn.sum<number>('glasses').as('glasses'))
      .where('venue_id', '=', owner.venueId)
      .where('grain', '=', 'day')
      .executeTakeFirstOrThrow();
    expect(sales.glasses).toBe(
      Object.values(expected).reduce((all, [glasses = 0]) => all + glasses, 0),
    );
  });

  test('after a correction of an earlier release, which does not say when the sale was', async () => {
    const orderId = await sell(noon, [drinkOf(unit)]);
    await sum();
    await correct(orderId, noon + 24 * hourMs);
    await sql`update changes set detail = null where order_id = ${orderId}`.execute(app.db);
    const expected = await countDrinks(app, owner.venueId, everything);
    expect(await readDrinks(everything)).toEqual(expected);
    await sum();
    expect(await readDrinks(everything)).toEqual(expected);
    const stored = await storedSums(app, owner.venueId);
    await rebuildRollups(app.db);
    expect(stored).toEqual(await storedSums(app, owner.venueId));
  });
});

test('many sales are summed in several batches, earlier days as well as what the log has', async () => {
  const expectExact = async () => {
    expect(await readDrinks(everything)).toEqual(await countDrinks(app, owner.venueId, everything));
  };
  const place = { venueId: owner.venueId, unitId: unit.id };
  await insertSales(app, place, { count: 1300, startMs: noon, first: null });
  await expectExact();
  await sum();
  const { last_number: last } = await app.db
    .selectFrom('unit_state')
    .select('last_number')
    .where('unit_id', '=', unit.id)
    .executeTakeFirstOrThrow();
  await insertSales(app, place, { count: 1300, startMs: noon, first: last + 1 });
  await expectExact();
  await sum();
  await expectExact();
  const progress = await sql`
    select summed_to, summed_from::text as summed_from from sums_progress where unit_id = ${unit.id}
  `.execute(app.db);
  expect(progress.rows).toEqual([{ summed_to: last + 1300, summed_from: '-infinity' }]);
  const stored = await storedSums(app, owner.venueId);
  await rebuildRollups(app.db);
  expect(stored).toEqual(await storedSums(app, owner.venueId));
});

describe('months that are over', () => {
  const monthly = () =>
    app.db
      .selectFrom('drink_sums')
      .select(['bucket', 'glasses'])
      .where('venue_id', '=', owner.venueId)
      .where('grain', '=', 'month')
      .orderBy('bucket')
      .execute();
  const year = { startMs: Date.UTC(2025, 11, 31, 5), endMs: Date.UTC(2026, 11, 31, 5) };
  const june = new Date(start);

  test('are summed, and a late sale and a refund change them', async () => {
    const first = await sell(noon, [{ drinkId: unit.cubaLibre, quantity: 2 }]);
    await sum();
    expect(await monthly()).toEqual([{ bucket: june, glasses: 2 }]);
    await sell(noon + 48 * hourMs, [{ drinkId: unit.cubaLibre }]);
    await refund(first);
    expect(await readDrinks(year)).toEqual(await countDrinks(app, owner.venueId, year));
    await sum();
    expect(await monthly()).toEqual([{ bucket: june, glasses: 3 }]);
    expect(await readDrinks(year)).toEqual(await countDrinks(app, owner.venueId, year));
  });

  test('a process of the release before leaves them as they are: they are read by day, and made anew', async () => {
    await sell(noon, [{ drinkId: unit.cubaLibre }]);
    await sum();
    await sell(noon, [{ drinkId: unit.cubaLibre }]);
    await sum();
    await app.pool.query(`update sums_progress set months_number = months_number - 1`);
    await app.pool.query(`update drink_sums set glasses = 1 where grain = 'month'`);
    expect(await readDrinks(year)).toEqual(await countDrinks(app, owner.venueId, year));
    await sum();
    expect(await monthly()).toEqual([{ bucket: june, glasses: 2 }]);
  });
});

test('servings that are filled in after the sale change no sums', async () => {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 31, ms: 2000, outcome: 'partial' }];
  await sell(noon, [{ drinkId: unit.cubaLibre, pours }]);
  const unknown = await sell(noon, [{ drinkId: unit.cubaLibre, pours }]);
  await app.db
    .updateTable('ordered_drinks')
    .set({ snapshot: false })
    .where('order_id', '=', unknown)
    .execute();
  await sum();
  const [row] = await readPourSums(app.db, scope(), [everything]);
  expect(row).toMatchObject({ pours: 2, expected_ml: 45 + 31, poured_ml: 62, partials: 2 });
});

test('ranges are read together, and a drink has its newest name', async () => {
  await sell(noon, [{ drinkId: unit.cubaLibre }]);
  await sum();
  await request('PUT', `/api/drinks/${unit.cubaLibre}`, owner.token, { name: 'Mentirita' });
  await sell(noon + 30 * hourMs, [{ drinkId: unit.cubaLibre }]);
  const nights = [0, 1, 2].map((night) => ({
    startMs: start + (night * 24 + 4.5) * hourMs,
    endMs: start + (night * 24 + 28.5) * hourMs,
  }));
  const rows = await readDrinkSums(app.db, scope(), [...nights, everything]);
  expect(rows.map(({ nth, name, glasses }) => [nth, name, glasses])).toEqual([
    [0, 'Cuba Libre', 1],
    [1, 'Mentirita', 1],
    [3, 'Mentirita', 2],
  ]);
});

test('changes that are not summed yet are kept, however old they are', async () => {
  await sell(noon, [{ drinkId: unit.cubaLibre }]);
  const changes = () =>
    app.db.selectFrom('changes').select('number').where('unit_id', '=', unit.id).execute();
  const now = app.deps.now();
  await sum();
  const summed = (await changes()).length;
  await sell(noon, [{ drinkId: unit.cubaLibre }]);
  app.setNow(new Date(now.getTime() + 36 * 24 * hourMs));
  await sweepChanges({ db: app.db, now: app.deps.now });
  expect(await changes()).toHaveLength(1);
  expect(summed).toBeGreaterThan(0);
  await sum();
  await sweepChanges({ db: app.db, now: app.deps.now });
  expect(await changes()).toEqual([]);
});
