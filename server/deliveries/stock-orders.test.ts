/** Orders of stock at suppliers, through HTTP. */
import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { send, storeId, supplierId, withSupplier } from '../testing/deliveries.ts';
import { app, owner, unit } from '../testing/with-app.ts';

withSupplier();

let keys = 0;
const nextKey = () => `k${(keys += 1)}`;
const order = (more: object = {}, token = owner.token) =>
  send(
    'POST',
    '/stock-orders',
    { key: nextKey(), supplierId, lines: [{ ingredientId: unit.rum, bottles: 6 }], ...more },
    token,
  );
const receive = (orderId: string, bottles: number, more: object = {}, token = owner.token) =>
  send(
    'POST',
    '/deliveries',
    { key: nextKey(), orderId, storeId, lines: [{ ingredientId: unit.rum, bottles, ...more }] },
    token,
  );
const setSupply = (body: object, token = owner.token) =>
  send('PUT', `/ingredients/${unit.rum}/supply`, body, token);
const listed = async () =>
  (await send('GET', '/order-list')).body.find((one: any) => one.ingredientId === unit.rum);
const stockOrder = async (id: string) =>
  (await send('GET', '/stock-orders')).body.find((one: any) => one.id === id);

/** Counts the storeroom so that the venue has so many bottles in all. */
async function haveBottles(bottles: number): Promise<void> {
  const { body } = await send('GET', '/stock');
  const rum = body.ingredients.find((one: any) => one.ingredientId === unit.rum);
  const elsewhere = rum.places
    .filter((place: any) => place.storeId !== storeId)
    .reduce((sum: number, { ml }: any) => sum + ml, 0);
  const { body: count } = await send('POST', '/counts', {});
  const time = new Date(app.deps.now().getTime()).toISOString();
  const ml = bottles * rum.bottleMl - elsewhere;
  const line = { key: 'all', storeId, ingredientId: unit.rum, at: time, ml };
  await send('POST', `/counts/${count.id}/lines`, { lines: [line] });
  await send('POST', `/counts/${count.id}/end`, {});
}

test('STOCK-06 with a case of 6, 4 bottles on hand, 6 ordered and a par of 14, 6 are to be ordered', async () => {
  await haveBottles(4);
  expect((await order()).status).toBe(201);
  expect(await listed()).toMatchObject({ par: null, ordered: 6, toOrder: 0 });
  const set = await setSupply({ supplierId, par: 14, caseSize: 6 });
  expect(set.body).toEqual({
    ingredientId: unit.rum,
    supplierId,
    par: 14,
    bottleMl: null,
    caseSize: 6,
  });
  expect(await listed()).toMatchObject({
    name: 'Rum',
    supplierId,
    supplier: `Metro ${unit.unitNumber}`,
    bottleMl: 1000,
    caseSize: 6,
    par: 14,
    onHand: 4,
    levelKnown: true,
    ordered: 6,
    toOrder: 6,
  });
});

test('what is bought in other bottles counts by what they hold', async () => {
  await haveBottles(4);
  await setSupply({ par: 14, bottleMl: 700 });
  // 14 bottles of 700 ml are 9,800 ml, of which 4,000 are there: 8.29 bottles are missing.
  expect(await listed()).toMatchObject({ bottleMl: 700, caseSize: 1, onHand: 5.71, toOrder: 9 });
  const { body } = await order({ lines: [{ ingredientId: unit.rum, bottles: 9 }] });
  expect(body.lines).toMatchObject([{ bottles: 9, bottleMl: 700, caseSize: 1, received: 0 }]);
  expect(await listed()).toMatchObject({ ordered: 9, toOrder: 0 });
  const received = await receive(body.id, 9);
  expect(received.body.lines).toMatchObject([{ bottles: 9, bottleMl: 700 }]);
});

test('supplier and case are those of the cost where none are set', async () => {
  const cost = { cost: 18, caseSize: 12, supplier: `metro ${unit.unitNumber}` };
  await send('PUT', `/ingredients/${unit.rum}/costs`, cost);
  const nothing = { supplierId: null, par: null, bottleMl: null, caseSize: null };
  expect(await listed()).toMatchObject({ supplierId, caseSize: 12, set: nothing });
  await setSupply({ caseSize: 6 });
  expect(await listed()).toMatchObject({ supplierId, caseSize: 6 });
  await send('DELETE', `/suppliers/${supplierId}`);
  expect(await listed()).toMatchObject({ supplierId: null, supplier: null });
});

