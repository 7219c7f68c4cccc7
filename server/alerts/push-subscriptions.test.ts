import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import library from 'web-push';
import { webPush } from '../adapters/messages/web-push.ts';
import { addOwner } from '../testing/app.ts';
import { app, owner, send, unit } from '../testing/with-app.ts';
import { minutesAfter, sell, tenPm, withVenue } from '../testing/health.ts';
import {
  emptyQueue,
  makePushBrowser,
  type PushService,
  startPushService,
  testOutbox,
  type TestOutbox,
} from '../testing/services/messages.ts';
import { asJob } from '../worker/worker.ts';
import * as commands from './check-alerts.ts';
import * as sending from './send-notifications.ts';

withVenue();

const keys = library.generateVAPIDKeys();
const path = '/api/users/me/push-subscriptions';
let service: PushService;
let outbox: TestOutbox;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.status = 201;
  service.received = [];
  app.deps.push = { publicKey: keys.publicKey, hosts: [service.url] };
  for (const table of ['alert_notifications', 'messages', 'push_subscriptions'] as const)
    await app.db.deleteFrom(table).execute();
  await emptyQueue(app.db);
  outbox = testOutbox(app);
  outbox.deps.push = await webPush({
    ...keys,
    subject: 'mailto:admin@example.com',
    hosts: [service.url],
  });
});

const subscribe = async (token = owner.token, name = 'phone') => {
  const browser = makePushBrowser(`${service.url}/${name}`);
  const { status, body } = await app.send('POST', path, { token, body: browser.subscription });
  expect(status).toBe(201);
  return { ...browser, id: body.id as string };
};
const listed = async () => (await send('GET', path)).body;
const pushes = () =>
  send('PUT', '/api/users/me/notifications', {
    mail: [],
    sms: [],
    push: ['failures'],
    venueIds: null,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    quiet: null,
    timezone: 'America/Chicago',
    urgentPasses: true,
    phone: null,
  });
async function failFive(): Promise<void> {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'blocked' }];
  for (let nth = 0; nth < 5; nth += 1)
    await sell(unit, tenPm, { quantity: 1, successQuantity: 0, pours });
}
async function checkAt(at: Date): Promise<void> {
  app.setNow(at);
  await asJob(() => commands.checkAlerts(outbox.deps, owner.venueId));
  await asJob(() => sending.sendNotifications(outbox.deps));
  await outbox.runAll();
}

test('an alert is pushed to a browser, which alone can decrypt it, signed with the key of the server', async () => {
  await pushes();
  const browser = await subscribe();
  expect(await listed()).toMatchObject({
    publicKey: keys.publicKey,
    subscriptions: [{ id: browser.id, isCurrent: true, lastUsedAt: null }],
  });
  await failFive();
  await checkAt(tenPm);
  expect(outbox.mails).toEqual([]);
  expect(service.received).toHaveLength(1);
  const [{ headers, body, path: at }] = service.received as [PushService['received'][number]];
  expect([at, headers['urgency'], headers['ttl']]).toEqual(['/phone', 'high', '14400']);
  const { alerts } = (await send('GET', `/api/venues/${owner.venueId}/alerts`)).body;
  expect(headers['topic']).toBe(alerts[0].id.replaceAll('-', ''));
  const content = browser.decrypt(body) as Record<string, string>;
  expect(content).toMatchObject({
    title: expect.stringContaining(`, unit ${unit.unitNumber}`),
    text: `${alerts[0].text}.`,
    path: `/alerts?venue=${owner.venueId}&alert=${alerts[0].id}`,
  });
  expect(JSON.stringify(content)).not.toContain('$');
  const [, token = '', key = ''] =
    /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  ) as [string, string];
  const verified = await jwtVerify(
    token,
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }),
    { audience: service.url },
  );
  expect(verified.payload.sub).toBe('mailto:admin@example.com');
  const { log } = (await send('GET', `/api/alerts/${alerts[0].id}`)).body;
  expect(log).toContainEqual(expect.objectContaining({ kind: 'sent', note: 'push' }));
});

