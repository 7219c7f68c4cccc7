/** Suppliers and deliveries, through HTTP. */
import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { send, storeId, supplierId, withSupplier } from '../testing/deliveries.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withSupplier();

let keys = 0;
const deliver = (line: object = {}, more: object = {}, token = owner.token) =>
  send(
    'POST',
    '/deliveries',
    {
      key: `k${(keys += 1)}`,
      supplierId,
      storeId,
      lines: [{ ingredientId: unit.rum, bottles: 6, ...line }],
      ...more,
    },
    token,
  );
const undo = (id: string) => send('DELETE', `/deliveries/${id}`);
const costs = async () => (await send('GET', `/ingredients/${unit.rum}/costs`)).body;
const held = async () => {
  const { body } = await send('GET', '/stock');
  const rum = body.ingredients.find((one: any) => one.ingredientId === unit.rum);
  return rum.places.find((place: any) => place.storeId === storeId)?.ml;
};
const movements = () =>
  app.db
    .selectFrom('stock_movements')
    .select(['kind', 'ml', 'level_before_ml', 'level_after_ml'])
    .where('venue_id', '=', owner.venueId)
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute();

test('STOCK-04 a delivery undone: the ledger adds up, its cost is withdrawn, past costs are as before', async () => {
  const before = { from: '2026-01-01T10:00:00.000Z', cost: 18, caseSize: 6, supplier: 'Metro' };
  await send('PUT', `/ingredients/${unit.rum}/costs`, before);
  const [past, pastList] = [await costs(), (await send('GET', '/costs')).body];
  const first = await deliver({ cost: 19.5, bottleMl: 700 });
  expect(first.status, first.text).toBe(201);
  expect(first.body).toMatchObject({
    supplier: `Metro ${unit.unitNumber}`,
    storeName: `Cellar ${unit.unitNumber}`,
    undoneAt: null,
    lines: [{ name: 'Rum', bottles: 6, bottleMl: 700 }],
  });
  const second = await deliver({ bottles: 2, cost: 21 });
  expect(await held()).toBe(6200);
  expect(await costs()).toMatchObject([
    { cost: 21, bottleMl: 1000, caseSize: 6, supplier: `Metro ${unit.unitNumber}` },
    { cost: 19.5, bottleMl: 700, caseSize: 6 },
    before,
  ]);
  const undone = await undo(first.body.id);
  expect(undone.status, undone.text).toBe(200);
  expect(undone.body.undoneAt).not.toBeNull();
  expect((await undo(first.body.id)).status).toBe(409);
  expect(await costs()).toMatchObject([{ cost: 21 }, before]);
  expect(await held()).toBe(2000);
  expect((await undo(second.body.id)).status).toBe(200);
  expect(await costs()).toEqual(past);
  expect((await send('GET', '/costs')).body).toEqual(pastList);
  expect(await held()).toBe(0);
  const ledger = await movements();
  expect(ledger.map(({ kind, ml }) => [kind, ml])).toEqual([
    ['delivered', 4200],
    ['delivered', 2000],
    ['delivered', -4200],
    ['delivered', -2000],
  ]);
  for (const [nth, { level_before_ml, level_after_ml, ml }] of ledger.entries())
    expect([level_before_ml, level_after_ml - ml]).toEqual([
      ledger[nth - 1]?.level_after_ml ?? 0,
      level_before_ml,
    ]);
  const listed = (await send('GET', '/deliveries')).body;
  expect(listed.slice(0, 2).map(({ id }: any) => id)).toEqual([second.body.id, first.body.id]);
});

test('a delivery that is sent again is received once', async () => {
  const first = await deliver({ cost: 20 }, { key: `again ${unit.id}` });
  const again = await deliver({ cost: 20 }, { key: `again ${unit.id}` });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect([await held(), (await costs()).length]).toEqual([6000, 1]);
});