test('an order is received in parts, and closed when all has come; undoing a part opens it again', async () => {
  const { body: made } = await order({ lines: [{ ingredientId: unit.rum, bottles: 12 }] });
  expect(made).toMatchObject({ state: 'ordered', mailedTo: null });
  const part = await receive(made.id, 6, { cost: 19.5 });
  expect(part.status, part.text).toBe(201);
  expect(part.body).toMatchObject({ orderId: made.id, supplier: `Metro ${unit.unitNumber}` });
  expect(await stockOrder(made.id)).toMatchObject({ state: 'ordered', lines: [{ received: 6 }] });
  expect(await listed()).toMatchObject({ ordered: 6 });
  const rest = await receive(made.id, 7);
  expect(await stockOrder(made.id)).toMatchObject({ state: 'received', lines: [{ received: 13 }] });
  expect(await listed()).toMatchObject({ ordered: 0 });
  expect((await receive(made.id, 1)).status).toBe(409);
  expect((await send('DELETE', `/stock-orders/${made.id}`)).status).toBe(409);
  await send('DELETE', `/deliveries/${rest.body.id}`);
  expect(await stockOrder(made.id)).toMatchObject({ state: 'ordered', lines: [{ received: 6 }] });
  expect(await listed()).toMatchObject({ ordered: 6 });
});

test('cancelling an order takes what has not come off what is ordered', async () => {
  const { body: made } = await order();
  const part = await receive(made.id, 2);
  const cancelled = await send('DELETE', `/stock-orders/${made.id}`);
  expect(cancelled.body).toMatchObject({ state: 'cancelled', lines: [{ received: 2 }] });
  expect(await listed()).toMatchObject({ ordered: 0 });
  expect((await receive(made.id, 4)).status).toBe(409);
  expect((await send('DELETE', `/stock-orders/${made.id}`)).status).toBe(409);
  await send('DELETE', `/deliveries/${part.body.id}`);
  expect(await stockOrder(made.id)).toMatchObject({ state: 'cancelled', lines: [{ received: 0 }] });
});

test('an order is mailed to the supplier once, with its lines as a table without formulas', async () => {
  await app.db
    .updateTable('ingredients')
    .set({ name: '=1+1' })
    .where('id', '=', unit.rum)
    .execute();
  const key = nextKey();
  const first = await order({ key, mail: true });
  expect(first.body).toMatchObject({ mailedTo: 'orders@metro.example', state: 'ordered' });
  expect((await order({ key, mail: true })).body).toEqual(first.body);
  const messages = await app.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body', 'attachment'])
    .where('recipient', '=', 'orders@metro.example')
    .execute();
  expect(messages).toHaveLength(1);
  expect(messages[0]?.body).toContain('6 × =1+1, 1000 ml');
  expect(messages[0]?.body).toContain('Please reply to ');
  const csv = await send('GET', `/stock-orders/${first.body.id}/lines.csv`);
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.text).toBe(
    "\ufeffIngredient,Bottles,Bottle size (ml),Bottles in a case\r\n'=1+1,6,1000,1\r\n",
  );
  expect(messages[0]?.attachment).toBe(csv.text);
  await send('PATCH', `/suppliers/${supplierId}`, { email: '' });
  expect((await order({ mail: true })).status).toBe(400);
  expect((await order()).status).toBe(201);
});

test('an order says where it is delivered, in its mail and in its file, once the venue has an address', async () => {
  const address = '12 Harbor Street, "Pier 3"';
  const setAddress = (text: string) =>
    app.send('PUT', `/api/users/venues/${owner.venueId}`, {
      token: owner.token,
      body: { address: text },
    });
  await setAddress(address);
  const made = await order({ mail: true });
  const [message] = await app.db
    .selectFrom('messages')
    .select(['body', 'attachment'])
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(message?.body).toContain(`Please deliver to Rooftop Bar, ${address}.`);
  const csv = await send('GET', `/stock-orders/${made.body.id}/lines.csv`);
  expect(csv.text).toContain('Bottles in a case,Deliver to\r\n');
  expect(csv.text).toContain(',"Rooftop Bar, 12 Harbor Street, ""Pier 3"""\r\n');
  expect(message?.attachment).toBe(csv.text);
  await setAddress('');
});

