import { expect, test } from 'vitest';
import { addOwner, createUnit } from '../testing/app.ts';
import { addPerson } from '../testing/accounts.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { countOrders, levels, sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

const list = async (query = '') => {
  const path = `/api/venues/${owner.venueId}/refused-sales${query}`;
  const { body } = await app.send('GET', path, { token: owner.token });
  return body.filter(({ unitId }: { unitId: string }) => unitId === unit.id);
};
const settle = (id: string, action: string, token = owner.token) =>
  app.send('POST', `/api/refused-sales/${id}`, { token, body: { action } });
const refuse = async (body: object, key?: string) => {
  const response = await sell(body, key === undefined ? {} : { 'idempotency-key': key });
  expect(response.status).toBe(400);
  return (await list())[0];
};
const invented = () => ({
  date: '2026-07-01T21:30:00.000Z',
  drinks: [{ drinkId: unit.cubaLibre, price: 12.5, quantity: 2 }],
});
const auditRows = () =>
  app.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('action', 'like', 'refused_sale.%')
    .execute();

test('BASE-05 a sale with a price that was never on the menu is found under refused sales', async () => {
  expect(await refuse(invented())).toMatchObject({
    unitNumber: unit.unitNumber,
    status: 400,
    field: 'drinks.0.price',
    message: 'This is not the price on the menu',
    times: 1,
    soldAt: '2026-07-01T21:30:00.000Z',
    drinks: [{ name: 'Cuba Libre', quantity: 2, isDouble: false, charged: 12.5, listed: 9 }],
    amount: 25,
    state: 'open',
    canBeTaken: true,
  });
});

test('refused sales can be listed of one unit', async () => {
  const { id } = await refuse(invented());
  expect(await list(`?unitId=${unit.id}`)).toMatchObject([{ id }]);
  const other = await createUnit(app, owner);
  const path = `/api/venues/${owner.venueId}/refused-sales?unitId=${other.id}`;
  expect((await app.send('GET', path, { token: owner.token })).body).toEqual([]);
});

test('HEALTH-06 a refused sale can be taken; the unit gets that sale when it sends it again', async () => {
  const before = await countOrders();
  const { id } = await refuse(invented(), `order of ${unit.id}`);
  const taken = await settle(id, 'take');
  expect(taken).toMatchObject({ status: 200, body: { state: 'taken' } });
  expect(await countOrders()).toBe(before + 1);

  const again = await sell(invented(), { 'idempotency-key': `order of ${unit.id}` });
  expect(again).toMatchObject({ status: 200, body: { price: 25, drinks: [{ price: 12.5 }] } });
  expect(await countOrders()).toBe(before + 1);
  expect(await list()).toEqual([]);
  expect(await list('?state=taken')).toHaveLength(1);
  const order = await app.send('GET', `/api/orders/${again.body.id}`, { token: owner.token });
  expect(order.body).toMatchObject({ enteredBy: 'unit' });
});

test('taking a sale without a key twice at once stores it once, with one audit entry', async () => {
  const [before, entries] = [await countOrders(), (await auditRows()).length];
  const { id } = await refuse(invented());
  const answers = await Promise.all([settle(id, 'take'), settle(id, 'take'), settle(id, 'take')]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await countOrders()).toBe(before + 1);
  const added = (await auditRows()).slice(entries);
  expect(added).toEqual([{ action: 'refused_sale.taken', actor_id: owner.userId }]);
  expect(await settle(id, 'dismiss')).toMatchObject({
    status: 409,
    body: { error: { message: 'This sale was booked already' } },
  });
});

test('a refused sale of a unit that was deleted since is taken, and changes no stock', async () => {
  const before = await countOrders();
  const { id } = await refuse(invented());
  const path = `/api/units/${unit.unitNumber}`;
  expect((await app.send('DELETE', path, { token: owner.token })).status).toBe(200);
  expect(await settle(id, 'take')).toMatchObject({ status: 200, body: { state: 'taken' } });
  expect(await countOrders()).toBe(before + 1);
  expect(await levels()).toEqual({});
  expect(await list('?state=taken')).toMatchObject([{ id, amount: 25 }]);
});

