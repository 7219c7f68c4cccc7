/** Stock on hand and counts, through HTTP. */
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { level, minutesAfter, saturday, sell, signInAt, withRefills } from '../testing/health.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import { compareLevels } from '../stock/movements.queries.ts';

withRefills();

const two = saturday('02:00');
const at = (path: string) => `/api/venues/${owner.venueId}${path}`;
const rumPour = (ml: number) => ({
  successQuantity: 1,
  pours: [{ ingredientId: unit.rum, position: '1', ml, ms: 900, outcome: 'poured' }],
});

let countId: string;
const start = async () => {
  const { status, text, body } = await send('POST', at('/counts'), {});
  expect(status, text).toBe(200);
  return String(body.id);
};
const rumLine = (key: string, ml: number, time: Date) => ({
  key,
  unitId: unit.id,
  position: 1,
  ingredientId: unit.rum,
  at: time.toISOString(),
  ml,
});
const addLines = (lines: object[], token = owner.token) =>
  app.send('POST', at(`/counts/${countId}/lines`), { token, body: { lines } });
const end = async (body: object = {}) => {
  const ended = await send('POST', at(`/counts/${countId}/end`), body);
  expect(ended.status, ended.text).toBe(200);
  return ended.body;
};
const rumOf = ({ places }: any) =>
  places.find((place: any) => place.unitId === unit.id && place.position === 1);
const expectLedger = async () => {
  for (const place of await compareLevels(app.db, owner.venueId))
    if (place.unit_id === unit.id) expect(place.ledger_ml).toBe(place.level_ml);
};
const addStore = async (name = 'Cellar') =>
  String((await send('POST', at('/stores'), { name })).body.id);

beforeEach(async () => {
  await signInAt(two);
  const { body } = await send('GET', at('/stock'));
  if (body.countId) await send('DELETE', at(`/counts/${body.countId}`));
  countId = await start();
});

test('STOCK-01 a sale of before a count that arrives after it leaves the level, and explains it', async () => {
  const days = 'from=2026-06-12&to=2026-06-14&timezone=America%2FNew_York';
  const unexplained = async () => {
    const { body } = await send('GET', at(`/loss?${days}&unitId=${unit.id}`));
    return body.ingredients.find((one: any) => one.ingredientId === unit.rum)?.ml;
  };
  await sell(unit, minutesAfter(two, -60), rumPour(45));
  app.setNow(two);
  await addLines([rumLine('a', 612.5, two)]);
  await end();
  const before = await unexplained();
  expect(before).toMatchObject({ unexplained: 1000 - 45 - 612.5 });
  await sell(unit, minutesAfter(two, -10), rumPour(45), minutesAfter(two, 60));
  expect(await level()).toBe(612.5);
  expect(await unexplained()).toMatchObject({ unexplained: before.unexplained - 45 });
  await expectLedger();
});

test('who counts sees what an open bottle is weighed with, and no cost', async () => {
  const weights = { tareWeight: 480, density: 0.95 };
  const path = `/api/ingredients/${unit.rum}`;
  expect((await send('PUT', path, { unitId: unit.id, ...weights })).status).toBe(200);
  await send('PUT', `${path.replace('/api', `/api/venues/${owner.venueId}`)}/costs`, {
    cost: 21.5,
  });
  await addStore();
  const { token } = await addPerson(app, owner, 'bartender');
  const { body, text } = await app.send('GET', at(`/counts/${countId}`), { token });
  const places = body.places.filter((place: any) => place.ingredientId === unit.rum);
  expect(places.length).toBeGreaterThan(1);
  for (const place of places) expect(place).toMatchObject(weights);
  expect(text).not.toContain('cost');
  const others = body.places.filter((place: any) => place.ingredientId !== unit.rum);
  expect(others[0]).toMatchObject({ tareWeight: null, density: null });
  expect(
    (await app.send('PUT', path, { token, body: { unitId: unit.id, density: 1 } })).status,
  ).toBe(403);
  // By the rule, 860 g are 400 ml.
  expect((await addLines([rumLine('weighed', 400, two)], token)).status).toBe(200);
  await end();
  expect(await level()).toBe(400);
});

