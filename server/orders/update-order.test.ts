import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addOwner, addSuperAdmin, createUnit } from '../testing/app.ts';
import { sell, withASellingUnit } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

describe('update order', () => {
  withASellingUnit();

  const hourMs = 3_600_000;

  const update = (id: string, body: object, token = owner.token) =>
    app.send('PUT', `/api/orders/${id}`, { token, body });

  const sale = async (facts: object = {}): Promise<string> => {
    const { body } = await sell({ drinks: [{ drinkId: unit.cubaLibre }], ...facts });
    return body.id;
  };

  const stored = async (id: string) =>
    app.db
      .selectFrom('orders')
      .select(['sold_at', 'duration_ms', 'payment_id', 'fee_cents', 'payment_reader_device_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  const provider = async (id: string) =>
    (
      await app.db
        .selectFrom('orders')
        .select('payment_provider')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).payment_provider;

  const [monday, tuesday] = [2, 1].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString(),
  );

  test('correcting an order merges the sent fields and leaves the rest unchanged', async () => {
    const id = await sale({ date: monday, duration: 30_000 });
    const admin = await addSuperAdmin(app);
    const response = await update(id, { date: tuesday, processingFee: 0.3 }, admin);
    expect(response.body).toMatchObject({
      date: tuesday,
      duration: 30_000,
      processingFee: 0.3,
      price: 9,
    });
  });

  test('a correction by an owner is in their audit log, with the old and the new values', async () => {
    const id = await sale({ date: monday, processingFee: 0.3 });
    await update(id, { date: tuesday, processingFee: 0.3 });
    await update(id, { processingFee: 99.99 });
    await update(id, { processingFee: 99.99 });
    const { body } = await app.send('GET', '/api/audit?pagination[size]=3', { token: owner.token });
    expect(body.entries.slice(0, 2)).toMatchObject([
      {
        action: 'order.updated',
        oldValue: { processingFee: 0.3 },
        newValue: { processingFee: 99.99 },
      },
      {
        action: 'order.updated',
        actor: 'Rooftop',
        target: `order ${id}`,
        oldValue: { date: monday },
        newValue: { date: tuesday },
      },
    ]);
    expect(body.entries[2]?.action).not.toBe('order.updated');
  });

  test('a unit adds the facts that are missing, and may repeat them', async () => {
    const id = await sale();
    const facts = {
      duration: 20_000,
      processingFee: 0.3,
      paymentId: 'pi_1',
      paymentReaderDeviceName: 'Bar left',
    };
    expect((await update(id, facts, unit.key)).status).toBe(200);
    expect((await update(id, facts, unit.key)).status).toBe(200);
    expect(await stored(id)).toMatchObject({
      duration_ms: 20_000,
      fee_cents: 30,
      payment_id: 'pi_1',
      payment_reader_device_name: 'Bar left',
    });
  });

  test.each([
    ['date', { date: '2001-01-01T00:00:00Z' }],
    ['duration', { duration: 1 }],
    ['paymentReaderDeviceName', { paymentReaderDeviceName: 'Other' }],
    ['processingFee', { processingFee: 99.99 }],
    ['paymentId', { paymentId: 'pi_of_another_sale' }],
  ])('a unit cannot change the recorded %s', async (field, change) => {
    const id = await sale({
      duration: 30_000,
      processingFee: 0.3,
      paymentId: 'pi_1',
      paymentReaderDeviceName: 'Bar left',
    });
    const before = await stored(id);
    const refused = await update(id, change, unit.key);
    expect(refused.status).toBe(409);
    expect(Object.keys(refused.body)).toEqual([field]);
    expect(await stored(id)).toEqual(before);
  });

  test('a unit cannot add to an order that was received more than 24 hours ago, an owner can', async () => {
    const id = await sale();
    await app.db
      .updateTable('orders')
      .set({ received_at: new Date(Date.now() - 25 * hourMs) })
      .where('id', '=', id)
      .execute();
    expect((await update(id, { duration: 20_000 }, unit.key)).status).toBe(409);
    expect(await stored(id)).toMatchObject({ duration_ms: null });
    expect((await update(id, { duration: 20_000 })).status).toBe(200);
  });

  test('nothing is stored of a correction that is refused in part', async () => {
    const id = await sale({ paymentId: 'pi_1' });
    const refused = await update(id, { duration: 20_000, paymentId: 'pi_2' });
    expect(refused).toMatchObject({
      status: 409,
      body: { paymentId: 'The payment of an order cannot be changed once it is recorded' },
    });
    expect(await stored(id)).toMatchObject({ duration_ms: null, payment_id: 'pi_1' });
  });

  test('the provider of a payment is derived when the payment is added, and never changes then', async () => {
    const id = await sale();
    const alone = await update(id, { paymentProvider: 'stripe' });
    expect(alone).toMatchObject({
      status: 409,
      body: { paymentProvider: 'Send the payment id too' },
    });
    expect((await update(id, { paymentId: 'pi_1' }, unit.key)).status).toBe(200);
    expect(await provider(id)).toBe('stripe');
    expect((await update(id, { paymentProvider: 'shift4' })).status).toBe(409);
    expect(await provider(id)).toBe('stripe');
  });

  test('a super admin cannot change a recorded payment either', async () => {
    const id = await sale({ paymentId: 'pi_1' });
    const admin = await addSuperAdmin(app);
    expect((await update(id, { paymentId: 'pi_2' }, admin)).status).toBe(409);
  });

  test('a person names the provider of a payment of a unit that was deleted since', async () => {
    const id = await sale({ paymentId: 'a-1' });
    const path = `/api/units/${unit.unitNumber}`;
    expect((await app.send('DELETE', path, { token: owner.token })).status).toBe(200);
    expect((await update(id, { paymentProvider: 'stripe' })).status).toBe(200);
    expect(await provider(id)).toBe('stripe');
    expect((await update(id, { duration: 1 }, unit.key)).status).toBe(401);
  });

  test('another unit or another owner cannot correct an order', async () => {
    const id = await sale();
    const other = await createUnit(app, owner);
    const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
    for (const token of [other.key, stranger.token]) {
      expect((await update(id, { duration: 1 }, token)).status).toBe(404);
    }
  });
});

/** The provider of a payment is stored when the payment is, and is not decided again. */
describe('payment provider', () => {
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
    expect((await readPayment(await sold({ paymentId: 'a-2' }))).payment_provider).toBe('stripe');
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
});
