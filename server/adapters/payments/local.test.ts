import { expect, test } from 'vitest';
import { app, owner, unit } from '../../testing/with-app.ts';
import { sell, withASellingUnit } from '../../testing/stock.ts';
import { demoPayments } from './local.ts';

withASellingUnit();

const sellFor = async (priceCents: number): Promise<string> => {
  const price = { price_cents: priceCents };
  await app.db.updateTable('drinks').set(price).where('id', '=', unit.cubaLibre).execute();
  const body = { drinks: [{ drinkId: unit.cubaLibre }], paymentId: 'demo_1' };
  return (await sell(body)).body.id;
};
const refund = (order: string) =>
  app.send('GET', `/api/orders/${order}/refund?drinkIndexes=0`, { token: owner.token });

test('the demo refunds every amount except those that end in 13 cents', async () => {
  app.deps.payments = demoPayments();
  expect((await refund(await sellFor(914))).status).toBe(200);
  expect((await refund(await sellFor(1300))).status).toBe(200);
  const { status, body } = await refund(await sellFor(913));
  expect(status).toBe(402);
  expect(body).toMatchObject({ status: 'failed', message: expect.stringContaining('13 cents') });
});

test('the demo can simulate an outage and latency', async () => {
  let isDown = true;
  app.deps.payments = demoPayments({ delayMs: 5, isDown: () => isDown });
  expect((await refund(await sellFor(900))).status).toBe(504);
  isDown = false;
  expect((await refund(await sellFor(900))).status).toBe(200);
});
