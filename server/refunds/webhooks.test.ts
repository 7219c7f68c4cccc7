import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CardProviderTest,
  type PayingVenue,
  startCardProviderTest,
} from '../testing/services/providers.ts';
import {
  drinksOf,
  endClaims,
  provider,
  refund,
  report,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { unit } from '../testing/with-app.ts';

describe('webhooks', () => {
  const webhookSecret = 'whsec_that_only_the_two_of_them_know';
  const privateKey = 'sk_test_a_key_that_nobody_may_see';

  let cards: CardProviderTest;
  let venue: PayingVenue;
  let orderId: string;
  let refundId: string;
  let references = 0;
  let reference: string;

  beforeAll(async () => {
    cards = await startCardProviderTest();
  });
  afterAll(() => cards.close());

  /** A refund that Stripe is still processing. */
  beforeEach(async () => {
    cards.restart();
    references += 1;
    reference = `re_${references}`;
    cards.stripe.response = () => ({
      body: { id: reference, object: 'refund', status: 'pending' },
    });
    venue = await cards.createVenue({ privateKey, webhookSecret });
    orderId = await venue.sell('pi_123', 'both');
    expect((await venue.refund(orderId)).status).toBe(202);
    const row = await cards.app.db
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    refundId = row.id;
  });

  const event = (status: string, more: object = {}, type = 'refund.updated') => ({
    id: `evt_${Math.random()}`,
    object: 'event',
    type,
    data: { object: { id: reference, object: 'refund', status, metadata: { refundId }, ...more } },
  });

  function deliver(
    what: object,
    { secret = webhookSecret, to = venue.venueId, at = Date.now(), spoil = '' } = {},
  ) {
    const payload = JSON.stringify(what, null, 2);
    const { webhooks } = new Stripe('unused');
    const timestamp = Math.floor(at / 1000);
    const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return cards.app.send('POST', `/api/webhooks/stripe/${to}`, {
      body: payload + spoil,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
  }

  const refundedDrink = async () => (await venue.sale(orderId)).drinks[0];
  const auditRows = async (): Promise<string[]> =>
    (
      await cards.app.send('GET', `/api/audit?search=${orderId}`, { token: venue.token })
    ).body.entries.map((entry: any) => entry.action);

  describe('Stripe webhook', () => {
    test.each(['refund.updated', 'charge.refund.updated'])(
      'the webhook %s settles a refund',
      async (type) => {
        const { status, body } = await deliver(event('succeeded', {}, type));
        expect([status, body]).toEqual([200, { received: true }]);
        expect(await refundedDrink()).toMatchObject({ status: 'refunded' });
      },
    );

    test("a webhook without our refund id is matched by Stripe's id", async () => {
      await deliver(event('succeeded', { metadata: {} }));
      expect(await refundedDrink()).toMatchObject({ status: 'refunded' });
    });

    test('a webhook reports a failed refund with the reason', async () => {
      const before = await venue.sale(orderId);
      await deliver(event('failed', { failure_reason: 'lost_or_stolen_card' }, 'refund.failed'));
      expect(await venue.sale(orderId)).toEqual({
        ...before,
        drinks: [{ ...before.drinks[0], refund: 'failed' }, before.drinks[1]],
      });
      const { error } = await cards.app.db
        .selectFrom('refunds')
        .select('error')
        .where('id', '=', refundId)
        .executeTakeFirstOrThrow();
      expect(error).toBe('The card provider declined the refund (lost or stolen card)');
    });

    test('repeated, reordered and concurrent webhooks have the same result, with one audit row', async () => {
      await Promise.all([1, 2, 3, 4].map(() => deliver(event('succeeded'))));
      await deliver(event('pending'));
      expect(await refundedDrink()).toMatchObject({ status: 'refunded' });
      expect(await auditRows()).toEqual(['drink.refunded']);
    });

    test('a refund returned by the bank is removed from the rollups permanently', async () => {
      await deliver(event('succeeded'));
      await deliver(event('failed', {}, 'refund.failed'));
      await deliver(event('succeeded'));
      expect(await refundedDrink()).toMatchObject({ status: 'paid', refund: 'failed' });
      expect(await auditRows()).toEqual(['refund.reversed', 'drink.refunded']);
      cards.stripe.response = () => ({
        body: { id: 're_again', object: 'refund', status: 'succeeded' },
      });
      expect((await venue.refund(orderId)).status).toBe(200);
    });

    test.each([
      ['another kind of thing', () => ({ ...event('succeeded'), type: 'charge.updated' })],
      [
        'a refund that nobody here asked for',
        () => event('succeeded', { id: 're_9', metadata: {} }),
      ],
      ['nothing', () => ({ ...event('x'), data: { object: {} } })],
    ])('a webhook about %s changes nothing', async (_what, described) => {
      expect((await deliver(described())).status).toBe(200);
      expect(await refundedDrink()).toMatchObject({ status: 'paid', refund: 'requested' });
    });

    test('a webhook of another venue changes nothing here', async () => {
      const secret = 'whsec_of_somebody_else';
      const other = await cards.createVenue({ webhookSecret: secret });
      expect((await deliver(event('succeeded'), { secret, to: other.venueId })).status).toBe(200);
      expect(await refundedDrink()).toMatchObject({ refund: 'requested' });
    });

    test.each([
      ['signed with another secret', () => ({ secret: 'whsec_guessed' })],
      ['changed on the way', () => ({ spoil: ' ' })],
      ['signed long ago', () => ({ at: Date.now() - 3_600_000 })],
      ['signed in the future', () => ({ at: Date.now() + 3_600_000 })],
      ['for a venue that is none', () => ({ to: '0190b3d8-7a44-7000-8000-000000000000' })],
      ['for an address that is none', () => ({ to: 'nonsense' })],
    ])('a webhook %s is rejected without a reason', async (_why, wrong) => {
      const { status, body } = await deliver(event('succeeded'), wrong());
      expect(status).toBe(400);
      expect(body.error.message).toBe('The signature is not valid');
      expect(await refundedDrink()).toMatchObject({ refund: 'requested' });
    });

    test('rejects a webhook without a signature or a body', async () => {
      const path = `/api/webhooks/stripe/${venue.venueId}`;
      expect((await cards.app.send('POST', path, { body: event('succeeded') })).status).toBe(400);
      expect((await cards.app.send('POST', path)).status).toBe(400);
    });

    test('FAIL-06 a webhook settles the glass of its refund, and gives that glass back', async () => {
      const order = await venue.sell('pi_456', 'two');
      expect((await venue.refund(order, '0&glasses=1')).status).toBe(202);
      const { id } = await cards.app.db
        .selectFrom('refunds')
        .select('id')
        .where('order_id', '=', order)
        .executeTakeFirstOrThrow();
      const line = async () => (await venue.sale(order)).drinks[0];
      await deliver(event('succeeded', { metadata: { refundId: id } }));
      expect(await line()).toMatchObject({ status: 'paid', refundedQuantity: 1 });
      await deliver(event('failed', { metadata: { refundId: id } }, 'refund.failed'));
      expect(await line()).toMatchObject({ status: 'paid', refund: 'failed' });
      expect(await line()).not.toHaveProperty('refundedQuantity');
    });
  });

  describe('webhook signing secret', () => {
    const put = (token: string, body: object) =>
      cards.app.send('PUT', `/api/users/venues/${venue.venueId}`, { token, body });

    test('only a super admin sets the webhook secret, which is stored encrypted and shown by its last characters', async () => {
      const admin = await cards.app.login('admin@example.com');
      const shown = (await put(admin, { webhookSecret: '' })).body;
      expect(shown.webhookSecret).toBe('••••know');
      await put(admin, { webhookSecret: shown.webhookSecret });
      expect((await deliver(event('succeeded'))).status).toBe(200);
      const refused = await put(venue.token, { webhookSecret: 'whsec_of_the_owner' });
      expect([refused.status, Object.keys(refused.body)]).toEqual([403, ['webhookSecret']]);
      const rows = await cards.app.db.selectFrom('venues').selectAll().execute();
      for (const { webhook_secret_sealed: sealed } of rows) {
        expect(sealed?.toString('latin1') ?? '').not.toContain(webhookSecret);
      }
      expect(await venue.auditAndReport()).not.toContain(webhookSecret);
    });
  });
});

describe('resumed refunds', () => {
  withRefunds();

  const minuteMs = 60_000;
  const checking = 'The card provider did not respond; the refund is being checked';
  const paidCents = () => [...provider.paid.values()];

  describe('refund of unknown outcome', () => {
    test.each(['paysInSilence', 'dies'] as const)(
      'a refund of unknown outcome is reported, blocks another, and completes: %s',
      async (behaviour) => {
        const { id } = await sell();
        provider.behaviour = behaviour;
        const { status, body } = await refund(id, '0');
        expect(status).toBe(504);
        expect(body).toMatchObject({ statusCode: 504, status: 'requested', message: checking });
        expect((await drinksOf(id))[0]).toMatchObject({ status: 'paid', refund: 'requested' });
        expect((await refund(id, '0')).body).toMatchObject({
          statusCode: 409,
          status: 'refused',
          message: 'This refund is in progress',
        });

        provider.behaviour = 'pays';
        await workAt(minuteMs - 1);
        expect(provider.received).toHaveLength(1);
        await workAt(minuteMs);
        expect(provider.received.map(({ isResumed }) => isResumed)).toEqual([false, true]);
        expect(new Set(provider.received.map(({ refundId }) => refundId)).size).toBe(1);
        expect(paidCents()).toEqual([900]);
        expect((await drinksOf(id))[0].status).toBe('refunded');
        expect((await report()).totalRefunds).toBe(9);
      },
    );

    test('a refund of unknown outcome may fail, and can then be requested again', async () => {
      const { id } = await sell();
      const before = await report();
      provider.behaviour = 'dies';
      await refund(id, '0');
      provider.behaviour = 'declines';
      await workAt(minuteMs);
      const described = await report();
      expect(described.sales[0].drinks[0].refund).toBe('failed');
      delete described.sales[0].drinks[0].refund;
      expect(described).toEqual(before);
      provider.behaviour = 'pays';
      expect((await refund(id, '0')).status).toBe(200);
      expect(paidCents()).toEqual([900]);
    });

    test('a refund is never forgotten: after the last attempt another is made every day', async () => {
      const { id } = await sell();
      provider.behaviour = 'dies';
      await refund(id, '0');
      for (let hour = 0; hour < 24 * 4; hour++) await workAt(minuteMs + hour * 60 * minuteMs);
      expect(provider.received.length).toBeGreaterThan(9);
      provider.behaviour = 'pays';
      await workAt(24 * 60 * minuteMs * 6);
      expect(paidCents()).toEqual([900]);
      expect((await drinksOf(id))[0].status).toBe('refunded');
    });

    test('a refund of unknown outcome leaves the others of its request pending, and reports it', async () => {
      const { id } = await sell({
        drinks: Array.from({ length: 5 }, () => ({ drinkId: unit.cubaLibre })),
      });
      provider.behaviour = 'dies';
      expect((await refund(id, '0,1,2,3,4')).body).toMatchObject({
        statusCode: 504,
        status: 'requested',
      });
      expect(provider.received).toHaveLength(3);
      provider.behaviour = 'pays';
      await workAt(minuteMs);
      const resumed = provider.received.slice(3).map(({ isResumed }) => isResumed);
      expect(resumed.toSorted()).toEqual([false, false, true, true, true]);
      expect(paidCents()).toHaveLength(5);
      expect(await report()).toMatchObject({ totalRefunds: 47.3, totalSales: 0, totalTips: 0 });
    });
  });

  describe('refund on a server that dies', () => {
    test('a crash between request and settlement leaves consistent figures, and the next server completes the refund', async () => {
      const { id } = await sell();
      const gross = (await report()).grossVolume;
      provider.behaviour = 'hangs';
      void refund(id, '0');
      await expect.poll(() => provider.received.length).toBe(1);
      expect(await report()).toMatchObject({ grossVolume: gross, totalRefunds: 0, totalTips: 2.3 });
      provider.behaviour = 'pays';
      await endClaims();
      await workAt(minuteMs);
      expect(provider.received.map(({ isResumed }) => isResumed)).toEqual([false, true]);
      expect(paidCents()).toEqual([900]);
      expect(await report()).toMatchObject({ grossVolume: gross, totalRefunds: 9, totalTips: 2.3 });
    });

    test('a refund that the worker resumes concurrently is paid once', async () => {
      const { id } = await sell();
      provider.behaviour = 'paysInSilence';
      await refund(id, '0');
      provider.behaviour = 'pays';
      await Promise.all(Array.from({ length: 5 }, () => workAt(minuteMs)));
      expect(paidCents()).toEqual([900]);
      expect((await report()).totalRefunds).toBe(9);
    });
  });

  describe('pending refund', () => {
    test('a pending refund is accepted, waits, and counts once it completes', async () => {
      const { id } = await sell();
      provider.behaviour = 'works';
      const { status, body } = await refund(id, '0');
      expect(status).toBe(202);
      expect(body).toEqual({
        statusCode: 202,
        status: 'requested',
        message: 'The card provider has accepted the refund and is processing it',
        amount: 9,
      });
      await workAt(minuteMs);
      expect(await report()).toMatchObject({ totalRefunds: 0 });
      expect((await drinksOf(id))[0]).toMatchObject({ status: 'paid', refund: 'requested' });
      provider.behaviour = 'pays';
      await workAt(2 * minuteMs);
      expect(await report()).toMatchObject({ totalRefunds: 9 });
    });
  });
});
