import { describe, expect, test, vi } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { confirmRecipient } from '../testing/app.ts';
import {
  act,
  addHistory,
  addManager,
  alertsOf,
  beat,
  checkAlerts,
  checkAt,
  choose,
  failAt,
  minutesAfter,
  notice,
  outbox,
  refuseSale,
  refuseTexts,
  saturday,
  sell,
  sendNotifications,
  settings,
  tenPm,
  watchVenues,
  withAlertChecks,
} from '../testing/health.ts';
import { emptyQueue } from '../testing/services/messages.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';

describe('life of alert', () => {
  withAlertChecks();

  /** Opens the venue from 5 PM to 2 AM. */
  async function setHours(): Promise<void> {
    const hours = Array.from({ length: 7 }, (_, weekday) => ({
      weekday,
      opens: '17:00',
      closes: '26:00',
    }));
    const saved = await send('PUT', `/api/venues/${owner.venueId}/hours`, { hours });
    expect(saved.status).toBe(200);
  }

  /** Minute after 10 PM in which a unit that is in contact for half an hour has an alert; null within an hour. */
  async function minuteOfAlert(): Promise<number | null> {
    for (let minute = 0; minute <= 30; minute += 1) await beat(unit, minutesAfter(tenPm, minute));
    for (let minute = 31; minute <= 60; minute += 1) {
      await checkAt(minutesAfter(tenPm, minute));
      if ((await alertsOf()).alerts.length > 0) return minute;
    }
    return null;
  }

  describe('life of an alert', () => {
    test('a unit that is offline for three minutes while the venue is open opens an alert, and its return ends it', async () => {
      await setHours();
      const opened = await minuteOfAlert();
      expect((await alertsOf()).alerts).toMatchObject([{ kind: 'offline', severity: 'urgent' }]);
      expect(opened).toBeGreaterThan(33);
      await beat(unit, minutesAfter(tenPm, 61));
      await checkAt(minutesAfter(tenPm, 61));
      expect((await alertsOf()).alerts).toHaveLength(1);
      await beat(unit, minutesAfter(tenPm, 63));
      await checkAt(minutesAfter(tenPm, 63));
      expect((await alertsOf()).alerts).toEqual([]);
    });

    // 10 PM is 2 AM in UTC, at which such hours would end.
    test.each<[string, () => Promise<unknown>, string]>([
      ['urgent where it sells at this time', () => addHistory(unit, 20), 'urgent'],
      [
        'for later where nothing is known of its sales',
        () => app.db.updateTable('units').set({ created_at: tenPm }).execute(),
        'later',
      ],
    ])(
      'hours of a venue without a clock are ignored: an alert is %s',
      async (_, sales, severity) => {
        await sales();
        await app.db.deleteFrom('venue_clocks').where('venue_id', '=', owner.venueId).execute();
        await setHours();
        expect(await minuteOfAlert()).toBeGreaterThan(33);
        expect((await alertsOf()).alerts).toMatchObject([{ kind: 'offline', severity }]);
      },
    );

    test('a snoozed alert is announced again at the end of its snooze', async () => {
      await failAt(tenPm);
      await checkAt(tenPm);
      const [alert] = (await alertsOf()).alerts;
      const until = minutesAfter(tenPm, 60).toISOString();
      const snoozed = await act(alert.id, { action: 'snooze', until });
      expect(snoozed.body).toMatchObject({ state: 'snoozed', snoozedUntil: until });
      await checkAt(minutesAfter(tenPm, 59));
      expect(outbox.mails).toHaveLength(1);
      await checkAt(minutesAfter(tenPm, 60));
      expect(outbox.mails).toHaveLength(2);
      expect((await alertsOf()).alerts).toMatchObject([{ state: 'open' }]);
      const night = await act(alert.id, { action: 'snooze' });
      expect(night.body.snoozedUntil).toBe('2026-06-14T09:00:00.000Z');
      const late = await act(alert.id, {
        action: 'snooze',
        until: minutesAfter(tenPm, 12_000).toISOString(),
      });
      expect([late.status, late.body]).toEqual([
        400,
        { until: expect.stringContaining('seven days') },
      ]);
    });

    test('an alert that a person resolves stays resolved while its cause lasts, and can be reopened', async () => {
      await failAt(tenPm);
      await checkAt(tenPm);
      const [alert] = (await alertsOf()).alerts;
      const resolved = await act(alert.id, { action: 'resolve', note: 'Tube was bent' });
      expect(resolved.body).toMatchObject({
        state: 'resolved',
        resolution: 'Resolved after 0 min: Tube was bent',
      });
      await checkAt(minutesAfter(tenPm, 1));
      expect((await alertsOf()).alerts).toEqual([]);
      expect((await act(alert.id, { action: 'acknowledge' })).status).toBe(409);
      expect((await act(alert.id, { action: 'reopen' })).body.state).toBe('open');
      expect((await act(alert.id, { action: 'reopen' })).status).toBe(409);
    });

    test('an alert whose cause is back within half an hour is reopened, later it is another one', async () => {
      for (const [from, occurrences] of [
        [0, [1]],
        [20, [2]],
        [60, [1, 2]],
      ] as const) {
        const refill = await notice(18, minutesAfter(tenPm, from));
        await checkAt(minutesAfter(tenPm, from));
        for (const { id } of (await alertsOf('resolved')).alerts) {
          const { status, body } = await act(id, { action: 'reopen' });
          expect([status, body.error.message]).toEqual([409, expect.stringContaining('is open')]);
        }
        await refill(minutesAfter(tenPm, from + 5));
        await checkAt(minutesAfter(tenPm, from + 5));
        const { alerts } = await alertsOf('resolved');
        expect(alerts.map((one: any) => one.occurrences)).toEqual(occurrences);
      }
    });

    test('a revoked key that is still used, a refused sale and the cap of automatic refunds each open an alert', async () => {
      const policy = { policy: 'nothing_poured', delayMinutes: 0, cap: 1 };
      await send('PUT', `/api/venues/${owner.venueId}/refund-policy`, policy);
      const pours = [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 9, outcome: 'blocked' }];
      await sell(unit, tenPm, { quantity: 1, successQuantity: 0, pours });
      await app.db.updateTable('pour_cases').set({ capped_at: tenPm }).execute();
      await refuseSale(tenPm);
      await app.db.updateTable('unit_keys').set({ revoked_at: tenPm }).execute();
      expect((await app.send('POST', '/api/orders', { token: unit.key, body: {} })).status).toBe(
        401,
      );
      await app.db.updateTable('unit_keys').set({ revoked_at: null }).execute();
      await checkAt(minutesAfter(tenPm, 1));
      const found = (await alertsOf()).alerts.map(({ kind, text }: any) => [kind, text]);
      expect(new Map(found)).toEqual(
        new Map([
          ['revokedKey', 'A revoked key is still in use; its requests are refused'],
          [
            'refundCap',
            'Automatic refunds have reached their cap for tonight; refund the rest by hand',
          ],
          ['refusedSales', '1 sale needs a decision'],
        ]),
      );
    });

    test('settings are checked, and accountants see no alerts', async () => {
      const path = '/api/users/me/notifications';
      const refused = async (body: object) =>
        (await send('PUT', path, { ...settings, ...body })).body;
      expect(await refused({ timezone: 'Mars/Olympus' })).toHaveProperty('timezone');
      expect(await refused({ sms: ['out'] })).toHaveProperty('phone');
      expect(await refused({ phone: '+1 900 555 0199', sms: [] })).toHaveProperty('phone');
      expect(await refused({ quiet: { fromMinutes: 60, toMinutes: 60 } })).toHaveProperty([
        'quiet.toMinutes',
      ]);
      expect(await refused({ venueIds: [crypto.randomUUID()] })).toHaveProperty('venueIds');
      expect(await refused({ mail: ['nonsense'] })).toBeTruthy();
      const accountant = await addPerson(app, owner, 'accountant');
      const seen = await app.send('GET', `/api/venues/${owner.venueId}/alerts`, {
        token: accountant.token,
      });
      expect(seen.status).toBe(403);
    });
  });
});