test('the sales that a deleted unit could not send before are refused, and can be taken', async () => {
  const before = await countOrders();
  const stored = { drinks: [{ drinkId: unit.cubaLibre }] };
  const headers = { 'idempotency-key': `stored by ${unit.id}` };
  const { body: sale } = await sell(stored, headers);
  expect(
    (await app.send('DELETE', `/api/units/${unit.unitNumber}`, { token: owner.token })).status,
  ).toBe(200);

  // Its response was lost, so the unit sends it again.
  expect(await sell(stored, headers)).toMatchObject({ status: 200, body: { id: sale.id } });
  const key = { 'idempotency-key': `waited in ${unit.id}` };
  const late = await sell(invented(), key);
  expect(late.status).toBe(409);
  expect(late.text).toContain('This unit was deleted');
  const [{ id, message, canBeTaken }] = await list(`?unitId=${unit.id}`);
  expect([message, canBeTaken]).toEqual([late.body.error.message, true]);
  expect(await settle(id, 'take')).toMatchObject({ status: 200, body: { state: 'taken' } });
  expect(await countOrders()).toBe(before + 2);
  expect((await sell(invented(), key)).status).toBe(200);
  expect(await countOrders()).toBe(before + 2);

  const range = `venueId=${owner.venueId}&startDate=946684800000&endDate=4102444800000`;
  const report = `/api/orders/sales/report?${range}&unitId=${unit.unitNumber}`;
  expect(await app.send('GET', report, { token: owner.token })).toMatchObject({
    status: 200,
    body: { pagination: { total: before + 2 } },
  });
});

test('the key of a deleted unit is for its sales alone, and for as long as a queue lasts', async () => {
  const path = `/api/units/${unit.unitNumber}`;
  expect((await app.send('DELETE', path, { token: owner.token })).status).toBe(200);
  for (const [method, url] of [
    ['GET', `${path}/menu`],
    ['POST', `${path}/heartbeat`],
    ['GET', '/api/orders'],
  ] as const)
    expect((await app.send(method, url, { token: unit.key, body: {} })).status).toBe(401);
  await app.db
    .updateTable('units')
    .set({ deleted_at: new Date(app.deps.now().getTime() - 61 * 86_400_000) })
    .where('id', '=', unit.id)
    .execute();
  await app.db
    .updateTable('unit_keys')
    .set({ revoked_at: new Date(app.deps.now().getTime() - 61 * 86_400_000) })
    .where('unit_id', '=', unit.id)
    .execute();
  expect((await sell(invented())).status).toBe(401);
  expect(await list()).toEqual([]);
});

test('a sale with the key of another one is taken once, and is still refused when it is sent again', async () => {
  const before = await countOrders();
  const headers = { 'idempotency-key': `used twice by ${unit.id}` };
  expect((await sell({ drinks: [{ drinkId: unit.cubaLibre }] }, headers)).status).toBe(201);
  const other = { drinks: [{ drinkId: unit.cubaLibre, quantity: 2 }] };
  expect((await sell(other, headers)).status).toBe(422);
  const [{ id, status, canBeTaken }] = await list();
  expect([status, canBeTaken]).toEqual([422, true]);
  expect(await settle(id, 'take')).toMatchObject({ status: 200, body: { state: 'taken' } });
  expect((await settle(id, 'take')).status).toBe(409);
  expect(await countOrders()).toBe(before + 2);

  expect((await sell(other, headers)).status).toBe(422);
  expect(await list()).toEqual([]);
  expect(await list('?state=taken')).toMatchObject([{ id, times: 2 }]);
  expect(await countOrders()).toBe(before + 2);
});

test('a dismissed sale is in no books', async () => {
  const before = await countOrders();
  const { id } = await refuse(invented());
  expect((await settle(id, 'dismiss')).body.state).toBe('dismissed');
  expect((await settle(id, 'take')).status).toBe(409);
  expect(await countOrders()).toBe(before);
  expect(await list()).toEqual([]);
});

