import { expect, test } from 'vitest';
import { createUnit } from '../testing/app.ts';
import { addPerson } from '../testing/accounts.ts';
import * as stock from '../testing/stock.ts';
import { levels, sell, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { compareLevels } from '../stock/movements.queries.ts';

withAStockedUnit();

const discard = (discards: object[], token = owner.token) =>
  app.send('POST', `/api/units/${unit.unitNumber}/discards`, { token, body: { discards } });

const taken = (ml: number, more: object = {}) => ({
  key: `cleaning of ${ml}`,
  position: 1,
  ingredientId: unit.rum,
  ml,
  ...more,
});

const expectLedger = async (): Promise<void> => {
  const places = await compareLevels(app.db, owner.venueId);
  const own = places.filter((place) => place.unit_id === unit.id);
  expect(own.length).toBeGreaterThan(1);
  for (const { level_ml, ledger_ml } of own) expect(ledger_ml).toBe(level_ml);
};

const discarded = async (): Promise<string[]> => {
  const { body } = await app.send('GET', `/api/units/${unit.unitNumber}/movements?position=1`, {
    token: owner.token,
  });
  return body.movements
    .filter(({ kind }: { kind: string }) => kind === 'discarded')
    .map((row: any) => `${row.levelBefore} > ${row.levelAfter} ${row.by}`);
};

test('BASE-03 what cleaning took lowers the levels, and the ledger agrees after it and after sales', async () => {
  await stock.manageInventory();
  const before = (await levels())[1] ?? 0;
  const { status, body, text } = await discard([taken(120.25), taken(30)]);
  expect(status, text).toBe(200);
  const left = before - 150.25;
  expect(body.discards).toEqual([
    { key: 'cleaning of 120.25', position: 1, result: 'discarded', remainingMl: left },
    { key: 'cleaning of 30', position: 1, result: 'discarded', remainingMl: left },
  ]);
  expect((await levels())[1]).toBe(left);
  await expectLedger();
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome: 'poured' }];
  expect((await sell({ drinks: [{ ingredients: [unit.rum], pours }] })).status).toBe(201);
  await discard([taken(10)]);
  await expectLedger();
  expect(await discarded()).toHaveLength(3);
});

test('the same again changes nothing, and more than there is leaves nothing', async () => {
  await stock.manageInventory();
  const before = (await levels())[1] ?? 0;
  await Promise.all([1, 2, 3].map(() => discard([taken(25)])));
  expect((await levels())[1]).toBe(before - 25);
  await discard([taken(50_000)]);
  expect((await levels())[1]).toBe(0);
  await expectLedger();
  expect(await discarded()).toEqual([
    `${before - 25} > 0 Rooftop`,
    `${before} > ${before - 25} Rooftop`,
  ]);
});

test('a discard from an empty bottle that is sent again takes nothing from the next one, and is not listed', async () => {
  await stock.manageInventory();
  await discard([taken(1000)]);
  const again = () => discard([taken(100)]);
  const { body: first } = await again();
  expect(first.discards).toMatchObject([{ result: 'discarded', remainingMl: 0 }]);
  expect((await stock.restore(unit.rum)).status).toBe(200);
  const { body: second } = await again();
  expect(second.discards).toMatchObject([{ result: 'discarded', remainingMl: 1000 }]);
  expect(await discarded()).toEqual(['1000 > 0 Rooftop']);
  await expectLedger();
});

test('a position that holds something else by now is left as it is', async () => {
  await stock.manageInventory();
  const before = await levels();
  const { body } = await discard([taken(5, { ingredientId: unit.cubaLibre })]);
  expect(body.discards).toMatchObject([{ result: 'moved' }]);
  expect(await levels()).toEqual(before);
});

test('it needs inventory management, an amount, and somebody who may refill', async () => {
  const { status, text } = await discard([taken(5)]);
  expect([status, text]).toEqual([409, expect.stringContaining('Inventory management')]);
  await stock.manageInventory();
  for (const ml of [0, -1, 0.001, 100_001]) expect((await discard([taken(ml)])).status).toBe(400);
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await discard([taken(5)], bartender.token)).status).toBe(200);
  const accountant = await addPerson(app, owner, 'accountant');
  expect((await discard([taken(5)], accountant.token)).status).toBe(403);
  const other = await createUnit(app, owner);
  expect((await levels())[1]).toBeLessThan(1000);
  expect(other.id).not.toBe(unit.id);
});
