import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addOwner, createUnit, startTestApp, type TestUnit } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { countOrders, levels, sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

describe('rejected orders', () => {
  const refused: [string, (unit: TestUnit) => object, string][] = [
    ['without drinks', () => ({}), 'drinks'],
    ['with an empty list', () => ({ drinks: [] }), 'drinks'],
    [
      'with both forms',
      (own) => ({ ingredients: [own.rum], drinks: [{ drinkId: own.cubaLibre }] }),
      'drinks',
    ],
    ['for an unknown drink', () => ({ drinks: [{ drinkId: randomUUID() }] }), 'drinks.0.drinkId'],
    [
      'for a drink that cannot be one',
      () => ({ drinks: [{ drinkId: "' or 1=1" }] }),
      'drinks.0.drinkId',
    ],
    [
      'for an ingredient named twice',
      (own) => ({ ingredients: [own.rum, own.rum] }),
      'ingredients',
    ],
    ['for unknown ingredients', () => ({ ingredients: [randomUUID()] }), 'drinks.0.ingredients'],
    [
      'for an invented price',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre, price: 1 }] }),
      'drinks.0.price',
    ],
    [
      'for a negative price',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre, price: -9 }] }),
      'drinks.0.price',
    ],
    ['for negative tips', (own) => ({ drinks: [{ drinkId: own.cubaLibre }], tips: -1 }), 'tips'],
    [
      'for a fraction of a cent',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre }], tips: 0.001 }),
      'tips',
    ],
    [
      'for no quantity',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre, quantity: 0 }] }),
      'drinks.0.quantity',
    ],
    [
      'for half a drink',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre, quantity: 1.5 }] }),
      'drinks.0.quantity',
    ],
    [
      'when more succeeded than were ordered',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre, successQuantity: 2 }] }),
      'drinks.0.successQuantity',
    ],
    [
      'for a date that is none',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre }], date: 'yesterday' }),
      'date',
    ],
    [
      'for a date out of this world',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre }], date: 999_999_999_999_999 }),
      'date',
    ],
    [
      'for a NUL byte in a text',
      (own) => ({ drinks: [{ drinkId: own.cubaLibre }], paymentReaderDeviceName: 'a\u0000b' }),
      'paymentReaderDeviceName',
    ],
    [
      'for a pour of something that is not in the unit',
      (own) => ({
        drinks: [
          {
            drinkId: own.cubaLibre,
            pours: [{ ingredientId: randomUUID(), position: '1', ml: 1, ms: 1, outcome: 'poured' }],
          },
        ],
      }),
      'drinks.0.pours.0.ingredientId',
    ],
  ];
  test.each(refused)('stores nothing for an order %s', async (_, body, field) => {
    const response = await sell(body(unit));
    expect(response.status).toBe(400);
    expect(Object.keys(response.body)).toContain(field);
    expect(await countOrders()).toBe(0);
    expect(await levels()).toEqual({ 1: 1000, 101: 10_000 });
  });

  test('stores nothing for invalid JSON', async () => {
    const response = await app.send('POST', '/api/orders', {
      token: unit.key,
      body: '{"drinks":',
      headers: { 'content-type': 'application/json' },
    });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { message: expect.any(String) } },
    });
  });
});

describe('order permissions', () => {
  test('rejects an order without a token', async () => {
    const response = await app.send('POST', '/api/orders', {
      body: { drinks: [{ drinkId: unit.cubaLibre }] },
    });
    expect(response).toMatchObject({ status: 401, body: { error: { message: 'Unknown unit' } } });
  });

  test('rejects an order with a revoked unit key', async () => {
    const [key] = (
      await app.send('GET', `/api/units/${unit.unitNumber}/keys`, { token: owner.token })
    ).body;
    await app.send('DELETE', `/api/units/${unit.unitNumber}/keys/${key.id}`, {
      token: owner.token,
    });
    expect((await sell({ drinks: [{ drinkId: unit.cubaLibre }] })).status).toBe(401);
  });

  test('a unit can sell only for itself', async () => {
    const other = await createUnit(app, owner);
    const response = await sell({
      unitNumber: other.unitNumber,
      drinks: [{ drinkId: other.cubaLibre }],
    });
    expect(response).toMatchObject({ status: 400, body: { unitNumber: expect.any(String) } });
  });

  test('an owner can enter a sale for their own unit, which they must name, and it is marked as manual', async () => {
    const drinks = [{ drinkId: unit.cubaLibre }];
    expect((await sell({ drinks }, {}, owner.token)).body).toHaveProperty('unitNumber');
    const response = await sell({ drinks, unitNumber: unit.unitNumber }, {}, owner.token);
    expect(response.status).toBe(201);
    const row = await app.db
      .selectFrom('orders')
      .select(['entered_by', 'entered_by_account'])
      .where('id', '=', response.body.id)
      .executeTakeFirst();
    expect(row).toEqual({ entered_by: 'manual', entered_by_account: owner.userId });
  });

  test("an owner gets 404 for another owner's unit", async () => {
    const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
    const body = { drinks: [{ drinkId: unit.cubaLibre }], unitNumber: unit.unitNumber };
    const foreign = await sell(body, {}, stranger.token);
    const missing = await sell({ ...body, unitNumber: 999_999 }, {}, stranger.token);
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.message).toBe(missing.body.error.message);
  });
});

describe('listing orders', () => {
  test('without a token, lists names of ingredients and times, at most fifty, newest first', async () => {
    const dates = [3, 2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
    for (const date of dates) await sell({ date, drinks: [{ drinkId: unit.cubaLibre }] });
    const response = await app.send('GET', '/api/orders');
    expect(response.status).toBe(200);
    expect(response.body.length).toBeLessThanOrEqual(50);
    expect(response.body.slice(0, 3).map((order: any) => order.date)).toEqual(dates.toReversed());
    for (const order of response.body) {
      expect(Object.keys(order)).toEqual(['id', 'ingredients', 'date']);
    }
    expect(response.body[0].ingredients).toEqual(['Rum', 'Cola']);
  });

  test("with a token, lists only orders of the requester's venues", async () => {
    await sell({ drinks: [{ drinkId: unit.cubaLibre }] });
    const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
    expect((await app.send('GET', '/api/orders', { token: stranger.token })).body).toEqual([]);
    expect(
      (await app.send('GET', '/api/orders', { token: owner.token })).body.length,
    ).toBeGreaterThan(0);
  });

  test('requires a token to list orders where configured', async () => {
    const closed = await startTestApp({ publicOrders: false });
    expect((await closed.send('GET', '/api/orders')).status).toBe(401);
    await closed.close();
  });
});
