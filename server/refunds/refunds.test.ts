import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addOwner, addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  declinedBecause,
  drinksOf,
  provider,
  refund,
  report,
  sell,
  withRefunds,
} from '../testing/refunds.ts';

withRefunds();

const paidCents = () => [...provider.paid.values()];

describe('drink refund', () => {
  test('refunds price and tax at once, and confirms it', async () => {
    await app.db
      .updateTable('venues')
      .set({ tax_percentage: 10 })
      .where('id', '=', owner.venueId)
      .execute();
    const { id } = await sell();
    const { status, headers, body } = await refund(id, '0');
    await app.db.updateTable('venues').set({ tax_percentage: 0 }).execute();
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 200,
      status: 'refunded',
      message: 'Transaction refunded',
      amount: 9.9,
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(paidCents()).toEqual([990]);
    expect(await report()).toMatchObject({
      grossVolume: 14.95,
      totalSales: 2.5,
      totalTaxes: 0.25,
      totalTips: 2.3,
      totalRefunds: 9.9,
    });
    expect(await drinksOf(id)).toMatchObject([
      { status: 'refunded', tips: 0 },
      { status: 'paid', tips: 2.3 },
    ]);
  });

  test('refunds the tip with the last drink', async () => {
    const { id } = await sell();
    await refund(id, '0');
    await refund(id, '1');
    expect(paidCents()).toEqual([900, 480]);
    const { grossVolume, totalRefunds, totalTips } = await report();
    expect([grossVolume, totalRefunds, totalTips]).toEqual([13.8, 13.8, 0]);
  });

  test.each(['0,1', '0&drinkIndexes=1', '[0,1]', '1,0,0'])(
    'refunding several drinks at once (%s) makes one payment each',
    async (indexes) => {
      const { id } = await sell();
      expect((await refund(id, indexes)).status).toBe(200);
      expect(paidCents().reduce((sum, cents) => sum + cents, 0)).toBe(1380);
      expect(paidCents()).toHaveLength(2);
      expect((await report()).sales[0].status).toBe('refunded');
    },
  );

  test('popular drinks count a refunded drink as far as it was poured, without its price', async () => {
    const { id } = await sell({
      drinks: [{ drinkId: unit.cubaLibre, quantity: 3, successQuantity: 1 }],
    });
    await refund(id, '0');
    const path = `/api/reports/drinks?venueId=${owner.venueId}&unitId=${unit.id}&startDate=1000000000000&endDate=4000000000000`;
    const { body } = await app.send('GET', path, { token: owner.token });
    expect(body).toEqual([{ name: 'Cuba Libre', quantity: 1, totalAmount: 0 }]);
  });

  test('refunds a drink of a deleted unit, and allows a super admin to refund', async () => {
    const { id } = await sell();
    await app.send('DELETE', `/api/units/${unit.unitNumber}`, { token: owner.token });
    const admin = await addSuperAdmin(app);
    expect((await refund(id, '0', { token: admin })).status).toBe(200);
  });

  test('a refund adds one audit row with the amount, the payment and the actor', async () => {
    const { id } = await sell();
    await refund(id, '1');
    await refund(id, '1');
    const { body } = await app.send('GET', `/api/audit?search=${id}`, { token: owner.token });
    expect(body.entries).toEqual([
      expect.objectContaining({
        action: 'drink.refunded',
        target: `Cola of order ${id}`,
        newValue: { amount: 2.5, provider: 'stripe', payment: 'pi_1' },
      }),
    ]);
    expect(JSON.stringify(body.entries)).toContain('Rooftop');
  });
});

