import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { refundDrinks } from './refund-drinks.ts';
import { ofBrowser, testPassword } from '../testing/app.ts';
import { dueAt, queuedJobs, queueSchedules } from '../testing/services/messages.ts';
import {
  after,
  drinksOf,
  endClaims,
  noon,
  provider,
  refund,
  report,
  sell,
  withRefunds,
  workAt,
} from '../testing/refunds.ts';
import { app, owner, unit } from '../testing/with-app.ts';

/** A refund is sent by one process at a time: the request of a person, or a job. */
describe('claimed refunds', () => {
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
});

describe('lost refunds', () => {
  withRefunds();

  const minuteMs = 60_000;
  const hourMs = 60 * minuteMs;

  const settlements = async () =>
    (await queuedJobs(app.db)).filter(({ kind }) => kind === 'settle refund');

  /** Gives up all jobs of refunds, as when the last attempt could not queue another. */
  async function loseJobs(): Promise<void> {
    await sql`
    select graphile_worker.permanently_fail_jobs(array(
      select id from graphile_worker.jobs where task_identifier = 'settle refund'
    ), 'The database was away')
  `.execute(app.db);
  }

  /** Runs the recurring jobs and what they queue. */
  async function sweepAt(ms: number): Promise<void> {
    await queueSchedules(app.db);
    await workAt(ms);
    await workAt(ms);
  }

  test('a refund whose job was given up without another is resumed after a day', async () => {
    const { id } = await sell();
    provider.behaviour = 'dies';
    await refund(id, '0');
    await endClaims();
    await loseJobs();
    provider.behaviour = 'pays';
    await sweepAt(23 * hourMs);
    expect(provider.received).toHaveLength(1);
    await sweepAt(25 * hourMs);
    expect([...provider.paid.values()]).toEqual([900]);
    expect((await drinksOf(id))[0].status).toBe('refunded');
    expect(await settlements()).toEqual([]);
  });

  test('a refund whose job of a later day was given up is resumed', async () => {
    const { id } = await sell();
    provider.behaviour = 'dies';
    await refund(id, '0');
    for (let hour = 0; hour < 24; hour++) await workAt(minuteMs + hour * hourMs);
    expect(await settlements()).toMatchObject([{ attempts: 8 }, { attempts: 0 }]);
    await endClaims();
    await loseJobs();
    provider.behaviour = 'pays';
    await sweepAt(48 * hourMs);
    expect([...provider.paid.values()]).toEqual([900]);
    expect((await drinksOf(id))[0].status).toBe('refunded');
  });

  test('no second job is queued for an old refund that is tried again later', async () => {
    const { id } = await sell();
    provider.behaviour = 'dies';
    await refund(id, '0');
    for (let hour = 0; hour < 24; hour++) await workAt(minuteMs + hour * hourMs);
    const before = await settlements();
    expect(before).toMatchObject([{ attempts: 8 }, { attempts: 0 }]);
    const { length } = provider.received;
    await sweepAt(24.1 * hourMs);
    expect((await settlements()).map(({ id: job }) => job)).toEqual(
      before.map(({ id: job }) => job),
    );
    expect(provider.received).toHaveLength(length);
  });
});

describe('large refunds', () => {
  withRefunds();

  const minuteMs = 60_000;
  /** Twelve Cuba Libres, $108; the tip is refunded with the other drink. */
  const large = () =>
    sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 12 }, { ingredients: [unit.cola] }] });

  const confirm = (token: string) =>
    app.send('POST', '/api/users/me/identity', { token, body: { password: testPassword } });

  describe('a refund of more than $100', () => {
    test('in a browser needs an authentication within ten minutes, and is not requested otherwise', async () => {
      const { id } = await large();
      const token = await app.login(owner.email, ofBrowser);
      after(11 * minuteMs);
      expect(await refund(id, '0', { token })).toMatchObject({
        status: 403,
        body: {
          statusCode: 403,
          status: 'refused',
          error: { code: 'recent_authentication_required' },
        },
      });
      expect(provider.received).toEqual([]);
      expect((await refund(id, '1', { token })).status).toBe(200);
      expect((await confirm(token)).status).toBe(200);
      expect((await refund(id, '0', { token })).status).toBe(200);
    });

    test('needs none from a program, whose sign-in was from no page', async () => {
      const { id } = await large();
      const token = await app.login(owner.email);
      after(11 * 60 * minuteMs);
      expect((await refund(id, '0', { token })).status).toBe(200);
    });
  });
});

/** Sales without a payment: no card provider is involved, and the staff give the money back by hand. */
describe('cash refunds', () => {
  withRefunds();

  const sellForCash = (body: object = {}) => sell({ paymentId: undefined, ...body });

  const csvStatuses = async (): Promise<(string | undefined)[]> => {
    const range = `startDate=${noon.getTime() - 1000}&endDate=${noon.getTime() + 1000}`;
    const path = `/api/orders/sales/report.csv?venueId=${owner.venueId}&unitId=${unit.id}&${range}`;
    const { text } = await app.send('GET', path, { token: owner.token });
    const rows: string[][] = parse(text, { bom: true, relax_column_count: true });
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
});
