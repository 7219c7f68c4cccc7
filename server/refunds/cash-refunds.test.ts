/** Sales without a payment: no card provider is involved, and the staff give the money back by hand. */
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  drinksOf,
  noon,
  provider,
  refund,
  report,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';

withRefunds();

const sellForCash = (body: object = {}) => sell({ paymentId: undefined, ...body });

const csvStatuses = async (): Promise<(string | undefined)[]> => {
  const range = `startDate=${noon.getTime() - 1000}&endDate=${noon.getTime() + 1000}`;
  const path = `/api/orders/sales/report.csv?venueId=${owner.venueId}&unitId=${unit.id}&${range}`;
  const { text } = await app.send('GET', path, { token: owner.token });
  const rows: string[][] = parse(text, { relax_column_count: true });
  return rows.filter((row) => row[3] !== '' && row[0] !== 'Id').map((row) => row[10]);
};

describe('refund of a sale without a payment', () => {
  test.each([812, 813, 814])(
    'marks %d cents as refunded and asks to give the cash back, without a provider',
    async (cents) => {
      const price = { price_cents: cents };
      await app.db.updateTable('drinks').set(price).where('id', '=', unit.cubaLibre).execute();
      const { id } = await sellForCash({ drinks: [{ drinkId: unit.cubaLibre }], tips: 0 });
      const { status, body } = await refund(id, '0');
      expect(status).toBe(200);
      expect(body).toEqual({
        statusCode: 200,
        status: 'refunded',
        message: `Marked as refunded. Give $${(cents / 100).toFixed(2)} back in cash`,
        amount: cents / 100,
      });
      expect(provider.received).toEqual([]);
      expect((await report()).totalRefunds).toBe(cents / 100);
    },
  );

  test('has a state of its own in the report, the CSV and the audit log', async () => {
    const byCard = await sell();
    await refund(byCard.id, '0');
    const forCash = await sellForCash({ date: noon.getTime() + 1 });
    await refund(forCash.id, '0');
    expect((await report()).sales).toMatchObject([{ refundTo: 'card' }, { refundTo: 'cash' }]);
    expect((await drinksOf(byCard.id))[0]).not.toHaveProperty('refund');
    expect((await drinksOf(forCash.id))[0]).toMatchObject({ status: 'refunded', refund: 'cash' });
    expect(await csvStatuses()).toEqual(['refunded', 'paid', 'refunded in cash', 'paid']);
    const path = `/api/audit?search=${forCash.id}`;
    const { body } = await app.send('GET', path, { token: owner.token });
    expect(body.entries).toEqual([
      expect.objectContaining({
        action: 'drink.refunded_in_cash',
        newValue: { amount: 9, provider: 'cash' },
      }),
    ]);
  });

  test('names the sum of several drinks, and refunds each once', async () => {
    const { id } = await sellForCash();
    const { body } = await refund(id, '0,1');
    expect(body.message).toBe('Marked as refunded. Give $13.80 back in cash');
    expect((await refund(id, '1')).status).toBe(409);
    expect(await report()).toMatchObject({ totalRefunds: 13.8, totalSales: 0, totalTips: 0 });
  });
});

describe('refund that an earlier version recorded without a request to the card provider', () => {
  const setUnsent = (orderId: string, more: object = {}) =>
    app.db
      .updateTable('refunds')
      .set({ provider: 'unsent', ...more })
      .where('order_id', '=', orderId)
      .execute();

  test('is shown as such in the report and the CSV', async () => {
    const { id } = await sell();
    await refund(id, '0');
    await setUnsent(id);
    expect((await drinksOf(id))[0]).toMatchObject({ status: 'refunded', refund: 'unsent' });
    expect(await csvStatuses()).toEqual(['refunded without the card', 'paid']);
  });

  test('fails when it was still pending, and can then be requested again', async () => {
    const { id } = await sell();
    provider.behaviour = 'dies';
    await refund(id, '0');
    await setUnsent(id);
    provider.behaviour = 'pays';
    await workAt(60_000);
    expect((await drinksOf(id))[0]).toMatchObject({ status: 'paid', refund: 'failed' });
    expect([...provider.paid]).toEqual([]);
    expect((await refund(id, '0')).status).toBe(200);
  });
});
