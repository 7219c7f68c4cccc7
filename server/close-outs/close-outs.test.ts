import { describe, expect, test } from 'vitest';
import { formatMoney } from '../../lib/money.ts';
import { claimSubscriptions } from './close-outs.queries.ts';
import { sendCloseOuts } from './send-close-outs.ts';
import { newId } from '../shared/ids.ts';
import { addPerson, joinOwner } from '../testing/accounts.ts';
import { addOwner, type TestOwner } from '../testing/app.ts';
import {
  beat,
  daysAfter,
  mailsAt,
  minutesAfter,
  path,
  saturday,
  sell,
  signInAt,
  sixAm,
  subscribe,
  venueName,
  withCloseOuts,
} from '../testing/health.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import { lockAccount, unlockAccount } from '../users/accounts.ts';
import { findUserById } from '../users/users.queries.ts';

describe('close outs', () => {
  withCloseOuts();

  describe('close-outs', () => {
    test('MAIL-01: the figures are those of the sales report, and each night is mailed once', async () => {
      const created = await subscribe();
      expect(created).toMatchObject({
        text: `Every night of ${venueName}, an hour after it ends (6:00 AM EDT)`,
        nextAt: '2026-06-14T10:00:00.000Z',
        paused: false,
      });
      await sell(unit, saturday('21:00'), { quantity: 2 });
      await sell(unit, new Date('2026-06-14T04:59:00-04:00'));
      await sell(unit, new Date('2026-06-14T05:00:00-04:00'));
      expect(await mailsAt(new Date(sixAm.getTime() - 1000))).toEqual([]);
      const [mail, ...more] = await mailsAt(sixAm);
      expect([mail?.recipient, more]).toEqual([owner.email, []]);
      await signInAt(sixAm);
      const range = `startDate=${saturday('05:00').getTime()}&endDate=${sixAm.getTime() - 3_600_001}`;
      const { body } = await send(
        'GET',
        `/api/orders/sales/report?venueId=${owner.venueId}&${range}`,
      );
      expect(body.pagination.total).toBe(2);
      for (const line of [
        `Gross volume: ${formatMoney(body.grossVolume)}`,
        `Sales: ${formatMoney(body.totalSales)}`,
        `Taxes: ${formatMoney(body.totalTaxes)}`,
        `Tips: ${formatMoney(body.totalTips)}`,
        `Refunds: ${formatMoney(body.totalRefunds)}`,
        'Orders: 2',
        `Servings: ${body.totalServings}`,
        'Cuba Libre: 3 · ',
      ])
        expect(mail?.body).toContain(`\n${line}`);
      expect(await mailsAt(minutesAfter(sixAm, 20))).toEqual([]);
      expect(await mailsAt(daysAfter(sixAm, 1))).toHaveLength(1);
    });

    test('MAIL-02: the time of sending follows a night that ends later', async () => {
      await subscribe();
      await sell(unit, saturday('21:00'));
      const ends = await send('PUT', `/api/venues/${owner.venueId}/nights/2026-06-13`, {
        endsAt: '2026-06-14T11:00:00.000Z',
      });
      expect(ends.status).toBe(200);
      expect(await mailsAt(sixAm)).toEqual([]);
      expect(await mailsAt(minutesAfter(sixAm, 120))).toHaveLength(1);
    });

    test('MAIL-03: several workers, one of which dies with its claim, queue each once', async () => {
      const { venueId } = owner;
      const at = app.deps.now();
      const kinds = Array.from({ length: 24 }, () => newId(at));
      await sell(unit, saturday('21:00'));
      for (const id of kinds)
        await app.db
          .insertInto('users')
          .values({
            id,
            account_type: 'superadmin',
            name: id,
            email: `${id}@example.com`,
            password_hash: '',
          })
          .execute();
      const common = { channel: 'mail' as const, state: 'confirmed' as const };
      await app.db
        .insertInto('recipients')
        .values(kinds.map((id) => ({ ...common, account_id: id, address: `${id}@example.com` })))
        .execute();
      const row = { kind: 'closeout' as const, delay_minutes: 60, timezone: 'UTC' };
      const times = { created_at: at, from_at: at, check_at: at };
      await app.db
        .insertInto('report_subscriptions')
        .values(
          kinds.map((id) => ({
            ...row,
            ...times,
            id,
            user_id: id,
            venue_ids: [venueId],
            token: id,
          })),
        )
        .execute();
      app.setNow(sixAm);
      const dead = await claimSubscriptions(app.db, {
        now: sixAm,
        until: minutesAfter(sixAm, 5),
        most: 7,
      });
      expect(dead).toHaveLength(7);
      const { deps } = testOutbox(app);
      const work = () => Promise.all(Array.from({ length: 10 }, () => sendCloseOuts(deps)));
      await work();
      const recipients = async () =>
        (await app.db.selectFrom('messages').select('recipient').execute()).map(
          ({ recipient }) => recipient,
        );
      expect(await recipients()).toHaveLength(17);
      app.setNow(minutesAfter(sixAm, 5));
      await work();
      await app.db.updateTable('report_subscriptions').set({ check_at: sixAm }).execute();
      await work();
      expect((await recipients()).sort()).toEqual(kinds.map((id) => `${id}@example.com`).sort());
    });

    test('a subscription that a clock which was ahead has put off is mailed once it is right again', async () => {
      await subscribe();
      const check_at = daysAfter(sixAm, 400);
      await app.db.updateTable('report_subscriptions').set({ check_at }).execute();
      expect(await mailsAt(sixAm)).toHaveLength(1);
    });

    test('MAIL-05: a unit that is offline since before the end of the night is named', async () => {
      await subscribe();
      await beat(unit, saturday('23:52'));
      await sell(unit, saturday('21:00'), {}, saturday('23:52'));
      const [mail] = await mailsAt(sixAm);
      expect(mail?.body).toContain(
        `Unit ${unit.unitNumber} has not been heard since 11:52 PM; its sales may be missing.`,
      );
      await beat(unit, new Date('2026-06-15T05:30:00-04:00'));
      const [next] = await mailsAt(daysAfter(sixAm, 1));
      expect(next?.body).not.toContain('may be missing');
    });

    test('MAIL-08: without a clock, a night is a calendar day in the chosen zone', async () => {
      await app.db.deleteFrom('venue_clocks').where('venue_id', '=', owner.venueId).execute();
      const { text } = await subscribe();
      expect(text).toBe(`Every day of ${venueName}, an hour after it ends (1:00 AM CDT)`);
      await sell(unit, saturday('21:00'));
      const [mail] = await mailsAt(new Date('2026-06-14T01:00:00-05:00'));
      expect(mail?.body).toContain(
        'This venue has no clock: a night is a calendar day in America/Chicago.',
      );
    });

    test('a night without a sale is one line, or nothing if so chosen', async () => {
      const { id } = await subscribe();
      const [mail] = await mailsAt(sixAm);
      expect(mail?.subject).toBe(`${venueName}, Sat, Jun 13: no sales`);
      await signInAt(sixAm);
      expect((await send('PATCH', `${path}/${id}`, { emptyNights: false })).status).toBe(200);
      expect(await mailsAt(daysAfter(sixAm, 1))).toEqual([]);
    });

    test('what was due while it was paused is not sent afterwards', async () => {
      const { id } = await subscribe();
      await send('PATCH', `${path}/${id}`, { paused: true });
      expect(await mailsAt(sixAm)).toEqual([]);
      await signInAt(minutesAfter(sixAm, 30));
      const resumed = await send('PATCH', `${path}/${id}`, { paused: false });
      expect(resumed.body).toMatchObject({ paused: false, nextAt: '2026-06-15T10:00:00.000Z' });
      expect(await mailsAt(minutesAfter(sixAm, 31))).toEqual([]);
      expect(await mailsAt(daysAfter(sixAm, 1))).toHaveLength(1);
    });
  });
});