describe('escalation', () => {
  withAlertChecks();

  describe('alerts', () => {
    test('ALERT-04 an urgent alert that nobody acknowledges goes to the second person after 10 minutes and to the owner after 20', async () => {
      const first = await addManager();
      app.setNow(minutesAfter(saturday('12:00'), 1));
      const second = await addManager();
      await failAt(tenPm);
      await checkAt(tenPm);
      const recipients = () => outbox.mails.map(({ to }) => to);
      expect(recipients()).toEqual([first.email]);
      await checkAt(minutesAfter(tenPm, 9));
      expect(recipients()).toEqual([first.email]);
      await checkAt(minutesAfter(tenPm, 10));
      expect(recipients()).toEqual([first.email, second.email]);
      await checkAt(minutesAfter(tenPm, 20));
      expect(recipients()).toEqual([first.email, second.email, owner.email]);
      await checkAt(minutesAfter(tenPm, 40));
      expect(recipients()).toHaveLength(3);
    });

    test('whoever is on tonight gets the urgent ones first, and an alert that is acknowledged goes to no one else', async () => {
      const [, second] = [await addManager(), await addManager()];
      app.setNow(tenPm);
      const path = `/api/venues/${owner.venueId}/duty`;
      const body = { isOnTonight: true };
      const duty = await app.send('PUT', path, { token: second.token, body });
      expect(duty.body).toEqual({ isOnTonight: true, until: '2026-06-14T09:00:00.000Z' });
      await failAt(tenPm);
      await checkAt(tenPm);
      expect(outbox.mails.map(({ to }) => to)).toEqual([second.email]);
      const { alerts } = await alertsOf();
      const { onTonight, isOnTonight } = (await send('GET', `/api/venues/${owner.venueId}/duty`))
        .body;
      expect([onTonight, isOnTonight]).toEqual([['Robin the manager'], false]);
      await act(alerts[0].id, { action: 'acknowledge' }, second.token);
      await checkAt(minutesAfter(tenPm, 30));
      expect(outbox.mails).toHaveLength(1);
    });

    test('a text message that cannot be delivered is repeated as a mail, and the alert says when that fails too', async () => {
      const phone = '+14155552671';
      expect((await choose({ sms: ['failures'], mail: [], phone })).phoneState).toBe('waiting');
      await confirmRecipient(app, { ownerId: owner.userId, channel: 'sms', address: phone });
      refuseTexts();
      await emptyQueue(app.db);
      await failAt(tenPm);
      await emptyQueue(app.db);
      await checkAt(tenPm);
      expect([outbox.texts.length, outbox.mails.length]).toEqual([1, 0]);
      await checkAt(minutesAfter(tenPm, 1));
      expect([outbox.texts.length, outbox.mails.length]).toEqual([1, 1]);
      await app.db.updateTable('messages').set({ state: 'failed' }).execute();
      await app.db.updateTable('alert_notifications').set({ checked: false }).execute();
      await checkAt(minutesAfter(tenPm, 2));
      const kinds = (await alertsOf()).alerts.map(({ kind }: any) => kind);
      expect(kinds).toContain('failures');
      const { body } = await send(
        'GET',
        `/api/alerts/${(await alertsOf()).alerts.find((one: any) => one.kind === 'failures').id}`,
      );
      expect(body.log.map(({ kind }: any) => kind)).toEqual([
        'opened',
        'sent',
        'sent',
        'undelivered',
      ]);
      await checkAt(minutesAfter(tenPm, 3));
      expect((await alertsOf()).alerts.map(({ kind }: any) => kind)).toContain('messages');
    });
  });
});

