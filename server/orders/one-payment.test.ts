/** Sales that a unit sends again: under another id, without one, or with the same date in another form. */
import { beforeEach, describe, expect, test } from 'vitest';
import { countOrders, sell, withASellingUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { createUnit } from '../testing/app.ts';

withASellingUnit();

/** A whole hour; a sale of long before its unit was set up would get another date. */
const now = new Date().setUTCMinutes(0, 0, 0);
beforeEach(() => app.setNow(new Date(now)));

const order = (more: object = {}) => ({
  date: now - 3_600_000,
  drinks: [{ drinkId: unit.cubaLibre, quantity: 2 }],
  paymentId: 'pi_1',
  ...more,
});
const refused = async () =>
  (
    await app.send('GET', `/api/venues/${owner.venueId}/refused-sales?unitId=${unit.id}`, {
      token: owner.token,
    })
  ).body;

describe('one payment of a unit', () => {
  test('is one sale, whatever id it is sent with, and also without one', async () => {
    const first = await sell(order({ id: 'a' }));
    expect(first.status).toBe(201);
    for (const again of [
      order({ id: 'b' }),
      order(),
      order({ id: 'c', date: now, duration: 1000 }),
    ])
      expect(await sell(again)).toMatchObject({ status: 200, body: { id: first.body.id } });
    const sets = order({
      paymentId: 'pi_2',
      drinks: undefined,
      ingredients: [unit.rum, unit.cola],
    });
    const { body } = await sell(sets);
    const turned = { ...sets, ingredients: [unit.cola, unit.rum], id: 'd' };
    expect(await sell(turned)).toMatchObject({ status: 200, body: { id: body.id } });
    expect(await countOrders()).toBe(2);
    expect(await refused()).toEqual([]);
  });

  test('with other drinks is a question to a person, who may take it', async () => {
    await sell(order({ id: 'a' }));
    const other = order({ id: 'b', drinks: [{ drinkId: unit.cubaLibre, quantity: 1 }] });
    expect(await sell(other)).toMatchObject({
      status: 409,
      body: { error: { message: 'Another sale has this payment' } },
    });
    expect(await countOrders()).toBe(1);
    const [asked] = await refused();
    expect(asked).toMatchObject({ message: 'Another sale has this payment', times: 1 });
    const taken = await app.send('POST', `/api/refused-sales/${asked.id}`, {
      token: owner.token,
      body: { action: 'take' },
    });
    expect(taken.status, taken.text).toBe(200);
    expect(await countOrders()).toBe(2);
    expect((await sell(other)).status).toBe(200);
    expect(await countOrders()).toBe(2);
  });

  test('is several sales where the unit says so', async () => {
    for (const id of ['a', 'b'])
      expect((await sell(order({ id, sharesPayment: true }))).status).toBe(201);
    expect((await sell(order({ id: 'b', sharesPayment: true }))).status).toBe(200);
    expect(await countOrders()).toBe(2);
  });

  test('is another payment for another unit, and a sale without a payment is its own', async () => {
    await sell(order({ id: 'a' }));
    const other = await createUnit(app, owner);
    const drinks = [{ drinkId: other.cubaLibre, quantity: 2 }];
    expect((await sell(order({ id: 'a', drinks }), {}, other.key)).status).toBe(201);
    for (const id of ['b', 'c'])
      expect((await sell(order({ id, paymentId: undefined }))).status).toBe(201);
  });
});

describe('the same instant in another form', () => {
  const soldAt = now - 3_600_000;
  const second = new Date(soldAt).toISOString().slice(0, -'.000Z'.length);
  const inNewYork = new Date(soldAt - 5 * 3_600_000).toISOString().slice(0, -'.000Z'.length);
  const forms = [
    soldAt,
    `${second}Z`,
    `${second}.000Z`,
    `${second}+00:00`,
    `${second}+0000`,
    `${inNewYork}-0500`,
    second,
    `${second}.000`,
  ];
  test.each(forms)('%s is the same sale', async (form) => {
    const body = (date: unknown) => ({ id: 'a', date, drinks: [{ drinkId: unit.cubaLibre }] });
    const first = await sell(body(form));
    expect(first, first.text).toMatchObject({
      status: 201,
      body: { date: `${second}.000Z` },
    });
    for (const other of forms)
      expect(await sell(body(other))).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect((await sell(body(now))).status).toBe(422);
    expect(await countOrders()).toBe(1);
  });
});
