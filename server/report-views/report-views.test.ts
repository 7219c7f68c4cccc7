import { beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner } from '../testing/app.ts';
import {
  daysAfter,
  mailsAt,
  path as subscriptions,
  saturday,
  sell,
  sixAm,
  subscribe,
  venueName,
  withCloseOuts,
} from '../testing/health.ts';
import { app, owner, unit } from '../testing/with-app.ts';

const path = '/api/report-views';
const weekly = { name: 'Drinks of last week', by: 'drink', span: 'lastWeek' };

const send = (method: string, url: string, token: string, body?: object) =>
  app.send(method, url, { token, body });
const create = async (token: string, body: object = {}) => {
  const created = await send('POST', path, token, { venueId: owner.venueId, ...weekly, ...body });
  expect(created.status, created.text).toBe(201);
  return created.body;
};
const list = async (token: string) => {
  const { body } = await send('GET', path, token);
  return body.map(({ name }: { name: string }) => name);
};

describe('report views', () => {
  withCloseOuts();
  beforeEach(async () => {
    await app.db.deleteFrom('report_views').execute();
  });

  test('a view is saved, listed, renamed and deleted by its person', async () => {
    const view = await create(owner.token, { sort: '-glasses', unit: unit.unitNumber });
    expect(view).toMatchObject({
      ...weekly,
      venueId: owner.venueId,
      venueName,
      sort: '-glasses',
      from: null,
      unit: unit.unitNumber,
    });
    await create(owner.token, {
      name: 'October',
      by: 'payment',
      span: null,
      from: '2026-06-01',
      to: '2026-06-07',
    });
    expect(await list(owner.token)).toEqual([weekly.name, 'October']);
    const renamed = await send('PATCH', `${path}/${view.id}`, owner.token, { name: ' Bar ' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Bar', by: 'drink' } });
    const taken = await send('PATCH', `${path}/${view.id}`, owner.token, { name: 'October' });
    expect(taken).toMatchObject({ status: 400, body: { name: expect.any(String) } });
    const again = await send('DELETE', `${path}/${view.id}`, owner.token);
    expect(again.body).toEqual({ deleted: true });
    expect((await send('DELETE', `${path}/${view.id}`, owner.token)).status).toBe(404);
    expect(await list(owner.token)).toEqual(['October']);
  });

  test('what a view shows is replaced, with the same checks, and its name stays', async () => {
    const view = await create(owner.token, { unit: unit.unitNumber });
    const url = `${path}/${view.id}`;
    const settings = { by: 'hour', sort: '-sales', from: '2026-06-01', to: '2026-06-07' };
    const replaced = await send('PATCH', url, owner.token, { settings });
    expect(replaced).toMatchObject({
      status: 200,
      body: { ...settings, name: weekly.name, span: null, unit: null },
    });
    const { body } = await send('GET', path, owner.token);
    expect(body).toEqual([replaced.body]);
    for (const [field, refused] of [
      ['settings.span', { by: 'hour' }],
      ['settings.to', { ...settings, to: '2026-05-01' }],
      ['settings.by', { ...settings, by: 'moon' }],
    ] as const) {
      const response = await send('PATCH', url, owner.token, { settings: refused });
      expect([response.status, Object.keys(response.body)]).toEqual([400, [field]]);
    }
    const foreign = { ...settings, unit: 999_999_999 };
    expect((await send('PATCH', url, owner.token, { settings: foreign })).status).toBe(404);
    expect((await send('PATCH', url, owner.token, {})).status).toBe(400);
    expect((await send('GET', path, owner.token)).body).toEqual([replaced.body]);
  });

  test('settings that make no sense are refused at their fields', async () => {
    for (const [field, body] of [
      ['name', { name: ' ' }],
      ['by', { by: 'moon' }],
      ['sort', { sort: 'moon' }],
      ['span', { span: null }],
      ['span', { from: '2026-06-01', to: '2026-06-07' }],
      ['to', { span: null, from: '2026-06-07', to: '2026-06-01' }],
    ] as const) {
      const refused = await send('POST', path, owner.token, {
        venueId: owner.venueId,
        ...weekly,
        ...body,
      });
      expect(refused.status, field).toBe(400);
      expect(Object.keys(refused.body)).toContain(field);
    }
  });

  test('views are of one person, and of the venues that the person may see', async () => {
    const manager = await addPerson(app, owner, 'manager', [owner.venueId]);
    const own = await create(manager.token);
    expect(await list(owner.token)).toEqual([]);
    const url = `${path}/${own.id}`;
    expect((await send('PATCH', url, owner.token, { name: 'Mine' })).status).toBe(404);
    expect((await send('DELETE', url, owner.token)).status).toBe(404);
    const foreign = await addOwner(app, `Foreign ${Math.random()}`);
    const theirs = { venueId: foreign.venueId, ...weekly };
    expect((await send('POST', path, owner.token, theirs)).status).toBe(404);
    const bartender = await addPerson(app, owner, 'bartender');
    expect((await send('GET', path, bartender.token)).status).toBe(403);
    const mine = { venueId: owner.venueId, ...weekly };
    expect((await send('POST', path, bartender.token, mine)).status).toBe(403);
    // Venues that are taken away take their views along.
    await app.db
      .updateTable('memberships')
      .set({ venue_ids: [foreign.venueId] })
      .where('user_id', '=', manager.userId)
      .execute();
    expect(await list(manager.token)).toEqual([]);
    expect((await send('PATCH', url, manager.token, { name: 'Still' })).status).toBe(404);
  });

  test('a view is mailed on its schedule, with the days of its span and its file', async () => {
    const view = await create(owner.token, { name: 'Yesterday', span: 'yesterday' });
    const subscribed = await subscribe({ kind: 'view', viewId: view.id });
    expect(subscribed).toMatchObject({
      kind: 'view',
      view: { id: view.id, name: 'Yesterday' },
      text: `Every night of ${venueName}, an hour after it ends (6:00 AM EDT), with “Yesterday”`,
    });
    await sell(unit, saturday('21:00'), { quantity: 2 });
    const [mail] = await mailsAt(sixAm);
    expect(mail).toMatchObject({
      subject: `${venueName}, Yesterday: Sat, Jun 13`,
      attachment_name: 'sales-by-drink-2026-06-13-2026-06-13.csv',
    });
    expect(mail?.body).toContain('Cuba Libre: $18.00');
    expect(mail?.attachment).toContain('Total,18,1,2,9,0,0,0,');
    expect(await mailsAt(daysAfter(sixAm, 1))).toMatchObject([
      { subject: `${venueName}, Yesterday: Sun, Jun 14`, attachment: null },
    ]);
    owner.token = await app.login(owner.email);
    await send('DELETE', `${path}/${view.id}`, owner.token);
    expect((await send('GET', subscriptions, owner.token)).body).toEqual([]);
    expect(await mailsAt(daysAfter(sixAm, 2))).toEqual([]);
  });

  test('only an own view of the venue can be mailed, each once', async () => {
    const manager = await addPerson(app, owner, 'manager');
    const theirs = await create(manager.token);
    const mail = { venueId: owner.venueId, timezone: 'UTC', kind: 'view' };
    for (const viewId of [theirs.id, undefined]) {
      const refused = await send('POST', subscriptions, owner.token, { ...mail, viewId });
      expect(refused).toMatchObject({ status: 400, body: { viewId: expect.any(String) } });
    }
    const [one, other] = [await create(owner.token), await create(owner.token, { name: 'Other' })];
    await subscribe({ kind: 'view', viewId: one.id });
    await subscribe({ kind: 'view', viewId: other.id, weekday: 1, at: '09:00' });
    const again = await send('POST', subscriptions, owner.token, { ...mail, viewId: one.id });
    expect(again.status).toBe(409);
  });
});