test('a push that the service cannot take is repeated, after three minutes as a mail', async () => {
  await pushes();
  await subscribe();
  service.status = 500;
  await failFive();
  await checkAt(tenPm);
  expect(service.received.length).toBeGreaterThan(0);
  expect(outbox.mails).toEqual([]);
  expect((await listed()).subscriptions[0].failedAt).not.toBeNull();
  await checkAt(minutesAfter(tenPm, 4));
  expect(outbox.mails).toHaveLength(1);
  await checkAt(minutesAfter(tenPm, 5));
  expect(outbox.mails).toHaveLength(1);
});

test.each([404, 410])(
  'a browser that the service no longer knows (%i) is removed',
  async (status) => {
    await pushes();
    await subscribe();
    service.status = status;
    await failFive();
    await checkAt(tenPm);
    expect((await listed()).subscriptions).toEqual([]);
    await checkAt(minutesAfter(tenPm, 1));
    expect(outbox.mails).toHaveLength(1);
  },
);

test('a redirect of the service is not followed', async () => {
  const { id } = await subscribe();
  service.status = 307;
  expect((await send('POST', `${path}/${id}/test`, {})).status).toBe(202);
  await outbox.runAll();
  expect(service.received).toHaveLength(1);
  expect((await listed()).subscriptions[0].failedAt).not.toBeNull();
});

test('a browser gets nothing after its session has ended, and a mail is sent instead', async () => {
  await pushes();
  const token = await app.login(owner.email);
  await subscribe(token);
  await subscribe(owner.token, 'laptop');
  expect((await listed()).subscriptions).toHaveLength(2);
  await app.send('POST', '/api/users/logout', { token });
  expect((await listed()).subscriptions).toMatchObject([{ isCurrent: true }]);
  await app.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .execute();
  await failFive();
  app.setNow(tenPm);
  await checkAt(tenPm);
  expect(service.received).toEqual([]);
  expect(outbox.mails).toHaveLength(1);
});

test('only addresses of known push services are stored, and those of others are missing', async () => {
  const { subscription } = makePushBrowser('http://169.254.169.254/latest');
  const refused = await app.send('POST', path, { token: owner.token, body: subscription });
  expect([refused.status, refused.body]).toEqual([400, { endpoint: expect.any(String) }]);
  const mine = await subscribe();
  const other = await addOwner(app, 'Harbour');
  for (const [method, url] of [
    ['DELETE', `${path}/${mine.id}`],
    ['POST', `${path}/${mine.id}/test`],
  ] as const)
    expect((await app.send(method, url, { token: other.token, body: {} })).status).toBe(404);
  const stolen = { ...makePushBrowser(mine.subscription.endpoint).subscription };
  const taken = await app.send('POST', path, { token: other.token, body: stolen });
  expect(taken.status).toBe(409);
  expect((await listed()).subscriptions).toHaveLength(1);
  expect((await send('DELETE', `${path}/${mine.id}`)).status).toBe(200);
  expect((await listed()).subscriptions).toEqual([]);
  app.deps.push = null;
  expect((await listed()).publicKey).toBeNull();
  const off = await app.send('POST', path, { token: owner.token, body: mine.subscription });
  expect(off.status).toBe(409);
});

test('of more than ten browsers the oldest is replaced, and tests are limited', async () => {
  app.setNow(tenPm);
  const first = await subscribe();
  app.setNow(minutesAfter(tenPm, 1));
  for (let nth = 0; nth < 10; nth += 1)
    await subscribe(await app.login(owner.email), `browser-${nth}`);
  const { subscriptions } = await listed();
  expect(subscriptions).toHaveLength(10);
  expect(subscriptions.map((one: { id: string }) => one.id)).not.toContain(first.id);
  const url = `${path}/${subscriptions[0].id}/test`;
  const statuses: number[] = [];
  for (let nth = 0; nth < 11; nth += 1) statuses.push((await send('POST', url, {})).status);
  expect(statuses).toContain(202);
  expect(statuses.at(-1)).toBe(429);
});
