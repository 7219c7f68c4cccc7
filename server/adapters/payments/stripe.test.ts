import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPayments } from './local.ts';
import { emptyQueue } from '../../testing/services/messages.ts';
import {
  type CardProviderTest,
  startCardProviderTest,
  type TestResponse,
  type TestService,
} from '../../testing/services/providers.ts';
import { sell, withASellingUnit } from '../../testing/stock.ts';
import { app, owner, unit } from '../../testing/with-app.ts';

describe('stripe', () => {
  const privateKey = 'sk_test_a_key_that_nobody_may_see';
  const minuteMs = 60_000;

  let cards: CardProviderTest;
  let stripe: TestService;
  beforeAll(async () => {
    cards = await startCardProviderTest();
    ({ stripe } = cards);
  });
  beforeEach(async () => {
    cards.restart();
    stripe.response = stripeRefunds();
    await emptyQueue(cards.app.db);
  });
  afterEach(() => {
    expect(cards.shift4.received).toEqual([]);
    expect(cards.warnings.join('\n')).not.toContain(privateKey);
  });
  afterAll(() => cards.close());

  const refundOf = (form: URLSearchParams, more: object = {}) => ({
    id: 're_1',
    object: 'refund',
    amount: Number(form.get('amount')),
    charge: {
      id: 'ch_1',
      object: 'charge',
      balance_transaction: { id: 'txn_1', object: 'balance_transaction', fee: 63, currency: 'usd' },
    },
    currency: 'usd',
    metadata: { refundId: form.get('metadata[refundId]') },
    payment_intent: form.get('payment_intent'),
    status: 'succeeded',
    ...more,
  });

  /** As documented: creates a refund once per idempotency key, and lists it for its payment. */
  const stripeRefunds = (more: object = {}): TestService['response'] => {
    const made = new Map<string, object>();
    return ({ method, body, headers }): TestResponse => {
      if (method === 'GET') return { body: { object: 'list', data: [...made.values()] } };
      const key = String(headers['idempotency-key']);
      const refund = made.get(key) ?? refundOf(new URLSearchParams(body), more);
      made.set(key, refund);
      return { body: refund };
    };
  };
  const stripeFails =
    (status: number, error: object): TestService['response'] =>
    () => ({ status, body: { error: { message: `About ${privateKey}`, ...error } } });

  describe('Stripe refunds', () => {
    test.each([
      ['pi_123', 'payment_intent'],
      ['ch_123', 'charge'],
      ['py_123', 'charge'],
    ])(
      "refunds %s once, with the venue's key and the refund's idempotency key",
      async (paymentId, name) => {
        const venue = await cards.createVenue({ privateKey });
        const order = await venue.sell(paymentId);
        const { status, body } = await venue.refund(order);
        expect([status, body.message]).toEqual([200, 'Transaction refunded']);
        const [received, ...more] = stripe.received;
        expect(more).toEqual([]);
        const row = await cards.app.db
          .selectFrom('refunds')
          .selectAll()
          .where('order_id', '=', order)
          .executeTakeFirstOrThrow();
        expect(row).toMatchObject({
          provider: 'stripe',
          provider_reference: 're_1',
          state: 'refunded',
        });
        expect(received).toMatchObject({
          method: 'POST',
          path: '/v1/refunds',
          headers: { authorization: `Bearer ${privateKey}`, 'idempotency-key': row.id },
        });
        const form = new URLSearchParams(received?.body);
        expect(Object.fromEntries(form)).toEqual({
          [name]: paymentId,
          amount: '900',
          'metadata[refundId]': row.id,
          'expand[0]': 'charge.balance_transaction',
        });
        expect(await venue.auditAndReport()).not.toContain(privateKey);
      },
    );

    test('FAIL-06 refunds each glass with its amount and a key of its own', async () => {
      const venue = await cards.createVenue({ privateKey });
      const order = await venue.sell('pi_123', 'two');
      for (const status of [200, 200, 409])
        expect((await venue.refund(order, '0&glasses=1')).status).toBe(status);
      const sent = stripe.received.map(({ body, headers }) => ({
        amount: new URLSearchParams(body).get('amount'),
        key: headers['idempotency-key'],
      }));
      expect(sent.map(({ amount }) => amount)).toEqual(['900', '900']);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
    });

    test("returns the payment's fee when the sale does not include it", async () => {
      const venue = await cards.createVenue({ privateKey });
      const order = await venue.sell('pi_123', 'both');
      await venue.refund(order);
      const { processingFee, drinks } = await venue.sale(order);
      expect(processingFee).toBe(0.63);
      expect(drinks.map((drink: any) => drink.processingFee)).toEqual([0.49, 0.14]);
    });

    test('leaves the fee empty when Stripe does not return one', async () => {
      const venue = await cards.createVenue({ privateKey });
      stripe.response = stripeRefunds({ charge: 'ch_1' });
      const order = await venue.sell('pi_123');
      expect((await venue.refund(order)).status).toBe(200);
      expect((await venue.sale(order)).processingFee).toBeNull();
    });

    test('sends no request for payments of other providers, or without a key, and leaves the sale paid', async () => {
      const venue = await cards.createVenue({ privateKey });
      const response = await venue.refund(await venue.sell('pay_of_somebody_else'));
      expect(response.status).toBe(402);
      expect(response.body.message).toBe(
        'This payment is not one of the card provider of this venue',
      );
      expect((await venue.refund(await venue.sell(null))).status).toBe(200);
      const ofDemo = await venue.sell('demo_1');
      expect((await venue.refund(ofDemo)).body).toMatchObject({
        statusCode: 402,
        message: 'This was paid in the demo, so no card provider can refund it',
      });
      expect((await venue.sale(ofDemo)).drinks[0]).toMatchObject({ status: 'paid' });
      const without = await cards.createVenue({});
      const order = await without.sell('pi_123');
      expect((await without.refund(order)).body).toMatchObject({
        statusCode: 402,
        status: 'failed',
        message:
          'This was paid through Stripe, and the venue has no keys for it. Ask a super admin to enter them',
      });
      expect((await without.sale(order)).drinks[0]).toMatchObject({ status: 'paid' });
      expect(stripe.received).toEqual([]);
    });

    test('refunds Stripe payments even after the venue switched to another provider', async () => {
      const credentials = { privateKey, clientGuid: 'guid', authToken: 'a token' };
      const venue = await cards.createVenue(credentials, { pax: true });
      expect((await venue.refund(await venue.sell('pi_123'))).status).toBe(200);
      expect(stripe.received).toHaveLength(1);
    });

    test.each<[string, number, object, string]>([
      [
        'a reason',
        400,
        {
          type: 'invalid_request_error',
          code: 'charge_already_refunded',
          message: 'Charge ch_1 has already been refunded.',
        },
        'Charge ch_1 has already been refunded.',
      ],
      ['its card', 402, { type: 'card_error', message: 'No such card' }, 'No such card'],
      ['a message that names the key', 400, { type: 'invalid_request_error' }, 'About …'],
      [
        'the key',
        401,
        { type: 'authentication_error' },
        'The card provider refuses the key of this venue. Ask a super admin to enter it again',
      ],
      [
        'what the key may do',
        403,
        { type: 'invalid_request_error' },
        'The card provider refuses the key of this venue. Ask a super admin to enter it again',
      ],
    ])(
      'reports a refund as declined when Stripe refuses it for %s',
      async (_why, status, error, message) => {
        const venue = await cards.createVenue({ privateKey });
        const order = await venue.sell('pi_123');
        stripe.response = stripeFails(status, error);
        expect((await venue.refund(order)).body).toMatchObject({
          statusCode: 402,
          status: 'failed',
          message,
        });
        stripe.response = stripeRefunds();
        expect((await venue.refund(order)).status).toBe(200);
        const keys = stripe.received.map(({ headers }) => headers['idempotency-key']);
        expect(new Set(keys).size).toBe(2);
      },
    );

    test.each([
      ['failed', 'The card provider declined the refund (expired or canceled card)'],
      ['canceled', 'The card provider declined the refund (expired or canceled card)'],
    ])('reports a refund as declined when its status is %s at once', async (status, message) => {
      const venue = await cards.createVenue({ privateKey });
      stripe.response = stripeRefunds({ status, failure_reason: 'expired_or_canceled_card' });
      expect((await venue.refund(await venue.sell('pi_123'))).body).toMatchObject({
        statusCode: 402,
        message,
      });
    });

    test.each<[string, TestService['response']]>([
      ['has had enough', stripeFails(429, { type: 'invalid_request_error' })],
      ['is busy with the same', stripeFails(409, { type: 'idempotency_error' })],
      ['fails', stripeFails(500, { type: 'api_error' })],
      ['answers nonsense', () => ({ body: '<html>' })],
      ['never answers', () => 'silence'],
      [
        'sends us elsewhere',
        () => ({ status: 302, headers: { location: 'http://127.0.0.1:1' }, body: '' }),
      ],
    ])(
      'retries with the same idempotency key when Stripe %s, since it may have paid',
      async (_name, response) => {
        const venue = await cards.createVenue({ privateKey });
        const order = await venue.sell('pi_123');
        stripe.response = response;
        expect((await venue.refund(order)).body).toMatchObject({
          statusCode: 504,
          status: 'requested',
        });
        stripe.response = stripeRefunds();
        await cards.workAfter(minuteMs);
        const [first, list, again] = stripe.received;
        expect(list).toMatchObject({
          method: 'GET',
          path: expect.stringContaining('/v1/refunds?payment_intent=pi_123'),
        });
        expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
        expect((await venue.sale(order)).status).toBe('refunded');
      },
    );

    test('finds an old completed refund instead of paying again', async () => {
      const venue = await cards.createVenue({ privateKey });
      const order = await venue.sell('pi_123');
      const pays = stripeRefunds();
      stripe.response = async (received): Promise<TestResponse> => {
        await pays(received);
        return 'silence';
      };
      expect((await venue.refund(order)).status).toBe(504);
      stripe.response = pays;
      await cards.workAfter(48 * 60 * minuteMs);
      expect(stripe.received.map(({ method }) => method)).toEqual(['POST', 'GET']);
      expect((await venue.sale(order)).status).toBe('refunded');
    });

    test('leaves a resumed refund pending when Stripe refuses the key, since it may have paid', async () => {
      const venue = await cards.createVenue({ privateKey });
      const order = await venue.sell('pi_123');
      stripe.response = () => 'silence';
      await venue.refund(order);
      stripe.response = stripeFails(401, { type: 'authentication_error' });
      await cards.workAfter(minuteMs);
      expect((await venue.sale(order)).drinks[0].refund).toBe('requested');
      expect(cards.warnings).toEqual([expect.stringContaining('StripeAuthenticationError')]);
    });

    test('sends no request to Stripe when the key cannot be decrypted', async () => {
      const venue = await cards.createVenue({ privateKey });
      const { secretsKey } = cards.app.deps;
      cards.app.deps.secretsKey = { current: 'lost and replaced by another', previous: null };
      cards.restart();
      const { body } = await venue.refund(await venue.sell('pi_123'));
      cards.app.deps.secretsKey = secretsKey;
      expect(body.message).toContain("can't be decrypted");
      expect(stripe.received).toEqual([]);
    });
  });
});

describe('local', () => {
  withASellingUnit();

  const sellFor = async (priceCents: number): Promise<string> => {
    const price = { price_cents: priceCents };
    await app.db.updateTable('drinks').set(price).where('id', '=', unit.cubaLibre).execute();
    const body = {
      drinks: [{ drinkId: unit.cubaLibre }],
      paymentId: 'demo_1',
      sharesPayment: true,
    };
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
});