test('what was counted after a delivery stays when it is undone, as does a cost that was corrected', async () => {
  const { body: delivery } = await deliver({ cost: 20 });
  const { body: count } = await send('POST', '/counts', {});
  const time = new Date(app.deps.now().getTime()).toISOString();
  const line = { key: 'a', storeId, ingredientId: unit.rum, at: time, ml: 1500 };
  await send('POST', `/counts/${count.id}/lines`, { lines: [line] });
  expect((await send('POST', `/counts/${count.id}/end`, {})).status).toBe(200);
  const [{ from }] = await costs();
  await send('PUT', `/ingredients/${unit.rum}/costs`, { from, cost: 22 });
  expect((await undo(delivery.id)).status).toBe(200);
  expect(await held()).toBe(1500);
  expect(await costs()).toMatchObject([{ cost: 22 }]);
});

test('bartenders receive deliveries without costs, and see none', async () => {
  const settings = { token: owner.token, body: { bartendersSeeMoney: true } };
  await app.send('PATCH', '/api/people/settings', settings);
  const { token } = await addPerson(app, owner, 'bartender');
  const accountant = await addPerson(app, owner, 'accountant');
  await deliver({ cost: 19.5 });
  expect((await deliver({ cost: 20 }, {}, token)).status).toBe(403);
  const received = await deliver({}, {}, token);
  expect(received.status).toBe(201);
  expect(await costs()).toMatchObject([{ cost: 19.5 }]);
  const listed = await send('GET', '/deliveries', undefined, token);
  // Not the seconds of a time.
  expect([listed.status, /cost|cents|\D19\.5\D/.test(listed.text)]).toEqual([200, false]);
  expect((await send('DELETE', `/deliveries/${received.body.id}`, undefined, token)).status).toBe(
    403,
  );
  expect((await send('POST', '/suppliers', { name: 'Mine' }, token)).status).toBe(403);
  expect((await deliver({}, {}, accountant.token)).status).toBe(403);
});

test('lines name each ingredient of the venue once, and places and suppliers are of the owner', async () => {
  expect((await deliver({}, { lines: [] })).status).toBe(400);
  expect((await deliver({ bottles: 0 })).status).toBe(400);
  expect((await deliver({ bottles: 1.5 })).status).toBe(400);
  const line = { ingredientId: unit.rum, bottles: 1 };
  expect((await deliver({}, { lines: [line, line] })).status).toBe(400);
  for (const foreign of [{ storeId: unit.id }, { supplierId: unit.id }])
    expect((await deliver({}, foreign)).status).toBe(404);
  expect((await deliver({ ingredientId: unit.id })).status).toBe(404);
  expect((await undo(unit.id)).status).toBe(404);
  expect(await movements()).toEqual([]);
});

test('suppliers are of the owner, have one name each, and can be deleted', async () => {
  const { body: delivery } = await deliver();
  const name = `METRO ${unit.unitNumber}`;
  expect((await send('POST', '/suppliers', { name })).status).toBe(409);
  expect((await send('POST', '/suppliers', { name: 'Gate', email: 'gate' })).status).toBe(400);
  const changed = await send('PATCH', `/suppliers/${supplierId}`, { email: '' });
  expect(changed.body).toEqual({
    id: supplierId,
    name: `Metro ${unit.unitNumber}`,
    email: '',
    deliveryDays: null,
    leadDays: 0,
  });
  const token = owner.token;
  const { body: venue } = await app.send('POST', '/api/users/venues', {
    token,
    body: { name: `Other ${unit.unitNumber}` },
  });
  const there = await app.send('GET', `/api/venues/${venue.id}/suppliers`, { token });
  expect(there.body).toContainEqual(changed.body);
  expect((await send('DELETE', `/suppliers/${supplierId}`)).body).toEqual({ id: supplierId });
  expect((await send('PATCH', `/suppliers/${supplierId}`, { email: '' })).status).toBe(404);
  const listed = (await send('GET', '/deliveries')).body;
  expect(listed).toContainEqual(delivery);
});
