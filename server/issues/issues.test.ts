import { describe, expect, test } from 'vitest';
import type { IssueKind } from '../../rules/issues/issue-kinds.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import {
  act,
  addUnit,
  alertsOf,
  checkAt,
  failAt,
  minutesAfter,
  notice,
  refuseSale,
  sell,
  signInAt,
  tenPm,
  withAlertChecks,
} from '../testing/health.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';

describe('issues', () => {
  withAlertChecks();

  const read = async (query = '', token = owner.token): Promise<any> => {
    const path = `/api/venues/${owner.venueId}/issues${query}`;
    const { status, body } = await app.send('GET', path, { token });
    expect(status).toBe(200);
    return body;
  };
  const none = {
    all: 0,
    urgent: 0,
    failedPours: 0,
    refusedSales: 0,
    stock: 0,
    units: 0,
    other: 0,
  };
  /** Every page of the list, of which the counts are those of its open rows. */
  const list = async (token = owner.token, size = 100): Promise<any[]> => {
    const issues: any[] = [];
    let [next, counts]: [string | null, object] = [null, none];
    do {
      const after = next === null ? '' : `&after=${next}`;
      const page = await read(`?pagination[size]=${size}${after}`, token);
      issues.push(...page.issues);
      [next, counts] = [page.next, page.counts];
    } while (next !== null);
    const open = issues.filter(({ state }) => state === 'open');
    const ofKind = (kind: IssueKind) => open.filter((one) => one.kind === kind).length;
    expect(counts).toEqual({
      all: open.length,
      urgent: open.filter(({ severity }) => severity === 'urgent').length,
      failedPours: ofKind('failedPours'),
      refusedSales: ofKind('refusedSales'),
      stock: ofKind('stock'),
      units: ofKind('units'),
      other: ofKind('other'),
    });
    return issues;
  };
  const kindsOf = async (token = owner.token) =>
    (await list(token)).map(({ kind, state }) => (state === 'open' ? kind : `${kind} ${state}`));
  const openCases = async () =>
    (await send('GET', `/api/venues/${owner.venueId}/cases`)).body.cases;
  const resolveAll = async (resolution = 'remade') => {
    const ids = (await openCases()).map(({ id }: { id: string }) => id);
    const path = `/api/venues/${owner.venueId}/cases/resolve`;
    expect((await send('POST', path, { ids, resolution })).status).toBe(200);
  };
  const failOnce = (at: Date, position: string) =>
    sell(unit, at, {
      quantity: 1,
      successQuantity: 0,
      pours: [{ ingredientId: unit.cola, position, ml: 0, ms: 900, outcome: 'empty' }],
    });
  /** One issue of each kind that the tests can make. */
  const breakAll = async () => {
    await failAt(tenPm, 2);
    const [second, third] = [minutesAfter(tenPm, 1), minutesAfter(tenPm, 2)];
    app.setNow(second);
    await refuseSale(second);
    await notice(18, third);
    await sell(unit, minutesAfter(tenPm, 3 * 1440), { quantity: 1 }, third);
    await checkAt(third);
  };

  test('a venue without anything wrong has no issue', async () => {
    await signInAt(tenPm);
    expect(await read()).toEqual({
      asOf: tenPm.toISOString(),
      issues: [],
      next: null,
      counts: none,
    });
  });

  test('failed pours, refused sales, stock and units are one list with the counts of its rows', async () => {
    await breakAll();
    const issues = await list();
    expect(issues.map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
      'soon units',
      'soon refusedSales',
      'soon failedPours',
      'later stock',
    ]);
    expect(issues).toMatchObject([
      { alertKind: 'clock', amount: null, link: `/units/${unit.unitNumber}` },
      { text: 'Refused sale: This is not the price on the menu', amount: 999, canBeTaken: true },
      {
        text: '2 failed pours: Position 1, Rum, blocked',
        glasses: 2,
        amount: 18,
        unitNumber: unit.unitNumber,
        openedAt: tenPm.toISOString(),
      },
      { text: 'Rum is at 18%', alertKind: 'low', link: '/refill' },
    ]);
    const [first] = await openCases();
    expect(issues[2].link).toBe(`/failures?case=${first.id}`);
    expect((await read('?kind=stock')).issues).toEqual([issues[3]]);
    expect((await read('?kind=stock')).counts.all).toBe(4);
  });

  test('an alert about failed drinks and its group are one row, and so are refused sales and their alert', async () => {
    await failAt(tenPm, 5);
    await refuseSale(tenPm);
    expect((await list()).map(({ severity }) => severity)).toEqual(['soon', 'soon']);
    await checkAt(tenPm);
    const alerts = (await alertsOf()).alerts;
    expect(alerts.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'failures',
      'refusedSales',
    ]);
    const failures = alerts.find(({ kind }: { kind: string }) => kind === 'failures');
    expect(await list()).toMatchObject([
      { kind: 'failedPours', severity: 'urgent', alertId: failures.id, glasses: 5 },
      { kind: 'refusedSales', severity: 'soon', alertId: null },
    ]);
  });

  test('an alert that is seen or snoozed is listed last and not counted, until the snooze ends', async () => {
    await failAt(tenPm, 5);
    await notice(18, tenPm);
    await checkAt(tenPm);
    const [failed, low] = await list();
    await act(failed.alertId, { action: 'acknowledge' });
    const until = minutesAfter(tenPm, 60).toISOString();
    await act(low.alertId, { action: 'snooze', until });
    const seen = await list();
    expect(seen.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'failedPours seen',
      'stock snoozed',
    ]);
    expect(seen.find(({ state }) => state === 'seen').seenBy).toEqual(expect.any(String));
    expect((await read()).counts).toEqual(none);
    app.setNow(minutesAfter(tenPm, 61));
    expect((await list())[0]).toMatchObject({ kind: 'stock', state: 'open' });
  });

  test('the live night counts the failed pours of the list', async () => {
    const onScreen = async () =>
      (await send('GET', `/api/venues/${owner.venueId}/live`)).body.cases.open;
    await failAt(tenPm, 5);
    await checkAt(tenPm);
    expect(await openCases()).toHaveLength(5);
    expect(await onScreen()).toBe(1);
    await act((await list())[0].alertId, { action: 'acknowledge' });
    expect((await read()).counts.failedPours).toBe(0);
    await expect.poll(onScreen).toBe(0);
  });

  test('each kind leaves the list and its count when it is settled', async () => {
    await breakAll();
    expect(await kindsOf()).toEqual(['units', 'refusedSales', 'failedPours', 'stock']);
    const [clock, refused] = await list();
    await act(clock.alertId, { action: 'resolve' });
    expect(await kindsOf()).toEqual(['refusedSales', 'failedPours', 'stock']);
    const dismissed = await send('POST', `/api/refused-sales/${refused.id}`, { action: 'dismiss' });
    expect(dismissed.status).toBe(200);
    expect(await kindsOf()).toEqual(['failedPours', 'stock']);
    const [first] = await openCases();
    await send('POST', `/api/cases/${first.id}/resolve`, { resolution: 'remade' });
    expect((await list())[0]).toMatchObject({ glasses: 1, amount: 9 });
    await resolveAll();
    expect(await kindsOf()).toEqual(['stock']);
    await checkAt(minutesAfter(tenPm, 3));
    expect(await kindsOf()).toEqual(['stock']);
  });

  test('resolving the alert about failed drinks leaves them in the list while money is owed', async () => {
    await failAt(tenPm, 5);
    await checkAt(tenPm);
    const [failed] = await list();
    await act(failed.alertId, { action: 'resolve' });
    expect(await list()).toMatchObject([{ kind: 'failedPours', severity: 'soon', alertId: null }]);
    await resolveAll();
    expect(await list()).toEqual([]);
  });

  test('a refused sale that is settled is sent to the streams of the venue', async () => {
    const version = async () => {
      const row = app.db.selectFrom('alert_watches').select('version');
      return (await row.where('venue_id', '=', owner.venueId).executeTakeFirst())?.version ?? 0;
    };
    await refuseSale(tenPm);
    const [{ id }] = await list();
    const before = await version();
    await send('POST', `/api/refused-sales/${id}`, { action: 'dismiss' });
    expect(await version()).toBe(before + 1);
  });

  test('pages of any size give every issue once, in the same order', async () => {
    await breakAll();
    await failAt(minutesAfter(tenPm, 5), 5);
    await failOnce(minutesAfter(tenPm, 6), '2');
    const other = await addUnit();
    await notice(12, minutesAfter(tenPm, 7), other);
    await checkAt(minutesAfter(tenPm, 8));
    const [urgent] = await list();
    expect(urgent).toMatchObject({ kind: 'failedPours', severity: 'urgent' });
    await act((await read('?kind=units')).issues[0].alertId, { action: 'acknowledge' });
    const whole = await list();
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    expect(whole).toHaveLength(6);
    for (const size of [1, 2, 3, 5]) expect(await list(owner.token, size)).toEqual(whole);
  });

  test('a page continues where the one before ended, also when its last issue is settled meanwhile', async () => {
    await breakAll();
    const whole = await list();
    const page = await read('?pagination[size]=2');
    await send('POST', `/api/refused-sales/${whole[1].id}`, { action: 'dismiss' });
    expect((await read(`?after=${page.next}`)).issues).toEqual(whole.slice(2));
    const wrong = await send('GET', `/api/venues/${owner.venueId}/issues?after=first`);
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { after: 'Use the value of next of the page before' },
    ]);
  });

  test('a role sees and counts what it may read: an accountant no alerts, a bartender no amounts', async () => {
    await breakAll();
    const all = ['units', 'refusedSales', 'failedPours', 'stock'];
    const tokens = { accountant: '', bartender: '', manager: '' };
    for (const role of ['accountant', 'bartender', 'manager'] as const)
      tokens[role] = (await addPerson(app, owner, role)).token;
    expect(await kindsOf(tokens.accountant)).toEqual(['refusedSales', 'failedPours']);
    expect(await kindsOf(tokens.manager)).toEqual(all);
    expect(await kindsOf(tokens.bartender)).toEqual(all);
    expect((await read('?kind=stock', tokens.accountant)).issues).toEqual([]);
    for (const issue of (await read('', tokens.bartender)).issues)
      expect(issue).not.toHaveProperty('amount');
  });

  test('issues of a venue are not shown to another owner, nor to those without it', async () => {
    await breakAll();
    const stranger = await addOwner(app, `Stranger ${Math.random()}`);
    const path = `/api/venues/${owner.venueId}/issues`;
    expect((await app.send('GET', path, { token: stranger.token })).status).toBe(404);
    const own = `/api/venues/${stranger.venueId}/issues`;
    expect((await app.send('GET', own, { token: stranger.token })).body.counts).toEqual(none);
  });

  test('of two who settle the same issue at once one succeeds, and it is gone for both', async () => {
    await refuseSale(tenPm);
    const manager = await addPerson(app, owner, 'manager');
    await signInAt(tenPm);
    const [{ id }] = await list();
    const settle = (token: string, action: string) =>
      app.send('POST', `/api/refused-sales/${id}`, { token, body: { action } });
    const results = await Promise.all([
      settle(owner.token, 'take'),
      settle(manager.token, 'dismiss'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const token of [owner.token, manager.token]) expect(await list(token)).toEqual([]);
  });

  test('what is settled is in a list of its own, newest first, whatever it was', async () => {
    await signInAt(tenPm);
    await failAt(tenPm, 2);
    const second = minutesAfter(tenPm, 1);
    app.setNow(second);
    await refuseSale(second);
    expect((await read('?state=resolved')).issues).toEqual([]);
    const [sale] = (await list()).filter(({ kind }) => kind === 'refusedSales');
    const path = `/api/refused-sales/${sale.id}`;
    expect((await send('POST', path, { action: 'dismiss' })).status).toBe(200);
    const one = (await openCases())[0].id;
    await send('POST', `/api/cases/${one}/resolve`, { resolution: 'meter' });
    const settled = await read('?state=resolved');
    expect(settled).toMatchObject({
      issues: [{ id: sale.id, kind: 'refusedSales', resolution: 'Dismissed', canBeTaken: false }],
      counts: { refusedSales: 0, failedPours: 1 },
    });
    expect(settled.issues[0].resolvedBy).not.toBeNull();

    // A group is settled when its last case is.
    await resolveAll();
    const page = await read('?state=resolved&pagination[size]=1');
    expect(page.issues).toMatchObject([{ kind: 'refusedSales', state: 'resolved' }]);
    const next = await read(`?state=resolved&pagination[size]=1&after=${page.next}`);
    expect(next).toMatchObject({
      issues: [{ kind: 'failedPours', glasses: 2, amount: null }],
      next: null,
    });
    expect(next.issues[0].resolution.toLowerCase().split(', ').sort()).toEqual([
      'made again',
      'was served',
    ]);
    expect(next.issues[0].link).toMatch(/^\/failures\?state=resolved&case=/);
    expect((await read('?state=resolved&kind=refusedSales')).issues).toHaveLength(1);
  });
});
