import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import * as stock from '../testing/stock.ts';
import { levels, sell, withAStockedUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { compareLevels } from '../stock/movements.queries.ts';

withAStockedUnit();

const count = (ml: number, more: object = {}, token = owner.token) =>
  app.send('POST', `/api/units/${unit.unitNumber}/counts`, {
    token,
    body: {
      counts: [{ key: `count of ${ml}`, position: 1, ingredientId: unit.rum, ml, ...more }],
    },
  });

const expectLedger = async (): Promise<void> => {
  const places = await compareLevels(app.db, owner.venueId);
  for (const { unit_id, level_ml, ledger_ml } of places)
    if (unit_id === unit.id) expect(ledger_ml).toBe(level_ml);
};

test('a count sets the level, is listed, and the ledger agrees after it and after sales', async () => {
  await stock.manageInventory();
  const { body, status, text } = await count(612.5);
  expect(status, text).toBe(200);
  expect(body.counts).toEqual([
    { key: 'count of 612.5', position: 1, result: 'counted', remainingMl: 612.5 },
  ]);
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 45, ms: 900, outcome: 'poured' }];
  expect((await sell({ drinks: [{ ingredients: [unit.rum], pours }] })).status).toBe(201);
  // Sent again, it changes nothing.
  await count(612.5);
  expect((await levels())[1]).toBe(567.5);
  await expectLedger();
  const listed = await app.send('GET', `/api/units/${unit.unitNumber}/movements?position=1`, {
    token: owner.token,
  });
  expect(listed.body.movements[0]).toMatchObject({ kind: 'counted', levelAfter: 612.5 });
});

test('it needs inventory management, an amount that fits, and somebody who may refill', async () => {
  expect((await count(5)).status).toBe(409);
  await stock.manageInventory();
  for (const ml of [-1, 0.001, 1000.5]) expect((await count(ml)).status).toBe(400);
  expect((await count(5, { ingredientId: unit.cubaLibre })).body.counts).toMatchObject([
    { result: 'moved' },
  ]);
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await count(5, {}, bartender.token)).status).toBe(200);
  const accountant = await addPerson(app, owner, 'accountant');
  expect((await count(5, {}, accountant.token)).status).toBe(403);
});

test('a count of all positions of an ingredient makes a level known that was not kept up for a while', async () => {
  const rum = async () => {
    const { body } = await app.send('GET', `/api/venues/${owner.venueId}/stock`, {
      token: owner.token,
    });
    return body.ingredients.find((one: any) => one.ingredientId === unit.rum);
  };
  // Not deducted, as nothing keeps up the levels.
  expect((await sell({ drinks: [{ ingredients: [unit.rum] }] })).status).toBe(201);
  await stock.manageInventory();
  expect(await rum()).toMatchObject({ levelKnown: false });
  expect((await count(400)).body.counts).toMatchObject([{ result: 'counted' }]);
  expect(await rum()).toMatchObject({ onHandMl: 400, levelKnown: true });
});