test('the file of an order is named by the day on which it was made in the venue', async () => {
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  expect((await send('PUT', '/clock', clock)).status).toBe(200);
  try {
    app.setNow(new Date('2026-03-15T02:30:00Z'));
    const { body: made } = await order({ mail: true });
    const { attachment_name: attached } = await app.db
      .selectFrom('messages')
      .select('attachment_name')
      .where('attachment_name', '=', 'order-2026-03-14.csv')
      .executeTakeFirstOrThrow();
    const { headers } = await send('GET', `/stock-orders/${made.id}/lines.csv`);
    expect(headers['content-disposition']).toBe(`attachment; filename="${attached}"`);
  } finally {
    app.setNow(new Date());
  }
});

test('bartenders see orders without costs and receive them; only owners and managers order', async () => {
  const settings = { token: owner.token, body: { bartendersSeeMoney: true } };
  await app.send('PATCH', '/api/people/settings', settings);
  const bartender = (await addPerson(app, owner, 'bartender')).token;
  const accountant = (await addPerson(app, owner, 'accountant')).token;
  const manager = (await addPerson(app, owner, 'manager')).token;
  await send('PUT', `/ingredients/${unit.rum}/costs`, { cost: 19.5 });
  const { body: made } = await order({}, manager);
  for (const path of ['/order-list', '/stock-orders']) {
    const seen = await send('GET', path, undefined, bartender);
    // Not the seconds of a time.
    expect([seen.status, /cost|cents|\D19\.5\D/.test(seen.text)]).toEqual([200, false]);
  }
  for (const token of [bartender, accountant]) {
    expect((await order({}, token)).status).toBe(403);
    expect((await setSupply({ par: 3 }, token)).status).toBe(403);
    expect((await send('DELETE', `/stock-orders/${made.id}`, undefined, token)).status).toBe(403);
  }
  expect((await receive(made.id, 6, { cost: 20 }, bartender)).status).toBe(403);
  expect((await receive(made.id, 6, {}, accountant)).status).toBe(403);
  expect((await receive(made.id, 6, {}, bartender)).status).toBe(201);
});

test('lines name each ingredient once, and suppliers and orders are of the owner', async () => {
  const line = { ingredientId: unit.rum, bottles: 1 };
  expect((await order({ lines: [] })).status).toBe(400);
  expect((await order({ lines: [line, line] })).status).toBe(400);
  expect((await order({ lines: [{ ...line, bottles: 0 }] })).status).toBe(400);
  expect((await order({ lines: [{ ...line, ingredientId: unit.id }] })).status).toBe(404);
  expect((await order({ supplierId: unit.id })).status).toBe(404);
  expect((await receive(unit.id, 1)).status).toBe(404);
  const both = { key: nextKey(), storeId, lines: [line] };
  expect((await send('POST', '/deliveries', both)).status).toBe(400);
  expect((await send('GET', `/stock-orders/${unit.id}/lines.csv`)).status).toBe(404);
  expect((await setSupply({ supplierId: unit.id })).status).toBe(404);
  expect((await setSupply({ par: -1 })).status).toBe(400);
});

test('a venue makes at most 50 orders within 24 hours', async () => {
  for (let nth = 0; nth < 50; nth += 1) await order();
  expect((await order()).status).toBe(409);
});

test('a supplier has days between deliveries and a lead time', async () => {
  const changed = await send('PATCH', `/suppliers/${supplierId}`, { deliveryDays: 7, leadDays: 2 });
  expect(changed.body).toEqual({
    id: supplierId,
    name: `Metro ${unit.unitNumber}`,
    email: 'orders@metro.example',
    deliveryDays: 7,
    leadDays: 2,
  });
  const cleared = await send('PATCH', `/suppliers/${supplierId}`, { deliveryDays: null });
  expect(cleared.body).toMatchObject({ deliveryDays: null, leadDays: 2 });
  for (const wrong of [{ deliveryDays: 0 }, { deliveryDays: 29 }, { leadDays: -1 }])
    expect((await send('PATCH', `/suppliers/${supplierId}`, wrong)).status).toBe(400);
});
