import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { confirmRecipient } from '../testing/app.ts';
import {
  addUnit,
  app,
  beat,
  minutesAfter,
  owner,
  saturday,
  sell,
  send,
  signInAt,
  tenPm,
  unit,
  withVenue,
} from '../testing/health.ts';
import { testOutbox, type TestOutbox } from '../testing/outbox.ts';
import { addPerson, type TestPerson } from '../testing/people.ts';
import { emptyQueue } from '../testing/queue.ts';
import { SendError } from '../adapters/send-error.ts';
import { asJob } from '../worker/tasks.ts';
import * as commands from './check-alerts.ts';
import * as sending from './send-notifications.ts';
import * as watching from './watch-venues.ts';

withVenue();

let outbox: TestOutbox;
let isSmsDown = false;
beforeEach(async () => {
  isSmsDown = false;
  for (const table of ['alert_notifications', 'alert_watches', 'messages'] as const)
    await app.db.deleteFrom(table).execute();
  await emptyQueue(app.db);
  outbox = testOutbox(app, {
    sms: async () => {
      if (isSmsDown) throw new SendError('refused', 'No such number');
    },
  });
});
afterEach(() => vi.restoreAllMocks());

const checkAlerts = () => asJob(() => commands.checkAlerts(outbox.deps, owner.venueId));
const sendNotifications = () => asJob(() => sending.sendNotifications(outbox.deps));
const watchVenues = () => asJob(() => watching.watchVenues(outbox.deps));

const alertsOf = async (state = 'open', token = owner.token) => {
  const path = `/api/venues/${owner.venueId}/alerts?state=${state}`;
  const { status, body } = await app.send('GET', path, { token });
  expect(status).toBe(200);
  return body;
};
const act = (id: string, body: object, token = owner.token) =>
  app.send('POST', `/api/alerts/${id}`, { token, body });
/** Checks the venue at a time, as its jobs do, and sends what is due. */
async function checkAt(at: Date): Promise<void> {
  app.setNow(at);
  await checkAlerts();
  await sendNotifications();
  await outbox.runAll();
}
const settings = {
  mail: ['failures', 'offline', 'out', 'low', 'refusedSales', 'clock'],
  sms: [] as string[],
  venueIds: null as string[] | null,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  quiet: null as { fromMinutes: number; toMinutes: number } | null,
  timezone: 'America/Chicago',
  urgentPasses: true,
  phone: null as string | null,
};
async function choose(body: Partial<typeof settings>, token = owner.token) {
  const changed = { ...settings, ...body };
  const saved = await app.send('PUT', '/api/users/me/notifications', { token, body: changed });
  expect(saved.status).toBe(200);
  return saved.body;
}
/** Adds a manager with a confirmed address, who gets mails about what owners get. */
async function addManager(): Promise<TestPerson> {
  const person = await addPerson(app, owner, 'manager');
  await confirmRecipient(app, { ownerId: person.userId, channel: 'mail', address: person.email });
  await choose({}, person.token);
  return person;
}
const notice = async (percent: number, at: Date, of = unit) => {
  const id = crypto.randomUUID();
  await app.db
    .insertInto('restock_notices')
    .values({
      venue_id: owner.venueId,
      id,
      unit_id: of.id,
      ingredient_id: of.rum,
      percent,
      noticed_at: at,
    })
    .execute();
  return async (resolved_at: Date) =>
    void (await app.db
      .updateTable('restock_notices')
      .set({ resolved_at })
      .where('id', '=', id)
      .execute());
};
/** Sells drinks of which nothing is poured, at one position. */
async function failAt(at: Date, drinks = 5): Promise<void> {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'blocked' }];
  for (let nth = 0; nth < drinks; nth += 1)
    await sell(unit, at, { quantity: 1, successQuantity: 0, pours });
}
/** Sends a sale with a price that never held. */
async function refuseSale(at: Date): Promise<void> {
  const body = { date: at.getTime(), drinks: [{ drinkId: unit.cubaLibre, price: 999 }] };
  expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(400);
}

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

  test('ALERT-07 a scanner that opens every link of a message changes nothing', async () => {
    await failAt(tenPm);
    await checkAt(tenPm);
    const [mail] = outbox.mails;
    const links = mail?.text.match(/https:\S+/g) ?? [];
    expect(links).toEqual([
      expect.stringMatching(
        /^https:\/\/bar\.example\.com\/alerts\?venue=[0-9a-f-]{36}&alert=[0-9a-f-]{36}$/,
      ),
      'https://bar.example.com/profile#alerts',
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

  test('a text message that cannot be delivered is repeated as a mail, and the alert says when that fails too', async () => {
    const phone = '+14155552671';
    expect((await choose({ sms: ['failures'], mail: [], phone })).phoneState).toBe('waiting');
    await confirmRecipient(app, { ownerId: owner.userId, channel: 'sms', address: phone });
    isSmsDown = true;
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

describe('life of an alert', () => {
  test('a unit that is offline for three minutes while the venue is open opens an alert, and its return ends it', async () => {
    const hours = Array.from({ length: 7 }, (_, weekday) => ({
      weekday,
      opens: '17:00',
      closes: '26:00',
    }));
    const saved = await send('PUT', `/api/venues/${owner.venueId}/hours`, { hours });
    expect(saved.status).toBe(200);
    for (let minute = 0; minute <= 30; minute += 1) await beat(unit, minutesAfter(tenPm, minute));
    let opened: number | null = null;
    for (let minute = 31; minute <= 60 && opened === null; minute += 1) {
      await checkAt(minutesAfter(tenPm, minute));
      if ((await alertsOf()).alerts.length > 0) opened = minute;
    }
    expect((await alertsOf()).alerts).toMatchObject([{ kind: 'offline', severity: 'urgent' }]);
    expect(opened).toBeGreaterThan(33);
    await beat(unit, minutesAfter(tenPm, 61));
    await checkAt(minutesAfter(tenPm, 61));
    expect((await alertsOf()).alerts).toHaveLength(1);
    await beat(unit, minutesAfter(tenPm, 63));
    await checkAt(minutesAfter(tenPm, 63));
    expect((await alertsOf()).alerts).toEqual([]);
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
