/** FAIL-06: refunds of single glasses of a drink. */
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  after,
  drinksOf,
  noon,
  provider,
  report,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { verifyVenue } from '../verification/verify-venues.ts';

withRefunds();

beforeEach(async () => {
  await setTax(8.875);
});

const setTax = (percentage: number) =>
  app.db.updateTable('venues').set({ tax_percentage: percentage }).execute();

/** Sells Cuba Libres for $9 each, with $1.60 of tax for two of them, by default; tips $2. */
const sellTwo = (drink: object = {}, sale: object = {}) =>
  sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 2, ...drink }], tips: 2, ...sale });

/** A second after the one before. */
const refund = (order: { id: string }, query: string) => {
  seconds += 1;
  after(seconds * 1000);
  return app.send('GET', `/api/orders/${order.id}/refund?drinkIndexes=0${query}`, {
    token: owner.token,
  });
};

let seconds = 0;

/** Figures of the report of the unit, in cents, with gross checked. */
async function figures(): Promise<number[]> {
  const { totalSales, totalTaxes, totalTips, totalRefunds, grossVolume } = await report();
  const [sales, taxes, tips, refunds, gross] = [
    totalSales,
    totalTaxes,
    totalTips,
    totalRefunds,
    grossVolume,
  ].map((dollars: number) => Math.round(dollars * 100));
  expect(gross).toBe((sales ?? 0) + (taxes ?? 0) + (tips ?? 0) + (refunds ?? 0));
  return [sales ?? 0, taxes ?? 0, tips ?? 0, refunds ?? 0];
}

const detail = async (order: { id: string }) =>
  (await app.send('GET', `/api/orders/${order.id}`, { token: owner.token })).body;

const differences = async () => {
  const units = await app.db.selectFrom('units').select(['id', 'unit_number']).execute();
  const numbers = new Map(units.map(({ id, unit_number }) => [id, unit_number]));
  return (await verifyVenue(app.db, owner.venueId, numbers)).differences;
};

/** The provider reports that the bank has returned a refund. */
async function bounce(refundId: string): Promise<void> {
  provider.readStripeWebhook = () =>
    Promise.resolve({
      refundId,
      outcome: { state: 'declined', reference: `re_${refundId}`, reason: 'The card is closed' },
    });
  const path = `/api/webhooks/stripe/${owner.venueId}`;
  const { status } = await app.send('POST', path, { body: { any: 'event' } });
  expect(status).toBe(200);
}

const refundsOf = (order: { id: string }) =>
  app.db
    .selectFrom('refunds')
    .select(['id', 'state', 'glasses', 'amount_cents', 'nth'])
    .where('order_id', '=', order.id)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();

test('FAIL-06 one of two glasses is refunded, the other later too, and a third is refused with 409', async () => {
  const order = await sellTwo();
  expect(await figures()).toEqual([1800, 160, 200, 0]);

  expect((await refund(order, '&glasses=1')).body).toMatchObject({
    statusCode: 200,
    status: 'refunded',
    amount: 9.8,
  });
  expect(await figures()).toEqual([900, 80, 200, 980]);
  expect(await drinksOf(order.id)).toMatchObject([
    { status: 'paid', quantity: 2, refundedQuantity: 1, refundedTax: 0.8, refundedTips: 0 },
  ]);
  expect(await differences()).toEqual([]);

  // The last glass goes with the tip.
  expect((await refund(order, '&glasses=1')).body).toMatchObject({ amount: 11.8 });
  expect(await figures()).toEqual([0, 0, 0, 2160]);
  const [whole] = await drinksOf(order.id);
  expect(whole).toMatchObject({ status: 'refunded' });
  expect(whole).not.toHaveProperty('refundedQuantity');
  expect(await differences()).toEqual([]);

  for (const query of ['&glasses=1', '']) {
    const third = await refund(order, query);
    expect([third.status, third.body.message]).toEqual([409, 'This drink is already refunded']);
  }
  expect([...provider.paid.values()]).toEqual([980, 1180]);
});