describe('rejected refunds', () => {
  const expectRefused = (
    response: { status: number; body: any },
    statusCode: number,
    message: string,
  ): void => {
    expect(response.body).toEqual({
      statusCode,
      status: 'refused',
      message,
      error: { message, requestId: expect.any(String) },
    });
    expect(response.status).toBe(statusCode);
    expect(provider.received).toEqual([]);
  };

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'iframe' },
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'x-moz': 'prefetch' },
  ])('pays nothing for a browser-initiated request (CSRF): %j', async (headers) => {
    const { id } = await sell();
    expectRefused(
      await refund(id, '0', { headers: { ...headers } }),
      403,
      'Confirm in the dashboard',
    );
  });

  test('accepts a refund request from a dashboard script', async () => {
    const { id } = await sell();
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
    expect((await refund(id, '0', { headers })).status).toBe(200);
  });

  test('pays nothing for a HEAD request', async () => {
    const { id } = await sell();
    const path = `/api/orders/${id}/refund?drinkIndexes=0`;
    expect((await app.send('HEAD', path, { token: owner.token })).status).toBe(404);
    expect(provider.received).toEqual([]);
  });

  test('pays nothing without a token, with an invalid token or with a unit key', async () => {
    const { id } = await sell();
    const path = `/api/orders/${id}/refund?drinkIndexes=0`;
    expectRefused(await app.send('GET', path), 401, 'Please sign in');
    expectRefused(await refund(id, '0', { token: 'garbage' }), 401, 'Please sign in');
    expectRefused(await refund(id, '0', { token: unit.key }), 403, 'You may not do this');
  });

  test('pays nothing for another owner, or for an unknown order', async () => {
    const { id } = await sell();
    const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
    const foreign = await refund(id, '0', { token: stranger.token });
    expectRefused(foreign, 404, 'There is no such order');
    expectRefused(await refund(randomUUID(), '0'), 404, 'There is no such order');
    expectRefused(await refund('nonsense', '0'), 404, 'There is no such order');
  });

  test.each(['2', '0,7'])(
    'pays nothing for a drink index that the order does not have (%s)',
    async (indexes) => {
      const { id } = await sell();
      expectRefused(await refund(id, indexes), 422, 'The order has no such drink');
    },
  );

  test.each(['', 'first', '-1', '1.5', '0;1'])(
    'pays nothing for an invalid drink index (%s)',
    async (indexes) => {
      const { id } = await sell();
      const message = 'Specify the drinks to refund by their position in the order, counted from 0';
      expectRefused(await refund(id, encodeURIComponent(indexes)), 422, message);
    },
  );

  test('pays nothing for a payment of an unknown provider, and leaves the sale paid', async () => {
    const { id } = await sell({ paymentId: 'receipt of another register' });
    const message =
      'It is not known which card provider took this payment. Ask a super admin to look it up';
    expectRefused(await refund(id, '0'), 409, message);
    expect((await drinksOf(id))[0]).toMatchObject({ status: 'paid' });
    expect((await drinksOf(id))[0]).not.toHaveProperty('refund');
  });

  test('pays nothing for a free drink', async () => {
    await app.db
      .updateTable('drinks')
      .set({ price_cents: 0 })
      .where('id', '=', unit.cubaLibre)
      .execute();
    const { id } = await sell();
    expectRefused(await refund(id, '0'), 409, 'Nothing to refund');
  });

  test('does not refund a drink a second time, also not together with another drink', async () => {
    const { id } = await sell();
    await refund(id, '0');
    provider.received.length = 0;
    const before = await report();
    expectRefused(await refund(id, '0'), 409, 'This drink is already refunded');
    expectRefused(await refund(id, '1,0'), 409, 'This drink is already refunded');
    expect(await report()).toEqual(before);
  });
});

test('refunds the tip of a free drink', async () => {
  const free = { price_cents: 0 };
  await app.db.updateTable('drinks').set(free).where('id', '=', unit.cubaLibre).execute();
  const { id } = await sell({ drinks: [{ drinkId: unit.cubaLibre }] });
  expect((await refund(id, '0')).status).toBe(200);
  expect(paidCents()).toEqual([230]);
  expect(await report()).toMatchObject({ totalRefunds: 2.3, totalTips: 0 });
});

describe('declined refund', () => {
  test('a declined refund returns 402 with the reason, changes nothing and can be requested again', async () => {
    const { id } = await sell();
    const before = await report();
    provider.behaviour = 'declines';
    const { status, body } = await refund(id, '0');
    expect(status).toBe(402);
    expect(body).toEqual({
      statusCode: 402,
      status: 'failed',
      message: declinedBecause,
      error: { message: declinedBecause, requestId: expect.any(String) },
    });
    const described = await report();
    expect(described.sales[0].drinks[0]).toMatchObject({ status: 'paid', refund: 'failed' });
    delete described.sales[0].drinks[0].refund;
    expect(described).toEqual(before);
    const search = `/api/audit?search=${id}`;
    const { body: audit } = await app.send('GET', search, { token: owner.token });
    expect(audit.entries).toMatchObject([
      {
        action: 'refund.declined',
        actorId: owner.userId,
        newValue: { amount: expect.any(Number), provider: 'stripe', reason: declinedBecause },
      },
    ]);

    provider.behaviour = 'pays';
    expect((await refund(id, '0')).status).toBe(200);
    expect(paidCents()).toEqual([900]);
    expect((await drinksOf(id))[0]).not.toHaveProperty('refund');
  });

  test('a partly declined refund names the declined drink, and keeps the tip refundable with it', async () => {
    const { id } = await sell();
    provider.behaviour = ({ amountCents }) => (amountCents > 900 ? 'declines' : 'pays');
    const { status, body } = await refund(id, '1,0');
    expect(status).toBe(402);
    expect(body).toMatchObject({
      statusCode: 402,
      status: 'partial',
      message: `1 of 2 drinks refunded. ${declinedBecause}`,
      drinks: [
        { drinkIndex: 1, status: 'refunded' },
        { drinkIndex: 0, status: 'failed' },
      ],
    });
    expect(await report()).toMatchObject({ totalRefunds: 2.5, totalSales: 9, totalTips: 2.3 });
  });
});

test('20 concurrent refund requests pay once', async () => {
  const { id } = await sell();
  const responses = await Promise.all(Array.from({ length: 20 }, () => refund(id, '0')));
  expect(paidCents()).toEqual([900]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
  expect((await report()).totalRefunds).toBe(9);
});

test('concurrent refunds of all drinks of an order pay exactly what was charged', async () => {
  const drinks = Array.from({ length: 5 }, () => ({ drinkId: unit.cubaLibre }));
  const { id } = await sell({ drinks, tips: 7.77 });
  const places = ['0', '1', '2', '3', '4', '0,1', '3,4', '4,3,2,1,0'];
  await Promise.all([...places, ...places].map((indexes) => refund(id, indexes)));
  expect(paidCents()).toHaveLength(5);
  expect(paidCents().reduce((sum, cents) => sum + cents, 0)).toBe(5277);
  expect(await report()).toMatchObject({ totalRefunds: 52.77, totalSales: 0, totalTips: 0 });
});