test('HEALTH-07 the same refused body 500 times is one sale with its count', async () => {
  for (let times = 0; times < 500; times += 1) await sell(invented());
  const sales = await list();
  expect(sales).toMatchObject([{ times: 500 }]);
}, 120_000);

test('a body of more than 16 kB is counted, and can only be dismissed', async () => {
  const pours = Array.from({ length: 200 }, () => ({
    ingredientId: unit.rum,
    position: '1',
    ml: 45,
    ms: 900,
    outcome: 'poured',
  }));
  const drinks = [{ drinkId: unit.cubaLibre, price: 1, pours }];
  const sale = await refuse({ drinks });
  expect(sale).toMatchObject({ times: 1, drinks: [], amount: null, canBeTaken: false });
  expect(await settle(sale.id, 'take')).toMatchObject({ status: 409 });
  expect((await settle(sale.id, 'dismiss')).status).toBe(200);
});

test('orders that no schema accepts, and drinks of other units, are kept too', async () => {
  const wrong = await refuse({ drinks: [{ drinkId: unit.cubaLibre, quantity: -1 }] });
  expect(wrong).toMatchObject({ field: 'drinks.0.quantity', canBeTaken: false, drinks: [] });
  const elsewhere = await refuse({ drinks: [{ drinkId: unit.id, price: 5 }] });
  expect(elsewhere).toMatchObject({
    field: 'drinks.0.drinkId',
    drinks: [{ name: null, charged: 5, listed: null }],
  });
  expect(await settle(elsewhere.id, 'take')).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('cannot be booked') } },
  });
});

test('a refused order with characters that PostgreSQL cannot store is kept, with others in their place', async () => {
  const bodies = ['Reader\u0000', '\ud800 Reader'].map((paymentReaderDeviceName, index) => ({
    ...invented(),
    paymentReaderDeviceName,
    [`note\u0000${index}`]: '\udc00',
  }));
  for (const body of bodies) {
    const sale = await refuse(body);
    expect(sale).toMatchObject({ field: 'paymentReaderDeviceName', amount: 25, canBeTaken: true });
    expect(await refuse(body)).toMatchObject({ id: sale.id, times: 2 });
  }
  expect(await list()).toHaveLength(2);
  const [, { id }] = await list();
  expect((await settle(id, 'take')).status).toBe(200);
  const order = await app.db
    .selectFrom('orders')
    .select('payment_reader_device_name')
    .where('unit_id', '=', unit.id)
    .executeTakeFirst();
  expect(order).toEqual({ payment_reader_device_name: 'Reader\ufffd' });
});

test('refused sales are those of units: what people enter wrongly is not kept', async () => {
  const body = { unitNumber: unit.unitNumber, ...invented() };
  expect((await app.send('POST', '/api/orders', { token: owner.token, body })).status).toBe(400);
  expect(await list()).toEqual([]);
});

test('pages continue before the last one', async () => {
  for (const price of [10, 11, 12]) await refuse({ drinks: [{ drinkId: unit.cubaLibre, price }] });
  const [newest, second] = await list('?pagination[size]=2');
  expect([newest.amount, second.amount]).toEqual([12, 11]);
  expect(await list(`?before=${second.id}`)).toMatchObject([{ amount: 10 }]);
});

test('a manager takes, a bartender reads without amounts, another owner finds nothing', async () => {
  const { id } = await refuse(invented());
  const bartender = await addPerson(app, owner, 'bartender');
  const path = `/api/venues/${owner.venueId}/refused-sales`;
  const seen = await app.send('GET', path, { token: bartender.token });
  expect(seen.body[0]).not.toHaveProperty('amount');
  expect((await settle(id, 'take', bartender.token)).status).toBe(403);
  const other = await addOwner(app, `Other than ${unit.id}`);
  expect((await settle(id, 'take', other.token)).status).toBe(404);
  const manager = await addPerson(app, owner, 'manager');
  expect((await settle(id, 'take', manager.token)).status).toBe(200);
});