test('a bottle that a pour found empty after it was counted is to be checked after the end, and one of before is not', async () => {
  const foundEmpty = (time: Date) =>
    sell(unit, time, {
      successQuantity: 0,
      pours: [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'empty' }],
    });
  const note = async () => {
    const { body } = await send('GET', at('/refill-list'));
    return body.units.flatMap((one: any) => (one.unitId === unit.id ? one.items : []))[0]?.note;
  };
  await foundEmpty(minutesAfter(two, -10));
  expect(await note()).toContain('empty');
  app.setNow(two);
  await addLines([rumLine('a', 700, two)]);
  await end();
  expect(await note()).toBeUndefined();

  countId = await start();
  await addLines([rumLine('b', 700, two)]);
  await foundEmpty(minutesAfter(two, 10));
  app.setNow(minutesAfter(two, 20));
  await end();
  expect(await note()).toContain('empty');
  expect(await level()).toBe(700);
  await expectLedger();
});

test('STOCK-02 sales during a count are taken off each place, and the differences are shown first', async () => {
  const later = minutesAfter(two, 10);
  await sell(unit, minutesAfter(two, -5), rumPour(100), two);
  const before = await level();
  await addLines([rumLine('a', 700, two)]);
  await sell(unit, later, rumPour(45));
  app.setNow(minutesAfter(two, 20));
  const shown = rumOf((await send('GET', at(`/counts/${countId}`))).body);
  const difference = 700 - Number(before);
  expect(shown.lines).toMatchObject([{ result: 'counted', differenceMl: difference, taken: true }]);
  expect(await level()).toBe(Number(before) - 45);
  // A pour between the line and the end whose sale arrives only after the end.
  expect(rumOf(await end()).lines).toMatchObject([{ differenceMl: difference }]);
  expect(await level()).toBe(655);
  await sell(unit, minutesAfter(two, 15), rumPour(30), minutesAfter(two, 30));
  expect(await level()).toBe(625);
  await expectLedger();
});

test('STOCK-03 lines of two people in any order are kept once, and the later of a place is taken', async () => {
  const bartender = await addPerson(app, owner, 'bartender');
  const [first, second] = [rumLine('a', 500, two), rumLine('b', 480, minutesAfter(two, 2))];
  app.setNow(minutesAfter(two, 5));
  expect((await addLines([second], bartender.token)).status).toBe(200);
  await addLines([first]);
  const again = await addLines([{ ...first, ml: 1 }, second]);
  const lines = rumOf(again.body).lines.map(({ key, ml, taken }: any) => [key, ml, taken]);
  expect(lines).toEqual([
    ['a', 500, false],
    ['b', 480, true],
  ]);
  const ended = rumOf(await end());
  expect(ended.lines).toMatchObject([{ result: null }, { result: 'counted' }]);
  expect(await level()).toBe(480);
  expect((await addLines([rumLine('c', 1, two)])).status).toBe(409);
  countId = await start();
  await addLines([
    { ...first, key: 'd' },
    { ...second, key: 'e' },
  ]);
  // The count before took a line of a later time than the chosen one.
  expect(rumOf(await end({ chosen: ['d'] })).lines).toMatchObject([
    { key: 'd', result: 'changed', differenceMl: null },
    { key: 'e', result: null },
  ]);
  expect(await level()).toBe(480);
});

test('a place that was refilled after its line stays, and one line per place is chosen', async () => {
  await addLines([rumLine('a', 100, two), rumLine('b', 90, minutesAfter(two, 1 / 2))]);
  app.setNow(minutesAfter(two, 1));
  expect(rumOf(await end({ chosen: ['a'] })).lines).toMatchObject([
    { key: 'a', result: 'counted' },
    { key: 'b', result: null },
  ]);
  expect(await level()).toBe(100);
  countId = await start();
  await addLines([rumLine('c', 80, minutesAfter(two, 1))]);
  app.setNow(minutesAfter(two, 3));
  await send('POST', `/api/units/${unit.unitNumber}/refills`, {
    refills: [{ key: 'r', position: 1, ingredientId: unit.rum }],
  });
  expect(rumOf(await end()).lines).toMatchObject([{ result: 'changed' }]);
  expect(await level()).toBe(1000);
});

