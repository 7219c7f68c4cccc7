import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { encrypt, placeInVenue } from '../../shared/encryption.ts';
import {
  accessToken,
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
} from '../../testing/services/providers.ts';

describe('shift4', () => {
  withShift4();

  describe('Shift4 refunds', () => {
    test('voids an unsettled sale for a full refund', async () => {
      batch.set('0000012345', { total: 9, responseCode: 'A', token: cardToken });
      const { status } = await venue.refund(await venue.sell('12345'));
      expect(status).toBe(200);
      expect(endpoints()).toEqual([
        'POST credentials/accesstoken',
        'GET transactions/invoice',
        'DELETE transactions/invoice',
      ]);
      expect(shift4.received[2]?.headers).toMatchObject({
        invoice: '0000012345',
        accesstoken: accessToken,
        interfacename: 'Barback',
      });
      expect(batch.size).toBe(0);
    });

    test("refunds a part to the card's token, under an invoice of its own", async () => {
      const order = await venue.sell(`12345:${cardToken}`, 'both');
      expect((await venue.refund(order)).status).toBe(200);
      expect(endpoints()).toEqual(['POST credentials/accesstoken', 'POST transactions/refund']);
      const sent = JSON.parse(shift4.received[1]?.body ?? '');
      expect(sent).toEqual({
        dateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
        amount: { total: 9 },
        clerk: { numericId: 1 },
        transaction: { invoice: expect.stringMatching(/^9\d{9}$/), originalInvoice: '0000012345' },
        card: { token: { value: cardToken } },
      });
      await venue.refund(order, '1');
      expect(batch.size).toBe(2);
    });

    test('FAIL-06 refunds each glass to the token, under an invoice of its own, and voids nothing', async () => {
      const order = await venue.sell(`12345:${cardToken}`, 'two');
      for (const status of [200, 200, 409])
        expect((await venue.refund(order, '0&glasses=1')).status).toBe(status);
      expect(endpoints().slice(1)).toEqual(Array(2).fill('POST transactions/refund'));
      const sent = shift4.received.slice(1).map(({ body }) => JSON.parse(body));
      expect(sent.map(({ amount }) => amount.total)).toEqual([9, 9]);
      const invoices = sent.map(({ transaction }) => transaction.invoice);
      expect(new Set(invoices).size).toBe(2);
      for (const invoice of invoices) expect(invoice).toMatch(/^9\d{9}$/);
    });

    test("gets the card's token from Shift4 while the sale is not settled", async () => {
      batch.set('0000012345', { total: 11.5, responseCode: 'A', token: cardToken });
      expect((await venue.refund(await venue.sell('12345', 'both'))).status).toBe(200);
      expect(JSON.parse(shift4.received[2]?.body ?? '').card.token.value).toBe(cardToken);
    });

    test('refunds a settled sale with the token reported by the unit', async () => {
      expect((await venue.refund(await venue.sell(`12345:${cardToken}`))).status).toBe(200);
      expect(endpoints().slice(1)).toEqual([
        'GET transactions/invoice',
        'POST transactions/refund',
      ]);
    });

    test.each([
      [
        '12345',
        'The day of this payment is closed, and the unit did not report the token of the card',
      ],
      ['pay_1', 'This payment is not one of the card provider of this venue'],
      ['12345678901', 'This payment is not one of the card provider of this venue'],
    ])('declines a refund of the payment %s', async (paymentId, message) => {
      const { body } = await venue.refund(await venue.sell(paymentId));
      expect(body).toMatchObject({ statusCode: 402, status: 'failed', message });
      expect(batch.size).toBe(0);
    });

    test.each<[string, (received: Received) => TestResponse, string]>([
      [
        'declines',
        ({ body }) => ({
          body: {
            result: [
              {
                transaction: { invoice: JSON.parse(body).transaction.invoice, responseCode: 'D' },
                hostResponse: { reasonCode: '05', reasonDescription: 'Do not honor' },
              },
            ],
          },
        }),
        'The card provider declined the refund (Do not honor)',
      ],
      ['refuses', () => shift4Error(9551), 'The card provider declined the refund (9551)'],
    ])('reports a refund as declined when Shift4 %s', async (_name, response, message) => {
      shift4.response = (received) =>
        received.path.endsWith('transactions/refund') ? response(received) : platform(received);
      const { body } = await venue.refund(await venue.sell(`12345:${cardToken}`, 'both'));
      expect(body).toMatchObject({ statusCode: 402, message });
    });

    test('reports a refund as never requested when Shift4 refuses the credentials', async () => {
      shift4.response = () => shift4Error(9862);
      const { body } = await venue.refund(await venue.sell(`12345:${cardToken}`));
      expect(body).toMatchObject({
        statusCode: 402,
        message: expect.stringContaining('refuses the key'),
      });
    });

    test('refunds through Shift4 whatever the flags are when the refund is requested', async () => {
      const { flags } = cards.app.deps;
      const order = await venue.sell(`12345:${cardToken}`);
      const unreachable = new Error('the flag service cannot be reached');
      cards.app.deps.flags = { ...flags, flagsOn: () => Promise.reject(unreachable) };
      cards.restart();
      const { status } = await venue.refund(order);
      cards.app.deps.flags = flags;
      expect(status).toBe(200);
      expect(batch.size).toBe(1);
    });

    test.each<[string, TestResponse]>([
      ['does not respond', 'silence'],
      ['fails', { status: 502, body: '' }],
      ['reports a communication error', shift4Error(9901)],
    ])(
      'asks to try again when Shift4 %s to the exchange of the auth token',
      async (_name, reply) => {
        shift4.response = () => reply;
        const order = await venue.sell(`12345:${cardToken}`);
        expect((await venue.refund(order)).body).toMatchObject({
          statusCode: 402,
          message: 'The card provider did not respond, so nothing was refunded. Try again later',
        });
        expect((await venue.sale(order)).drinks[0]).toMatchObject({
          status: 'paid',
          refund: 'failed',
        });
        expect(batch.size).toBe(0);
      },
    );

    test('two processes exchange an auth token once', async () => {
      const order = await venue.sell(`12345:${cardToken}`, 'both');
      const spent = new Set<string>();
      shift4.response = (received) => {
        if (!received.path.endsWith('accesstoken')) return platform(received);
        const { authToken } = JSON.parse(received.body).credential;
        if (spent.has(authToken)) return shift4Error(9862);
        spent.add(authToken);
        return platform(received);
      };
      const first = cards.app.deps.payments;
      cards.restart();
      const second = cards.app.deps.payments;
      let turn = 0;
      cards.app.deps.payments = {
        ...first,
        refund: (...received) => ((turn += 1) % 2 === 0 ? first : second).refund(...received),
      };
      expect((await venue.refund(order, '0,1')).status).toBe(200);
      expect(batch.size).toBe(2);
    });

    test('holds no connection of the database while it exchanges the auth token', async () => {
      const order = await venue.sell(`12345:${cardToken}`);
      const held: unknown[] = [];
      shift4.response = async (received) => {
        if (received.path.endsWith('accesstoken')) {
          const { rows } = await cards.app.pool.query(
            `select query from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%'`,
          );
          held.push(...rows);
        }
        return platform(received);
      };
      expect((await venue.refund(order)).status).toBe(200);
      expect(endpoints()[0]).toBe('POST credentials/accesstoken');
      expect(held).toEqual([]);
    });

    test('exchanges an auth token again whose exchange was interrupted', async () => {
      const order = await venue.sell(`12345:${cardToken}`);
      const place = placeInVenue(venue.venueId, 'auth_token_sealed');
      const claimed = encrypt(cards.app.deps.secretsKey, 'exchanged until 1000 the token', place);
      await cards.app.db
        .updateTable('venues')
        .set({ auth_token_sealed: claimed })
        .where('id', '=', venue.venueId)
        .execute();
      expect((await venue.refund(order)).status).toBe(200);
      expect(JSON.parse(shift4.received[0]?.body ?? '').credential.authToken).toBe('the token');
    });

    test('the invoices of refunds do not start again in a restored database', async () => {
      const order = await venue.sell(`12345:${cardToken}`, 'both');
      await venue.refund(order, '0,1');
      const invoices = [...batch.keys()].map(Number).toSorted((a, b) => a - b);
      expect(invoices).toHaveLength(2);
      expect(invoices[1]).not.toBe((invoices[0] ?? 0) + 1);
      const { rows } = await sql`
      select 1 from information_schema.columns
      where table_name = 'refunds' and column_name = 'number' and (is_identity = 'YES' or column_default like 'nextval%')
    `.execute(cards.app.db);
      expect(rows).toEqual([]);
    });

    test('sends no request to Shift4 unless both credentials are set, and leaves the sale paid', async () => {
      const without = await cards.createVenue({ clientGuid: 'guid' }, { pax: true });
      const order = await without.sell('12345');
      expect((await without.refund(order)).body).toMatchObject({
        statusCode: 402,
        status: 'failed',
        message: expect.stringContaining('paid through Shift4, and the venue has no keys for it'),
      });
      expect((await without.sale(order)).drinks[0]).toMatchObject({ status: 'paid' });
      expect(shift4.received).toEqual([]);
    });
  });
});

describe('shift4 unknown outcomes', () => {
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
});
