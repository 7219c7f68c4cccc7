import { describe, expect, test } from 'vitest';
import { confirmRecipient } from '../testing/app.ts';
import { app, owner } from '../testing/with-app.ts';
import {
  act,
  addManager,
  alertsOf,
  checkAt,
  choose,
  failAt,
  minutesAfter,
  outbox,
  refuseTexts,
  saturday,
  send,
  tenPm,
  withAlertChecks,
} from '../testing/health.ts';
import { emptyQueue } from '../testing/messages.ts';

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
    const { alerts, onTonight, isOnTonight } = await alertsOf();
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
