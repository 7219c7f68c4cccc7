import { describe, expect, test } from 'vitest';
import { app, owner, send, unit } from '../testing/with-app.ts';
import {
  act,
  addManager,
  addUnit,
  alertsOf,
  checkAt,
  choose,
  failAt,
  healthAt,
  minutesAfter,
  notice,
  outbox,
  refuseSale,
  settings,
  signInAt,
  tenPm,
  withAlertChecks,
} from '../testing/health.ts';

withAlertChecks();

describe('alerts', () => {
  test('ALERT-01 a level that swings around the threshold 20 times in an hour is one alert with two messages at most', async () => {
    await addManager();
    for (let swing = 0; swing < 20; swing += 1) {
      const at = minutesAfter(tenPm, 3 * swing);
      const refill = await notice(18, at);
      await checkAt(at);
      const refilledAt = minutesAfter(at, 1);
      await refill(refilledAt);
      await checkAt(refilledAt);
    }
    const stored = await app.db
      .selectFrom('alerts')
      .selectAll()
      .where('venue_id', '=', owner.venueId)
      .execute();
    expect(stored).toMatchObject([{ kind: 'low', occurrences: 20, text: 'Rum is at 18%' }]);
    expect(outbox.mails.length).toBeGreaterThan(0);
    expect(outbox.mails.length).toBeLessThanOrEqual(2);
  });

  test('ALERT-02 an alert that one person acknowledges is not waiting for the others, and the log has the name', async () => {
    const manager = await addManager();
    await failAt(tenPm);
    await checkAt(tenPm);
    const [alert] = (await alertsOf()).alerts;
    expect(alert).toMatchObject({
      kind: 'failures',
      severity: 'urgent',
      state: 'open',
      text: 'Position 1, Rum, blocked: 5 drinks in 1 min',
      unitNumber: unit.unitNumber,
      link: '/failures',
    });
    app.setNow(minutesAfter(tenPm, 1));
    expect(
      (await act(alert.id, { action: 'acknowledge', note: 'On my way' }, manager.token)).status,
    ).toBe(200);
    const seen = await alertsOf();
    expect(seen.waiting).toEqual({ all: 0, urgent: 0 });
    expect(seen.alerts).toMatchObject([
      { state: 'acknowledged', acknowledgedBy: 'Robin the manager', id: alert.id },
    ]);
    const { body } = await send('GET', `/api/alerts/${alert.id}`);
    expect(body.log.map(({ kind, person, note }: any) => [kind, person, note])).toEqual([
      ['opened', null, ''],
      ['sent', 'Robin the manager', 'mail'],
      ['acknowledged', 'Robin the manager', 'On my way'],
    ]);
  });

  test('a unit that fails at one position needs attention in the list of all units', async () => {
    await failAt(tenPm);
    await checkAt(tenPm);
    expect((await healthAt(tenPm)).findings).toMatchObject([{ kind: 'failing' }]);
    expect((await send('GET', '/api/units')).body.units).toMatchObject([
      { text: 'Position 1, Rum, blocked: 5 drinks in 1 min', needsAttention: true },
    ]);
  });

  test.each([
    ['on an ordinary night', '2026-06-14T03:30:00-05:00', '2026-06-14T11:00:00-05:00'],
    [
      'in the night in which clocks go back',
      '2026-11-01T03:30:00-06:00',
      '2026-11-01T11:00:00-06:00',
    ],
    [
      'in the night in which clocks go forward',
      '2027-03-14T03:30:00-05:00',
      '2027-03-14T11:00:00-05:00',
    ],
  ])(
    'ALERT-03 %s, five are held in quiet hours and come as one summary at their end',
    async (_, from, until) => {
      const [start, end] = [new Date(from), new Date(until)];
      await signInAt(start);
      const held = {
        quiet: { fromMinutes: 180, toMinutes: 660 },
        urgentPasses: false,
        mail: ['low'],
      };
      await choose(held, (await addManager()).token);
      const units = [unit, await addUnit(), await addUnit(), await addUnit(), await addUnit()];
      for (const [nth, of] of units.entries()) {
        const at = minutesAfter(start, nth * 10);
        await notice(18, at, of);
        await checkAt(at);
      }
      expect((await alertsOf()).alerts).toHaveLength(5);
      await checkAt(new Date(end.getTime() - 60_000));
      expect(outbox.mails).toEqual([]);
      await checkAt(end);
      await checkAt(minutesAfter(end, 10));
      expect(outbox.mails).toHaveLength(1);
      const [mail] = outbox.mails;
      expect(mail?.subject).toContain(' (4 more)');
      for (const { unitNumber } of units)
        expect(mail?.text).toContain(`unit ${unitNumber}: Rum is at 18%`);
    },
  );

  test('ALERT-05 an alert whose cause ends is resolved by itself, with how long it lasted', async () => {
    const refill = await notice(18, tenPm);
    await checkAt(tenPm);
    await refill(minutesAfter(tenPm, 14));
    await checkAt(minutesAfter(tenPm, 14));
    expect((await alertsOf()).alerts).toEqual([]);
    expect((await alertsOf('resolved')).alerts).toMatchObject([
      {
        kind: 'low',
        state: 'resolved',
        resolution: 'Over by itself after 14 min',
        resolvedBy: null,
      },
    ]);
  });

  test('ALERT-07 a scanner that opens every link of a message changes nothing', async () => {
    await failAt(tenPm);
    await checkAt(tenPm);
    const [mail] = outbox.mails;
    const links = mail?.text.match(/https:\S+/g) ?? [];
    expect(links).toEqual([
      expect.stringMatching(
        /^https:\/\/bar\.example\.com\/alerts\?venue=[0-9a-f-]{36}&alert=[0-9a-f-]{36}$/,
      ),
      'https://bar.example.com/profile?tab=notifications#alerts',
    ]);
    const before = await alertsOf();
    for (const link of links)
      for (const method of ['GET', 'HEAD', 'POST'])
        await app.send(method, link.replace('https://bar.example.com', ''), {});
    expect(await alertsOf()).toEqual(before);
  });

  test('ALERT-08 the number of messages of last week is what the rules send for the same week', async () => {
    const manager = await addManager();
    const quiet = { fromMinutes: 180, toMinutes: 660 };
    await choose({ quiet, urgentPasses: false });
    for (let day = 0; day < 6; day += 1) {
      const evening = minutesAfter(tenPm, day * 1440);
      await signInAt(evening);
      const refill = await notice(18, evening);
      await refuseSale(evening);
      await checkAt(evening);
      await failAt(minutesAfter(evening, 2), 5);
      await checkAt(minutesAfter(evening, 2));
      await checkAt(minutesAfter(evening, 5));
      if (day % 2 === 0) {
        const [alert] = (await alertsOf()).alerts.filter(({ kind }: any) => kind === 'failures');
        manager.token = await app.login(manager.email);
        await act(alert.id, { action: 'acknowledge' }, manager.token);
      }
      await refill(minutesAfter(evening, 9));
      for (const minutes of [9, 12, 22, 60, 400, 780, 900])
        await checkAt(minutesAfter(evening, minutes));
      await app.db
        .updateTable('pour_cases')
        .set({ state: 'resolved', resolution: 'kept' })
        .execute();
      await app.db.updateTable('refused_sales').set({ state: 'dismissed' }).execute();
      await checkAt(minutesAfter(evening, 910));
    }
    const sentTo = (to: string) => outbox.mails.filter((mail) => mail.to === to).length;
    await signInAt(minutesAfter(tenPm, 6 * 1440));
    manager.token = await app.login(manager.email);
    const { body } = await send('GET', '/api/users/me/notifications');
    expect(sentTo(owner.email)).toBeGreaterThan(5);
    expect(body.messagesLastWeek).toBe(sentTo(owner.email));
    const preview = await app.send('POST', '/api/users/me/notifications/preview', {
      token: manager.token,
      body: settings,
    });
    expect(sentTo(manager.email)).toBeGreaterThan(5);
    expect(preview.body).toEqual({ messagesLastWeek: sentTo(manager.email) });
    const none = await send('POST', '/api/users/me/notifications/preview', {
      ...settings,
      mail: [],
    });
    expect(none.body).toEqual({ messagesLastWeek: 0 });
  });
});
