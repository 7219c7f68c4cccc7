/** The provider of a payment is stored when the payment is, and is not decided again. */
import { expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import { sell, withASellingUnit } from '../testing/stock.ts';

withASellingUnit();

const update = (id: string, body: object) =>
  app.send('PUT', `/api/orders/${id}`, { token: owner.token, body });

const setReader = (reader: object) =>
  app.db.updateTable('units').set(reader).where('id', '=', unit.id).execute();

const readPayment = (id: string) =>
  app.db
    .selectFrom('orders')
    .select(['payment_id', 'payment_provider'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const sold = async (body: object) => {
  const response = await sell({ drinks: [{ drinkId: unit.cubaLibre }], ...body });
  expect(response.status, response.text).toBe(201);
  return response.body.id;
};

test.each<[{ paymentId?: string; paymentProvider?: string }, string | null]>([
  [{ paymentId: 'pi_123' }, 'stripe'],
  [{ paymentId: '12345' }, 'shift4'],
  [{ paymentId: 'a-1', paymentProvider: 'shift4' }, 'shift4'],
  [{ paymentId: 'a-1' }, null],
  [{}, null],
])('an order with %j was paid through %j', async (body, provider) => {
  expect(await readPayment(await sold(body))).toEqual({
    payment_id: body.paymentId ?? null,
    payment_provider: provider,
  });
});

test('a payment id of unknown form was taken by the only provider of the unit at that time', async () => {
  await setReader({ pax_shift4_reader_id: '1850001' });
  const id = await sold({ paymentId: 'a-1' });
  await setReader({ pax_shift4_reader_id: '', stripe_reader_id: 'tmr_1' });
  expect((await readPayment(id)).payment_provider).toBe('shift4');
  expect((await readPayment(await sold({ paymentId: 'a-1' }))).payment_provider).toBe('stripe');
});

test('a provider without a payment, or an unknown provider, is rejected', async () => {
  const drinks = [{ drinkId: unit.cubaLibre }];
  const without = await sell({ drinks, paymentProvider: 'stripe' });
  expect([without.status, without.body]).toEqual([
    400,
    { paymentProvider: 'Send the payment id too' },
  ]);
  const unknown = await sell({ drinks, paymentId: 'a-1', paymentProvider: 'demo' });
  expect([unknown.status, unknown.body]).toEqual([
    400,
    { paymentProvider: 'Use stripe or shift4' },
  ]);
});

test('a payment that is added later has a provider, and an unknown provider can be named later', async () => {
  const cash = await sold({});
  expect((await update(cash, { paymentId: 'pi_9' })).status).toBe(200);
  expect(await readPayment(cash)).toEqual({ payment_id: 'pi_9', payment_provider: 'stripe' });
  const unknown = await sold({ paymentId: 'a-1' });
  expect((await update(unknown, { paymentProvider: 'shift4' })).status).toBe(200);
  expect(await readPayment(unknown)).toEqual({ payment_id: 'a-1', payment_provider: 'shift4' });
});

test('a correction of another fact leaves an unknown provider unknown, whatever readers the unit has by then', async () => {
  const id = await sold({ paymentId: 'a-1' });
  await setReader({ stripe_reader_id: 'tmr_1' });
  const corrected = await update(id, { duration: 1 });
  expect([corrected.status, corrected.body.refundTo]).toEqual([200, 'unknown']);
  expect((await readPayment(id)).payment_provider).toBeNull();
  expect((await update(id, { paymentProvider: 'shift4' })).status).toBe(200);
  expect(await readPayment(id)).toEqual({ payment_id: 'a-1', payment_provider: 'shift4' });
});
