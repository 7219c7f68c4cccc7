import { beforeEach, expect, test } from 'vitest';
import { app, owner, signInAgain, unit, withApp } from '../testing/with-app.ts';

const dayMs = 24 * 3_600_000;
const noon = Date.UTC(2026, 5, 12, 12);
withApp({ owner: { each: 'Rooftop' }, unit: 'each', now: new Date(noon - 60 * dayMs) });

const sell = async (daysAgo: number, drink: object = {}) => {
  const response = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: {
      date: new Date(noon - daysAgo * dayMs).toISOString(),
      drinks: [{ drinkId: unit.cubaLibre, ...drink }],
    },
  });
  expect(response.status, response.text).toBe(201);
  return response.body;
};
const rehearse = async (more: object = {}) => {
  const { status, body, text } = await app.send(
    'POST',
    `/api/venues/${owner.venueId}/price-rehearsal`,
    {
      token: owner.token,
      body: {
        drinks: [{ id: unit.cubaLibre }],
        change: { operation: 'percent', by: 10 },
        ...more,
      },
    },
  );
  expect(status, text).toBe(200);
  return body;
};

/** A session does not last that long. */
const goOnAt = async (ms: number): Promise<void> => {
  app.setNow(new Date(ms));
  await signInAgain();
};

beforeEach(async () => {
  await goOnAt(noon);
  await app.db
    .updateTable('drinks')
    .set({ created_at: new Date(noon - 60 * dayMs) })
    .where('venue_id', '=', owner.venueId)
    .execute();
});

test('REH-02 the change is that of the lines of the last 28 nights, to the cent', async () => {
  await sell(1, { quantity: 3 });
  await sell(28);
  // Tonight, and before the first night.
  await sell(0);
  await sell(29);
  expect(await rehearse()).toEqual({
    from: '2026-05-15',
    to: '2026-06-11',
    glasses: 4,
    before: 36,
    after: 39.6,
    change: 3.6,
    breakEven: expect.closeTo(1 - 36 / 39.6, 10),
    isOfMargin: false,
    isEnough: false,
    added: [],
    pastChange: null,
  });
  expect(await rehearse({ elasticity: -1 })).toMatchObject({ before: 36, after: 36 });
});

test('REH-05 with costs, the break-even is that of the margin', async () => {
  await sell(1, { quantity: 3 });
  await sell(2, { isDouble: true });
  const price = (await rehearse()) as { before: number; after: number };
  const cost = (id: string, body: object) =>
    app.send('PUT', `/api/venues/${owner.venueId}/ingredients/${id}/costs`, {
      token: owner.token,
      body,
    });
  await cost(unit.rum, { cost: 20, bottleMl: 1000 });
  expect(await rehearse()).toMatchObject({ isOfMargin: false });
  await cost(unit.cola, { cost: 2, bottleMl: 1000 });
  const { body: rum } = await app.send('GET', `/api/ingredients/${unit.rum}/${unit.id}`, {
    token: owner.token,
  });
  const { body: cola } = await app.send('GET', `/api/ingredients/${unit.cola}/${unit.id}`, {
    token: owner.token,
  });
  const costs = 5 * (rum.servingSize * 0.02 + cola.servingSize * 0.002);
  expect(costs).toBeGreaterThan(1);
  expect(await rehearse()).toMatchObject({
    ...price,
    breakEven: expect.closeTo(1 - (price.before - costs) / (price.after - costs), 10),
    isOfMargin: true,
  });
});

test('REH-04 refunded, free and failed glasses are out', async () => {
  await sell(1, { quantity: 3, successQuantity: 2 });
  const { id } = await sell(2);
  await app.send('GET', `/api/orders/${id}/refund?drinkIndexes=0`, { token: owner.token });
  await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, {
    token: owner.token,
    body: { price: 0 },
  });
  await goOnAt(noon + 2 * dayMs);
  await sell(-1);
  expect(await rehearse()).toMatchObject({ glasses: 2, before: 18, after: 19.8 });
});

test('each glass has the price of its time', async () => {
  await sell(3);
  await app.send('PUT', `/api/drinks/${unit.cubaLibre}`, {
    token: owner.token,
    body: { price: 12 },
  });
  await goOnAt(noon + 2 * dayMs);
  await sell(-1);
  expect(await rehearse()).toMatchObject({ before: 21, after: 23.1 });
  const own = { drinks: [{ id: unit.cubaLibre, price: 10 }], change: undefined };
  expect(await rehearse(own)).toMatchObject({ before: 21, after: 20, breakEven: 0 });
});

test('REH-06 a drink that was added meanwhile is named, and only its sales count', async () => {
  const { body: added } = await app.send('POST', '/api/drinks', {
    token: owner.token,
    body: { name: 'Rum', price: 7, ingredients: [unit.rum], venueId: owner.venueId },
  });
  await goOnAt(noon + 14 * dayMs);
  await sell(-10, { drinkId: added.id });
  expect(await rehearse({ drinks: [{ id: added.id }] })).toMatchObject({
    glasses: 1,
    before: 7,
    added: ['Rum'],
  });
});

test.each([
  [{ elasticity: 1 }, 'elasticity'],
  [{ elasticity: -4 }, 'elasticity'],
  [{ timezone: 'Nowhere' }, 'timezone'],
  [{ drinks: [] }, 'drinks'],
] as const)('refuses %j', async (more, field) => {
  const refused = await app.send('POST', `/api/venues/${owner.venueId}/price-rehearsal`, {
    token: owner.token,
    body: { drinks: [{ id: unit.cubaLibre, price: 9 }], ...more },
  });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body)).toEqual([field]);
});

test('an id in another form is not found, as where prices are changed', async () => {
  const drinks = [{ id: unit.cubaLibre.toUpperCase(), price: 9 }];
  for (const path of ['price-rehearsal', 'price-changes']) {
    const refused = await app.send('POST', `/api/venues/${owner.venueId}/${path}`, {
      token: owner.token,
      body: { drinks },
    });
    expect(refused.status, path).toBe(404);
  }
});

const raise = (price: number) =>
  app.send('PUT', `/api/drinks/${unit.cubaLibre}`, { token: owner.token, body: { price } });

test('the demand after the last change of the price is that of its share in all glasses', async () => {
  await goOnAt(noon - 40 * dayMs);
  const { body: neat } = await app.send('POST', '/api/drinks', {
    token: owner.token,
    body: {
      name: 'Rum',
      price: 7,
      ingredients: [unit.rum],
      venueId: owner.venueId,
      unitId: unit.id,
    },
  });
  // The same glasses of another drink on both sides.
  for (const daysAgo of [42, 44]) await sell(daysAgo, { quantity: 15 });
  await sell(45, { drinkId: neat.id, quantity: 30 });
  await raise(12);
  await goOnAt(noon);
  await sell(35, { drinkId: neat.id, quantity: 30 });
  await sell(30, { quantity: 20 });
  const ratio = 20 / 50 / (30 / 60);
  const elasticity = Math.round((100 * Math.log(ratio)) / Math.log(12 / 9)) / 100;
  expect(await rehearse()).toMatchObject({ pastChange: { on: '2026-05-03', elasticity } });
  expect(elasticity).toBeLessThan(-0.5);
  // With another change 28 nights or less after it, neither says anything.
  await raise(13);
  await app.db
    .updateTable('former_prices')
    .set({ until_at: new Date(noon - 20 * dayMs) })
    .where('item_id', '=', unit.cubaLibre)
    .where('price_cents', '=', 1200)
    .execute();
  expect(await rehearse()).toMatchObject({ pastChange: null });
});
