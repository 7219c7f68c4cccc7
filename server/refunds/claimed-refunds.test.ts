/** A refund is sent by one process at a time: the request of a person, or a job. */
import { expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  after,
  drinksOf,
  endClaims,
  noon,
  provider,
  refund,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { dueAt, queuedJobs } from '../testing/messages.ts';
import { refundDrinks } from './refund-drinks.ts';

withRefunds();

const minuteMs = 60_000;
const paidCents = () => [...provider.paid.values()];

/** Holds the next refunds at the provider until the returned function is called. */
function hold(): () => void {
  const held = provider;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  app.deps.payments = {
    ...held,
    refund: async (...received) => {
      const paid = await held.refund(...received);
      await released;
      return paid;
    },
  };
  return release;
}

test('a job does not send a refund that a request is sending', async () => {
  const { id } = await sell();
  const release = hold();
  const requested = refund(id, '0');
  await expect.poll(() => provider.received.length).toBe(1);
  await workAt(minuteMs);
  expect(provider.received).toHaveLength(1);
  release();
  expect((await requested).status).toBe(200);
  expect(paidCents()).toEqual([900]);
});

test('the job of a refund is due when its claim ends', async () => {
  const { id } = await sell();
  const release = hold();
  const requested = refund(id, '0,1');
  await expect.poll(() => provider.received.length).toBe(2);
  after(1000);
  const [job] = await queuedJobs(app.db);
  expect(job && dueAt(app, job)).toEqual(new Date(noon.getTime() + minuteMs));
  release();
  await requested;
});

test('a refund that was claimed by a process that died is sent again, as a resumed one', async () => {
  const { id } = await sell();
  const release = hold();
  const requested = refund(id, '0');
  await expect.poll(() => provider.received.length).toBe(1);
  await endClaims();
  const resumed = workAt(minuteMs);
  await expect.poll(() => provider.received.length).toBe(2);
  release();
  await Promise.all([requested, resumed]);
  expect(provider.received.map(({ isResumed }) => isResumed)).toEqual([false, true]);
  expect(paidCents()).toEqual([900]);
});

test('a request that takes too long is accepted, and the refund goes on', async () => {
  const { id } = await sell();
  const release = hold();
  app.deps.payments = { ...app.deps.payments, responseWithinMs: 1 };
  const { status, body } = await refund(id, '0');
  expect(status).toBe(202);
  expect(body).toEqual({
    statusCode: 202,
    status: 'requested',
    message: 'The refund takes longer than usual and is still being processed',
    amount: 9,
  });
  expect((await drinksOf(id))[0]).toMatchObject({ status: 'paid', refund: 'requested' });
  release();
  await expect.poll(async () => (await drinksOf(id))[0].status).toBe('refunded');
  expect(paidCents()).toEqual([900]);
});

test('a few drinks of a request are sent at the same time', async () => {
  const drinks = Array.from({ length: 5 }, () => ({ drinkId: unit.cubaLibre }));
  const { id } = await sell({ drinks });
  const release = hold();
  const requested = refund(id, '0,1,2,3,4');
  await expect.poll(() => provider.received.length).toBe(3);
  expect((await refund(id, '4')).status).toBe(409);
  expect(provider.received).toHaveLength(3);
  release();
  expect((await requested).status).toBe(200);
  expect(paidCents()).toHaveLength(5);
});

test('a refund without an outcome leaves the reason in the log', async () => {
  const { id } = await sell();
  const place = await app.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const unreachable = new Error('fetch failed', {
    cause: Object.assign(new Error('with data'), { code: 'ECONNREFUSED' }),
  });
  const payments = { ...provider, refund: () => Promise.reject(unreachable) };
  const warnings: string[] = [];
  const actor = {
    kind: 'account' as const,
    accountType: 'owner' as const,
    name: 'Rooftop',
    person: 'Rooftop',
    userId: owner.userId,
    email: owner.email,
    sessionId: '',
    isBrowser: false,
    isRecent: true,
    lacksSecondFactor: false,
    venueIds: [owner.venueId],
  };
  await expect(
    refundDrinks({ ...app.deps, db: app.db, payments }, place, [{ index: 0 }], {
      actor,
      address: '127.0.0.1',
      warn: (message) => warnings.push(message),
    }),
  ).rejects.toThrow('The card provider did not respond');
  expect(warnings).toEqual([
    expect.stringMatching(/^The refund [0-9a-f-]{36} has no outcome yet: Error ECONNREFUSED$/),
  ]);
});