test('the detail of an order lists each refund with its glasses', async () => {
  const order = await sellTwo({ quantity: 3 });
  await refund(order, '&glasses=2');
  await refund(order, '');
  const { refunds, sale } = await detail(order);
  expect(refunds).toMatchObject([
    { glasses: 2, amount: 19.6, state: 'refunded' },
    { glasses: 1, amount: 11.8, state: 'refunded' },
  ]);
  expect(sale.status).toBe('refunded');
  const other = await sellTwo();
  await refund(other, '');
  expect((await detail(other)).refunds).toMatchObject([{ glasses: 2, amount: 21.6 }]);
});

test('a refund without a number of glasses returns those that are left', async () => {
  const order = await sellTwo({ quantity: 3 });
  await refund(order, '&glasses=1');
  expect((await refund(order, '')).body).toMatchObject({ amount: 21.6 });
  expect((await refundsOf(order)).map(({ glasses }) => glasses)).toEqual([1, 2]);
});

test('the refund of a whole line is stored as it was before', async () => {
  const order = await sellTwo();
  await refund(order, '&glasses=2');
  expect(await refundsOf(order)).toMatchObject([{ glasses: null, amount_cents: 2160, nth: 0 }]);
});

test('20 parallel refunds of a glass return the two that were sold', async () => {
  const order = await sellTwo();
  const all = await Promise.all(Array.from({ length: 20 }, () => refund(order, '&glasses=1')));
  const statuses = all.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 200, ...Array(18).fill(409)]);
  expect([...provider.paid.values()].toSorted()).toEqual([1180, 980]);
  expect(await figures()).toEqual([0, 0, 0, 2160]);
});

test.each([
  ['&glasses=3', 409],
  ['&glasses=0', 400],
  ['&glasses=1.5', 400],
  ['&glasses=one', 400],
  ['&glasses=101', 400],
  [',1&glasses=1', 422],
])('%s of a drink of two glasses is refused with %s', async (query, status) => {
  const order = await sell({
    drinks: [{ drinkId: unit.cubaLibre, quantity: 2 }, { ingredients: [unit.cola] }],
  });
  expect((await refund(order, query)).status).toBe(status);
  expect(provider.received).toHaveLength(0);
});

test('a glass that the provider declines stays paid, and its share of the tax is that of the next refund', async () => {
  await setTax(5);
  // $0.45 each: 0.45 + 0.45 + 0.45 of 1.35.
  const order = await sellTwo({ quantity: 3 });
  await refund(order, '&glasses=1');
  provider.behaviour = 'declines';
  expect((await refund(order, '&glasses=1')).status).toBe(402);
  expect(await drinksOf(order.id)).toMatchObject([
    { status: 'paid', refund: 'failed', refundedQuantity: 1, tips: 2 },
  ]);
  expect(await figures()).toEqual([1800, 90, 200, 945]);
  provider.behaviour = 'pays';
  expect((await refund(order, '')).body).toMatchObject({ amount: 20.9 });
  expect(await figures()).toEqual([0, 0, 0, 3035]);
});

test('a refund of a glass whose server died is resumed with its amount and its key', async () => {
  const order = await sellTwo();
  provider.behaviour = 'dies';
  expect((await refund(order, '&glasses=1')).status).toBe(504);
  expect(await drinksOf(order.id)).toMatchObject([{ status: 'paid', refund: 'requested' }]);
  provider.behaviour = 'pays';
  // The other glass does not wait for it.
  expect((await refund(order, '')).body).toMatchObject({ amount: 11.8 });
  await workAt(5 * 60_000);
  expect(await drinksOf(order.id)).toMatchObject([{ status: 'refunded' }]);
  expect(provider.received.map(({ amountCents, isWhole }) => [amountCents, isWhole])).toEqual([
    [980, false],
    [1180, false],
    [980, false],
  ]);
  expect(new Set(provider.received.map(({ refundId }) => refundId)).size).toBe(2);
  expect(await differences()).toEqual([]);
});