describe('alert workers', () => {
  withAlertChecks();

  describe('alerts', () => {
    test('ALERT-06 a worker that is cut off at any step neither loses nor repeats a message', async () => {
      await choose({});
      await failAt(tenPm);
      app.setNow(tenPm);
      const transaction = app.db.transaction.bind(app.db);
      // Cut off before each commit in turn, until a run gets through.
      for (let step = 1; ; step += 1) {
        let begun = 0;
        let isCut = false;
        vi.spyOn(app.db, 'transaction').mockImplementation(() => {
          const builder = transaction();
          begun += 1;
          if (begun !== step) return builder;
          isCut = true;
          const execute = builder.execute.bind(builder);
          builder.execute = ((work: any) =>
            execute(async (inner) => {
              await work(inner);
              throw new Error('cut off');
            })) as typeof builder.execute;
          return builder;
        });
        await checkAlerts().catch(() => undefined);
        await sendNotifications().catch(() => undefined);
        vi.restoreAllMocks();
        await outbox.runAll();
        if (!isCut) break;
      }
      await checkAt(minutesAfter(tenPm, 1));
      expect(outbox.mails).toHaveLength(1);
      expect((await alertsOf()).alerts).toHaveLength(1);
      const planned = await app.db.selectFrom('alert_notifications').select('state').execute();
      expect(planned).toEqual([{ state: 'sent' }]);
    });

    test('of several workers at the same time, one opens the alert and one sends its message', async () => {
      await failAt(tenPm);
      app.setNow(tenPm);
      await Promise.all(Array.from({ length: 6 }, () => watchVenues()));
      await outbox.runAll();
      expect((await alertsOf()).alerts).toHaveLength(1);
      expect(outbox.mails).toHaveLength(1);
    });
  });
});

describe('clock ahead', () => {
  withAlertChecks();

  const ahead = minutesAfter(tenPm, 400 * 24 * 60);

  test('alerts and their messages go on once a clock that was ahead is right again', async () => {
    await choose({});
    await failAt(ahead);
    await checkAt(ahead);
    expect(outbox.mails).toHaveLength(1);

    app.setNow(tenPm);
    const [former] = (await alertsOf()).alerts;
    expect((await act(former.id, { action: 'resolve' })).status).toBe(200);
    await refuseSale(tenPm);
    app.setNow(minutesAfter(tenPm, 1));
    await watchVenues();
    await outbox.runAll();
    const kinds = (await alertsOf()).alerts.map(({ kind }: { kind: string }) => kind);
    expect(kinds.sort()).toEqual(['clock', 'refusedSales']);
    expect(outbox.mails).toHaveLength(2);

    // The next check is due in time again.
    app.setNow(minutesAfter(tenPm, 12));
    await watchVenues();
    const { rows } = await app.pool.query<{ check_at: Date }>('select check_at from alert_watches');
    expect(rows.map(({ check_at }) => check_at < minutesAfter(tenPm, 60))).toEqual([true]);
  });
});
