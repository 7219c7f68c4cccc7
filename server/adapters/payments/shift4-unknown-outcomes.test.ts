import { describe, expect, test } from 'vitest';
import {
  batch,
  cards,
  cardToken,
  endpoints,
  minuteMs,
  platform,
  type Received,
  shift4,
  shift4Error,
  type TestResponse,
  venue,
  withShift4,
} from '../../testing/providers.ts';

withShift4();

describe('Shift4 refunds of unknown outcome', () => {
  const lost: [string, (received: Received) => TestResponse, boolean][] = [
    ['never answers', () => 'silence', false],
    ['never answers, but has paid', (received) => (platform(received), 'silence'), true],
    ['says that it timed out', () => shift4Error(9961), false],
    [
      'says that it timed out, but has paid',
      (received) => (platform(received), shift4Error(9033)),
      true,
    ],
    ['fails', () => ({ status: 502, body: '' }), false],
  ];
  test.each(lost)(
    'searches for the invoice, then pays once, after Shift4 %s',
    async (_name, response, hasPaid) => {
      shift4.response = (received) =>
        received.path.endsWith('transactions/refund') ? response(received) : platform(received);
      const order = await venue.sell(`12345:${cardToken}`, 'both');
      expect((await venue.refund(order)).body).toMatchObject({
        statusCode: 504,
        status: 'requested',
      });
      shift4.received.length = 0;
      shift4.response = platform;
      await cards.workAfter(minuteMs);
      expect(endpoints()).toEqual([
        'GET transactions/invoice',
        ...(hasPaid ? [] : ['POST transactions/refund']),
      ]);
      expect(batch.size).toBe(1);
      expect((await venue.sale(order)).drinks[0].status).toBe('refunded');
    },
  );

  test('does not repeat a possibly paid refund after Shift4 has closed the batch', async () => {
    const order = await venue.sell(`12345:${cardToken}`, 'both');
    shift4.response = (received) =>
      received.path.endsWith('transactions/refund') ? 'silence' : platform(received);
    await venue.refund(order);
    shift4.response = platform;
    await cards.workAfter(25 * 60 * minuteMs);
    expect(batch.size).toBe(0);
    expect((await venue.sale(order)).drinks[0].refund).toBe('requested');
  });

  test('does not refund a sale that may have been voided', async () => {
    batch.set('0000012345', { total: 9, responseCode: 'A', token: cardToken });
    const order = await venue.sell(`12345:${cardToken}`);
    shift4.response = (received) => {
      const response = platform(received);
      return received.method === 'DELETE' ? 'silence' : response;
    };
    expect((await venue.refund(order)).status).toBe(504);
    shift4.response = platform;
    await cards.workAfter(minuteMs);
    expect(endpoints()).not.toContain('POST transactions/refund');
    expect((await venue.sale(order)).drinks[0].refund).toBe('requested');
  });

  test('does not take the transaction of another refund with the same invoice for its own', async () => {
    const order = await venue.sell(`12345:${cardToken}`, 'both');
    shift4.response = (received) =>
      received.path.endsWith('transactions/refund') ? 'silence' : platform(received);
    await venue.refund(order);
    const { number } = await cards.app.db
      .selectFrom('refunds')
      .select('number')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow();
    batch.set(String(number), { total: 2.5, responseCode: 'A', token: cardToken });
    shift4.response = platform;
    await cards.workAfter(minuteMs);
    expect((await venue.sale(order)).drinks[0].refund).toBe('requested');
    expect(cards.warnings).toEqual([expect.stringContaining('belongs to another transaction')]);
  });
});
