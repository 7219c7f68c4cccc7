import { beforeAll, expect, test } from 'vitest';
import { app, owner, unit, withApp } from '../testing/with-app.ts';
import { addOwner, addSuperAdmin, createUnit } from '../testing/app.ts';

let admin: string;
withApp({ owner: 'Rooftop', unit: 'each' });
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});

const look = (headers: Record<string, string> = {}, token = unit.key) =>
  app.send('GET', `/api/units/${unit.unitNumber}/menu`, { token, headers });
const switchOn = (kind: 'unit' | 'venue', flag: string) =>
  app.send('PUT', '/api/flags', {
    token: admin,
    body: {
      kind,
      key: kind === 'unit' ? String(unit.unitNumber) : 'Rooftop Bar',
      flag,
      enabled: true,
    },
  });

test("a unit's menu contains everything it can sell", async () => {
  await app.send('PATCH', '/api/settings', { token: owner.token, body: { terms: 'Be nice' } });
  expect((await look()).body).toMatchObject({
    unitNumber: unit.unitNumber,
    venueName: 'Rooftop Bar',
    category: 'ROTENDER_CLASSIC',
    terms: 'Be nice',
    drinkLimit: { quantity: 0, minutes: 0 },
    drinks: [
      {
        id: unit.cubaLibre,
        name: 'Cuba Libre',
        price: 9,
        available: true,
        ingredients: [
          { id: unit.rum, name: 'Rum', positions: ['1'] },
          { id: unit.cola, name: 'Cola', positions: ['101'] },
        ],
      },
    ],
  });
});

const leaveRum = (remaining_ml: number) =>
  app.db
    .updateTable('unit_positions')
    .set({ remaining_ml })
    .where('unit_id', '=', unit.id)
    .where('position', '=', 1)
    .execute();

test('with inventory management, a drink is unavailable without a full serving', async () => {
  await switchOn('unit', 'general--inventory-management');
  await leaveRum(44.99);
  expect((await look()).body.drinks[0].available).toBe(false);
  await leaveRum(45);
  expect((await look()).body.drinks[0].available).toBe(true);
});

test('without inventory management, a drink is available whatever the level', async () => {
  await leaveRum(0);
  expect((await look()).body.drinks[0].available).toBe(true);
});

test('a drink is not listed when it or an ingredient is deactivated', async () => {
  const activate = (active: boolean) =>
    app.send('PUT', `/api/drinks/${unit.cubaLibre}`, { token: owner.token, body: { active } });
  await activate(false);
  expect((await look()).body.drinks).toEqual([]);
  await activate(true);
  expect((await look()).body.drinks).toHaveLength(1);
  await app.db
    .updateTable('unit_inventory')
    .set({ active: false })
    .where('unit_id', '=', unit.id)
    .where('ingredient_id', '=', unit.cola)
    .execute();
  expect((await look()).body.drinks).toEqual([]);
});

test('the menu includes discounts and doubles under their flags, and an order is charged accordingly', async () => {
  const changes = { discountRate: 0.25 };
  const path = `/api/units/updateUnitDetails/${unit.unitNumber}`;
  await app.send('PUT', path, { token: owner.token, body: changes });
  expect((await look()).body.drinks[0]).not.toHaveProperty('discountedPrice');
  await switchOn('unit', 'native--show-confirmation-page-in-free-flow');
  await switchOn('venue', 'general--double-order');
  expect((await look()).body.drinks[0]).toMatchObject({
    price: 9,
    discountedPrice: 6.75,
    doublePrice: 14.5,
    discountedDoublePrice: 10.88,
  });
  const drinks = [{ drinkId: unit.cubaLibre, price: 6.75 }];
  const sold = await app.send('POST', '/api/orders', { token: unit.key, body: { drinks } });
  expect(sold).toMatchObject({ status: 201, body: { price: 6.75 } });
});

test('polling the menu returns 304 while nothing changes', async () => {
  const { headers } = await look();
  const tag = String(headers['etag']);
  expect(await look({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
  expect(await look({ 'if-none-match': `"other", W/${tag}` })).toMatchObject({ status: 304 });
  await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, {
    token: owner.token,
    body: { price: 8 },
  });
  const fresh = await look({ 'if-none-match': tag });
  expect(fresh.status).toBe(200);
  expect(fresh.headers['etag']).not.toBe(tag);
});

test("a unit key cannot read another unit's menu", async () => {
  const other = await createUnit(app, owner);
  expect((await look({}, other.key)).status).toBe(404);
  const stranger = await addOwner(app, 'Stranger');
  expect((await look({}, stranger.token)).status).toBe(404);
  expect((await look({}, owner.token)).status).toBe(200);
});