describe('subscriptions', () => {
  withCloseOuts();

  /** Locks or unlocks the account of the owner, as an operator does. */
  async function change(to: typeof lockAccount): Promise<void> {
    const user = await findUserById(app.db, owner.userId);
    if (user) await to({ db: app.db, now: app.deps.now }, user);
  }

  describe('close-outs', () => {
    test('MAIL-06: the subscription ends when its holder may no longer read the reports of the venue', async () => {
      const manager = await addPerson(app, owner, 'manager', [owner.venueId]);
      const address = manager.email;
      const recipient = { account_id: manager.userId, channel: 'mail' as const, address };
      await app.db
        .insertInto('recipients')
        .values({ ...recipient, state: 'confirmed' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await subscribe({}, manager.token);
      const bartender = await addPerson(app, owner, 'bartender');
      expect((await app.send('GET', path, { token: bartender.token })).status).toBe(403);
      await app.db
        .updateTable('memberships')
        .set({ role: 'bartender' })
        .where('user_id', '=', manager.userId)
        .execute();
      expect(await mailsAt(sixAm)).toEqual([]);
      expect(await app.db.selectFrom('report_subscriptions').select('id').execute()).toEqual([]);
    });

    test('MAIL-06: of a holder whom one of two owners suspends, the subscription to the other goes on', async () => {
      const other = await addOwner(app, `Pier ${owner.venueId}`);
      const kim = await addPerson(app, other, 'manager');
      await joinOwner(app, owner, kim, 'accountant');
      const confirmed = { account_id: kim.userId, channel: 'mail' as const, address: kim.email };
      await app.db
        .insertInto('recipients')
        .values({ ...confirmed, state: 'confirmed' })
        .execute();
      const created = await app.send('POST', path, {
        token: kim.token,
        headers: { 'x-owner': owner.userId },
        body: { venueId: owner.venueId, timezone: 'America/Chicago' },
      });
      expect(created.status).toBe(201);
      expect((await app.send('GET', path, { token: kim.token })).body).toEqual([]);
      const suspend = (by: TestOwner) =>
        app.db
          .updateTable('memberships')
          .set({ state: 'suspended' })
          .where('owner_id', '=', by.userId)
          .where('user_id', '=', kim.userId)
          .execute();
      await suspend(other);
      expect(await mailsAt(sixAm)).toHaveLength(1);
      await suspend(owner);
      expect(await mailsAt(daysAfter(sixAm, 1))).toEqual([]);
      expect(await app.db.selectFrom('report_subscriptions').select('id').execute()).toEqual([]);
    });

    test('of a locked account are not sent, and go on after it is unlocked without what was due meanwhile', async () => {
      const { id } = await subscribe();
      const hour = 3_600_000;
      const after = (hours: number) => new Date(sixAm.getTime() + hours * hour);
      app.setNow(after(-2));
      await change(lockAccount);
      expect(await mailsAt(sixAm)).toEqual([]);
      // The mail of the next night was due an hour before.
      app.setNow(after(25));
      await change(unlockAccount);
      expect(await mailsAt(after(25.5))).toEqual([]);
      expect(await app.db.selectFrom('report_subscriptions').select('id').execute()).toEqual([
        { id },
      ]);
      expect(await mailsAt(after(48))).toMatchObject([{ recipient: owner.email }]);
    });

    test('that wait are not sent to an account that was locked meanwhile', async () => {
      await subscribe();
      expect(await mailsAt(sixAm)).toHaveLength(1);
      await change(lockAccount);
      const { mails, runAll } = testOutbox(app);
      await runAll();
      expect(mails).toEqual([]);
      await change(unlockAccount);
      await runAll();
      expect(mails).toEqual([]);
    });

    test('is mailed to a confirmed address only, and a venue once', async () => {
      await subscribe();
      const again = { venueId: owner.venueId, timezone: 'UTC' };
      expect((await send('POST', path, again)).status).toBe(409);
      expect((await send('POST', path, { ...again, timezone: 'Mars/Olympus' })).status).toBe(400);
      expect((await send('POST', path, { ...again, delayMinutes: 721 })).status).toBe(400);
      await app.db
        .updateTable('recipients')
        .set({ state: 'declined' })
        .where('account_id', '=', owner.userId)
        .execute();
      expect(await mailsAt(sixAm)).toEqual([]);
    });

    test('the same venues in another order are the same mail, and an account has a hundred at most', async () => {
      const others = await Promise.all(
        ['B', 'C'].map(async (name) => {
          const made = await send('POST', '/api/users/venues', { name });
          return made.body._id;
        }),
      );
      const monday = { weekday: 1, at: '09:00', timezone: 'America/Chicago' };
      const weekly = { venueId: owner.venueId, kind: 'weekly', ...monday };
      expect((await send('POST', path, { ...weekly, venueIds: others })).status).toBe(201);
      const reversed = await send('POST', path, { ...weekly, venueIds: others.toReversed() });
      expect(reversed.status).toBe(409);

      const [row] = await app.db.selectFrom('report_subscriptions').selectAll().execute();
      if (!row) throw new Error('The subscription is not stored');
      const copies = Array.from({ length: 99 }, () => ({
        ...row,
        id: crypto.randomUUID(),
        token: crypto.randomUUID(),
        venue_ids: [crypto.randomUUID()],
      }));
      await app.db.insertInto('report_subscriptions').values(copies).execute();
      const more = await send('POST', path, { ...weekly, venueIds: [others[0]] });
      expect([more.status, more.body.error.message]).toEqual([
        409,
        'At most 100 email reports can be set up',
      ]);
    });

    test('belongs to its account: to others it does not exist', async () => {
      const { id } = await subscribe();
      const { token } = await addPerson(app, owner, 'manager');
      expect((await app.send('GET', path, { token })).body).toEqual([]);
      for (const [method, at] of [
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/preview'],
        ['POST', '/send'],
      ] as const)
        expect((await app.send(method, `${path}/${id}${at}`, { token, body: {} })).status).toBe(
          404,
        );
      expect((await send('DELETE', `${path}/${id}`)).body).toEqual({ deleted: true });
      expect((await send('GET', path)).body).toEqual([]);
    });
  });
});