test('a storeroom is counted, and what it has is on hand in bottles', async () => {
  const storeId = await addStore(`Cellar of ${unit.unitNumber}`);
  const twice = await send('POST', at('/stores'), { name: `CELLAR OF ${unit.unitNumber}` });
  expect(twice.status).toBe(409);
  const line = { key: 's', storeId, ingredientId: unit.rum, at: two.toISOString(), ml: 2500 };
  await addLines([line, rumLine('a', 250, two)]);
  await end();
  const { body } = await send('GET', at('/stock'));
  const rum = body.ingredients.find((one: any) => one.ingredientId === unit.rum);
  expect(rum).toMatchObject({ onHandMl: 2750, bottles: 2.75, bottleMl: 1000, levelKnown: true });
  expect(rum.places).toMatchObject([
    { unitId: unit.id, position: 1, ml: 250 },
    { storeId, storeName: `Cellar of ${unit.unitNumber}`, ml: 2500 },
  ]);
});

test('days left need nights of sales', async () => {
  const { body } = await send('GET', at('/stock'));
  const rum = body.ingredients.find((one: any) => one.ingredientId === unit.rum);
  expect(rum).toMatchObject({ daysLeft: null });
});

test('only one count is open, it can be discarded, and who may not refill cannot count', async () => {
  expect(await start()).toBe(countId);
  const before = await level();
  await addLines([rumLine('a', 1, two)]);
  expect((await send('DELETE', at(`/counts/${countId}`))).body).toEqual({ id: countId });
  expect((await send('GET', at(`/counts/${countId}`))).status).toBe(404);
  expect(await level()).toBe(before);
  countId = await start();
  const accountant = await addPerson(app, owner, 'accountant');
  expect((await addLines([rumLine('a', 1, two)], accountant.token)).status).toBe(403);
  expect((await send('POST', at(`/counts/${countId}/end`), {})).status).toBe(409);
});

test('lines need a place, an amount that fits, a time of the last 72 hours, and what the venue has', async () => {
  const bad = [
    { ...rumLine('a', 1, two), unitId: undefined },
    { ...rumLine('a', 1, two), storeId: unit.id },
    rumLine('a', 1000.5, two),
    rumLine('a', -1, two),
    rumLine('a', 1, minutesAfter(two, 2)),
    rumLine('a', 1, minutesAfter(two, -73 * 60)),
  ];
  for (const line of bad) expect((await addLines([line])).status).toBe(400);
  const foreign = [
    { ...rumLine('a', 1, two), unitId: owner.venueId },
    { ...rumLine('a', 1, two), ingredientId: unit.id },
  ];
  for (const line of foreign) expect((await addLines([line])).status).toBe(404);
});

test('STOCK-07 after any counts, sales and refills the ledger of a place sums to its level', async () => {
  const storeId = await addStore(`Store of ${unit.unitNumber}`);
  let minute = 0;
  let nth = 0;
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('line', 'store', 'sale', 'late', 'refill', 'end'),
      ml: fc.integer({ min: 0, max: 1000 }),
    }),
    { minLength: 4, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const { kind, ml } of all) {
        minute += 1;
        nth += 1;
        const now = minutesAfter(two, minute);
        app.setNow(now);
        if (kind === 'line') await addLines([rumLine(`n${nth}`, ml, now)]);
        if (kind === 'store')
          await addLines([
            { key: `n${nth}`, storeId, ingredientId: unit.rum, at: now.toISOString(), ml },
          ]);
        if (kind === 'sale') await sell(unit, now, rumPour(ml));
        if (kind === 'late') await sell(unit, minutesAfter(now, -3), rumPour(ml), now);
        if (kind === 'refill')
          await send('POST', `/api/units/${unit.unitNumber}/refills`, {
            refills: [{ key: `n${nth}`, position: 1, ingredientId: unit.rum }],
          });
        if (kind === 'end') {
          const ended = await send('POST', at(`/counts/${countId}/end`), {});
          if (ended.status === 200) countId = await start();
        }
      }
      await expectLedger();
      const stored = await app.db
        .selectFrom('store_levels')
        .select(['ingredient_id', 'remaining_ml'])
        .where('store_id', '=', storeId)
        .execute();
      for (const { ingredient_id, remaining_ml } of stored) {
        const moved = await app.db
          .selectFrom('stock_movements')
          .select(({ fn }) => fn.sum('ml').as('ml'))
          .where('store_id', '=', storeId)
          .where('ingredient_id', '=', ingredient_id)
          .executeTakeFirstOrThrow();
        expect(Number(moved.ml)).toBe(remaining_ml);
      }
    }),
    { numRuns: 8 },
  );
});
