import { describe, expect, test } from 'vitest';
import { unit } from '../testing/with-app.ts';
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
