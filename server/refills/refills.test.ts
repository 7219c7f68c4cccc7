/** Refills and the refill list through HTTP. */
import { describe, expect, test } from 'vitest';
import { compareLevels } from '../stock/movements.queries.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import {
  addNights,
  addUnit,
  level,
  minutesAfter,
  movements,
  ninePm,
  refillAt,
  resultsOf,
  rum,
  saturday,
  sellMany,
  trackStock,
  withRefills,
} from '../testing/health.ts';

withRefills();

test('a refill sets the position to its level, and what was left stands in the ledger', async () => {
  await sellMany(10, saturday('20:00'));
  expect(await level()).toBe(550);
  const { body, status } = await refillAt(ninePm, [rum()]);
  expect(status).toBe(200);
  expect(body.refills).toEqual([{ key: 'a', position: 1, result: 'refilled', levelPercent: 100 }]);
  await sellMany(10, ninePm);
  await refillAt(minutesAfter(ninePm, 1), [
    rum({ key: 'b', levelPercent: 80, leftover: 'thrown_away' }),
  ]);
  await sellMany(10, minutesAfter(ninePm, 2));
  await refillAt(minutesAfter(ninePm, 3), [rum({ key: 'c', leftover: 'kept' })]);
  expect(await movements()).toEqual([
    'refilled 1: 550 > 1000 at 2026-06-14T01:00:00.000Z',
    'discarded 1: 550 > 0 at 2026-06-14T01:01:00.000Z',
    'refilled 1: 0 > 800 at 2026-06-14T01:01:00.000Z',
    'removed 1: 350 > 0 at 2026-06-14T01:03:00.000Z',
    'refilled 1: 0 > 1000 at 2026-06-14T01:03:00.000Z',
  ]);
  const compared = await compareLevels(app.db, owner.venueId);
  expect(compared.every(({ level_ml, ledger_ml }) => level_ml === ledger_ml)).toBe(true);
});

test('RUN-06 three places that were ticked offline and sent twice are three movements with right levels', async () => {
  const places = [2, 3].map((position) => ({
    venue_id: owner.venueId,
    unit_id: unit.id,
    position,
    ingredient_id: unit.rum,
    category: 'ROTENDER_CLASSIC',
    source: 'carousel',
    size_ml: 1000,
    remaining_ml: 100,
  }));
  await app.db.insertInto('unit_positions').values(places).execute();
  await sellMany(10, saturday('20:00'));
  // Ticked at 8:30 PM without network; four drinks were sold after that.
  await sellMany(4, saturday('20:45'));
  const ticks = [1, 2, 3].map((position, nth) =>
    rum({ key: `tick ${position}`, position, at: minutesAfter(saturday('20:30'), nth).getTime() }),
  );
  const first = await refillAt(ninePm, ticks);
  expect(resultsOf(first)).toEqual(['refilled', 'refilled', 'refilled']);
  const second = await refillAt(minutesAfter(ninePm, 1), ticks);
  expect(resultsOf(second)).toEqual(['refilled', 'refilled', 'refilled']);
  expect(await movements()).toEqual([
    'refilled 1: 370 > 820 at 2026-06-14T00:30:00.000Z',
    'refilled 2: 100 > 1000 at 2026-06-14T00:31:00.000Z',
    'refilled 3: 100 > 1000 at 2026-06-14T00:32:00.000Z',
  ]);
  expect([await level(1), await level(2), await level(3)]).toEqual([820, 1000, 1000]);
});

test('a refill of the past does not undo a later one', async () => {
  await sellMany(10, saturday('20:00'));
  await refillAt(saturday('20:40'), [rum({ key: 'now' })]);
  await sellMany(1, saturday('20:50'));
  const late = rum({ key: 'late', levelPercent: 50, at: saturday('20:30').getTime() });
  expect(resultsOf(await refillAt(ninePm, [late]))).toEqual(['superseded']);
  expect(await level()).toBe(955);
});

test('a refill of a full position that is sent again changes nothing, and is not listed', async () => {
  const first = await refillAt(ninePm, [rum()]);
  expect(resultsOf(first)).toEqual(['refilled']);
  await sellMany(10, minutesAfter(ninePm, 1));
  const again = await refillAt(minutesAfter(ninePm, 2), [rum()]);
  expect(again.body.refills).toMatchObject([{ result: 'refilled', levelPercent: 55 }]);
  expect(await level()).toBe(550);
  const { body } = await send('GET', `/api/units/${unit.unitNumber}/movements?position=1`);
  expect(body.movements).toMatchObject([{ kind: 'loaded' }]);
  const late = rum({ key: 'late', levelPercent: 50, at: minutesAfter(ninePm, -1).getTime() });
  expect(resultsOf(await refillAt(minutesAfter(ninePm, 3), [late]))).toEqual(['superseded']);
});

test('a discard from an empty bottle does not undo a refill that is reported after it', async () => {
  await sellMany(22, saturday('20:00'));
  const path = `/api/units/${unit.unitNumber}/discards`;
  const taken = { position: 1, ingredientId: unit.rum };
  const discard = async (key: string, ml: number, at: Date) => {
    app.setNow(at);
    const { status } = await send('POST', path, { discards: [{ key, ml, ...taken }] });
    expect(status).toBe(200);
  };
  await discard('rest', 10, saturday('20:10'));
  await discard('nothing', 10, saturday('20:40'));
  expect(await level()).toBe(0);
  const late = rum({ at: saturday('20:30').getTime() });
  expect(resultsOf(await refillAt(ninePm, [late]))).toEqual(['refilled']);
  expect(await level()).toBe(1000);
});