test('a refund that the bank returns gives exactly its glasses back, whichever it is', async () => {
  for (const which of [0, 1]) {
    const order = await sellTwo({ quantity: 3 });
    const before = await figures();
    await refund(order, '&glasses=2');
    await refund(order, '');
    const refunds = await refundsOf(order);
    await bounce(refunds[which]?.id ?? '');
    const left = refunds[1 - which];
    expect(await drinksOf(order.id)).toMatchObject([
      { status: 'paid', refundedQuantity: left?.glasses },
    ]);
    const after = await figures();
    expect((after[3] ?? 0) - (before[3] ?? 0)).toBe(left?.amount_cents);
    expect(await differences()).toEqual([]);
    // What was returned can be refunded again, to the cent.
    expect((await refund(order, '')).body.amount * 100).toBeCloseTo(
      refunds[which]?.amount_cents ?? 0,
      6,
    );
    expect(await differences()).toEqual([]);
  }
});

test('a process of the release before cannot refund the whole line beside some of its glasses', async () => {
  const order = await sellTwo({ quantity: 3 });
  await refund(order, '&glasses=1');
  await refund(order, '&glasses=1');
  const [first] = await refundsOf(order);
  const insertWhole = () =>
    app.db
      .insertInto('refunds')
      .values({
        venue_id: owner.venueId,
        id: crypto.randomUUID(),
        order_id: order.id,
        drink_index: 0,
        state: 'requested',
        amount_cents: 3140,
        provider: 'stripe',
        requested_at: noon,
      })
      .execute();
  await expect(insertWhole()).rejects.toThrow(/refunds_once_each/);
  await bounce(first?.id ?? '');
  await expect(insertWhole()).rejects.toThrow(/refunds_once_each/);
});

test('it cannot settle a refund of glasses, which it takes for one of the whole line', async () => {
  const order = await sellTwo();
  provider.behaviour = 'works';
  await refund(order, '&glasses=1');
  const settle = (state: 'refunded' | 'failed') =>
    app.db
      .updateTable('refunds')
      .set({ state, settled_at: noon })
      .where('order_id', '=', order.id)
      .execute();
  await expect(settle('refunded')).rejects.toThrow(/refunds_returned/);
  await expect(settle('failed')).rejects.toThrow(/refunds_returned/);
});

test('the CSV has a line for the glasses that are paid for, and one for those that were refunded', async () => {
  const order = await sellTwo({ successQuantity: 1 }, { processingFee: 0.4 });
  await refund(order, '&glasses=1');
  const range = `startDate=${noon.getTime() - 1000}&endDate=${noon.getTime() + 1000}`;
  const path = `/api/orders/sales/report.csv?venueId=${owner.venueId}&unitId=${unit.id}&${range}`;
  const rows: string[][] = parse((await app.send('GET', path, { token: owner.token })).text);
  const cells = rows.slice(1, 3).map((row) => row.slice(4, 8).concat(row.slice(9, 11)));
  expect(cells).toEqual([
    ['1', '9.00', '0.80', '2.00', '0.40', 'paid'],
    ['0', '9.00', '0.80', '0.00', '', 'refunded'],
  ]);
  const statistics = await app.send(
    'GET',
    `/api/reports/drinks?venueId=${owner.venueId}&unitId=${unit.id}&${range}`,
    { token: owner.token },
  );
  // The refunded glass is the one that was not poured.
  expect(statistics.body).toMatchObject([{ quantity: 1, totalAmount: 9 }]);
});

test('a filter of refunded drinks shows one of which a glass is refunded', async () => {
  const order = await sellTwo();
  await sellTwo();
  await refund(order, '&glasses=1');
  const range = `startDate=${noon.getTime() - 1000}&endDate=${noon.getTime() + 1000}`;
  const path = `/api/orders/sales/report?venueId=${owner.venueId}&unitId=${unit.id}&${range}&show=refunded`;
  const { body } = await app.send('GET', path, { token: owner.token });
  expect(body.sales.map(({ id }: { id: string }) => id)).toEqual([order.id]);
});
