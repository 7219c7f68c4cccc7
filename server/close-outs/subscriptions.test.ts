import { describe, expect, test } from 'vitest';
import { app, owner } from '../testing/with-app.ts';
import {
  daysAfter,
  mailsAt,
  path,
  send,
  sixAm,
  subscribe,
  withCloseOuts,
} from '../testing/health.ts';
import { testOutbox } from '../testing/messages.ts';
import { addPerson, joinOwner } from '../testing/accounts.ts';
import { addOwner, type TestOwner } from '../testing/app.ts';
import { lockAccount, unlockAccount } from '../users/accounts.ts';
import { findUserById } from '../users/users.queries.ts';

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
      'At most 100 mails can be set up',
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
      expect((await app.send(method, `${path}/${id}${at}`, { token, body: {} })).status).toBe(404);
    expect((await send('DELETE', `${path}/${id}`)).body).toEqual({ deleted: true });
    expect((await send('GET', path)).body).toEqual([]);
  });
});