test('a position that holds something else by now is left alone, beside others that are refilled', async () => {
  await sellMany(2, saturday('20:00'));
  const answer = await refillAt(ninePm, [
    rum({ key: 'moved', ingredientId: unit.cola }),
    rum({ key: 'unknown', position: 9 }),
    rum({ key: 'right' }),
  ]);
  expect(answer.body.refills).toEqual([
    { key: 'moved', position: 1, result: 'moved', levelPercent: 100 },
    { key: 'unknown', position: 9, result: 'moved', levelPercent: null },
    { key: 'right', position: 1, result: 'refilled', levelPercent: 100 },
  ]);
});

test('twenty requests with the same key at once refill once', async () => {
  await sellMany(10, saturday('20:00'));
  app.setNow(ninePm);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refillAt(ninePm, [rum()])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await movements()).toHaveLength(1);
});

test('RUN-07 without inventory management nothing is refilled, and the list is there', async () => {
  await switchFlag(
    app.db,
    { venueId: owner.venueId, unitId: unit.id },
    'general--inventory-management',
    false,
  );
  await addNights(unit, 20);
  const { status, body } = await refillAt(ninePm, [rum()]);
  expect([status, body.error.message]).toEqual([
    409,
    'Inventory management is switched off for this unit, so refills cannot be recorded',
  ]);
  await app.db
    .updateTable('unit_positions')
    .set({ remaining_ml: 500 })
    .where('unit_id', '=', unit.id)
    .where('position', '=', 1)
    .execute();
  expect(await listAt(ninePm)).toMatchObject({
    tracked: false,
    units: [{ tracked: false, items: [{ name: 'Rum' }] }],
  });
});

test.each([
  [{ refills: [] }, 'refills'],
  [{ refills: [{ position: 1 }] }, 'refills.0.key'],
  [
    { refills: [{ key: 'a', position: 1, ingredientId: 'x', levelPercent: 0 }] },
    'refills.0.levelPercent',
  ],
  [
    { refills: [{ key: 'a', position: 1, ingredientId: 'x', levelPercent: 101 }] },
    'refills.0.levelPercent',
  ],
  [{ refills: [{ key: 'a', position: 0, ingredientId: 'x' }] }, 'refills.0.position'],
  [
    { refills: [{ key: 'a', position: 1, ingredientId: 'x', leftover: 'drunk' }] },
    'refills.0.leftover',
  ],
])('refuses %j', async (body, field) => {
  const answer = await send('POST', `/api/units/${unit.unitNumber}/refills`, body);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.fields ?? answer.body)).toContain(field);
});

test('a refill of more than 72 hours ago, or of the future, is refused', async () => {
  for (const at of [minutesAfter(ninePm, -72 * 60 - 1), minutesAfter(ninePm, 2)]) {
    const { status } = await refillAt(ninePm, [rum({ at: at.getTime() })]);
    expect(status).toBe(400);
  }
  expect(await movements()).toEqual([]);
});

const listAt = async (at: Date, query = ''): Promise<any> => {
  app.setNow(at);
  const { status, body, text } = await send(
    'GET',
    `/api/venues/${owner.venueId}/refill-list${query}`,
  );
  expect(status, text).toBe(200);
  return body;
};

describe('the refill list', () => {
  test('names the places to refill by unit, what runs out first at the top, and the load of all', async () => {
    const other = await addUnit();
    await trackStock(other);
    for (const one of [unit, other]) await addNights(one, 10);
    await app.db
      .updateTable('unit_positions')
      .set({ remaining_ml: 400 })
      .where('unit_id', 'in', [unit.id, other.id])
      .execute();
    const list = await listAt(ninePm);
    expect(list.plan).toBeNull();
    expect(list.units.map((one: any) => [one.unitNumber, one.tracked])).toEqual([
      [unit.unitNumber, true],
      [other.unitNumber, true],
    ]);
    const [{ items }] = list.units;
    // Both last 8 drinks at 10 an hour.
    expect(items.map((item: any) => [item.position, item.name, item.levelPercent])).toEqual([
      [1, 'Rum', 40],
      [101, 'Cola', 4],
    ]);
    expect(items[0]).toMatchObject({ sizeMl: 1000, note: null });
    expect(Date.parse(items[0].earliest)).toBeLessThan(Date.parse(items[0].likely));
    expect(list.load).toEqual([
      { name: 'Cola', sizeMl: 10_000, bottles: 2 },
      { name: 'Rum', sizeMl: 1000, bottles: 2 },
    ]);
    expect(list.atRisk).toBeGreaterThan(700);
  });

  test('is empty where everything lasts', async () => {
    await addNights(unit, 1);
    expect(await listAt(ninePm)).toMatchObject({ units: [], load: [], atRisk: 0 });
  });

  test('reaches to the next planned refill', async () => {
    const path = `/api/venues/${owner.venueId}/refill-plan`;
    app.setNow(ninePm);
    expect((await send('PUT', path, { at: '16:00' })).body).toEqual({ at: '16:00' });
    const list = await listAt(ninePm);
    expect([list.plan, list.until]).toEqual(['16:00', '2026-06-14T20:00:00.000Z']);
    expect((await listAt(ninePm, '?until=close')).until).toBe('2026-06-14T09:00:00.000Z');
    for (const at of ['24:00', '4 PM', ''])
      expect((await send('PUT', path, { at })).status).toBe(400);
    expect((await send('PUT', path, { at: null })).body).toEqual({ at: null });
    expect((await listAt(ninePm)).plan).toBeNull();
  });
});
