import { describe, expect, test } from 'vitest';
import { app, owner, unit } from '../testing/with-app.ts';
import {
  act,
  addHistory,
  alertsOf,
  beat,
  checkAt,
  failAt,
  minutesAfter,
  notice,
  outbox,
  refuseSale,
  sell,
  send,
  settings,
  tenPm,
  withAlertChecks,
} from '../testing/health.ts';
import { addPerson } from '../testing/accounts.ts';

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
  ])('hours of a venue without a clock are ignored: an alert is %s', async (_, sales, severity) => {
    await sales();
    await app.db.deleteFrom('venue_clocks').where('venue_id', '=', owner.venueId).execute();
    await setHours();
    expect(await minuteOfAlert()).toBeGreaterThan(33);
    expect((await alertsOf()).alerts).toMatchObject([{ kind: 'offline', severity }]);
  });

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
    expect((await app.send('POST', '/api/orders', { token: unit.key, body: {} })).status).toBe(401);
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
        ['refusedSales', '1 sale is refused; take or dismiss it'],
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
