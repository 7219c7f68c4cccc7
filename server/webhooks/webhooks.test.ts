/** Webhooks: events are sent to programs of an owner, at addresses of the internet. */
import { expect, test } from 'vitest';
import { mostWebhooks, webhookMessages } from '../../rules/webhooks/webhooks.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, createUnit, startTestApp } from '../testing/app.ts';
import type { EventReceiver } from '../testing/services/event-receiver.ts';
import {
  addWebhook,
  deliver,
  deliveriesOf,
  makeWebhook,
  openLowAlert,
  receiver,
  sell,
  sendTo,
  shownWebhook,
  withWebhooks,
} from '../testing/webhooks.ts';
import { app, owner, unit } from '../testing/with-app.ts';

const hourMs = 3_600_000;
withWebhooks();
const types = () => receiver.received.map(({ body }) => body.type);

test('a sale is sent with its number and the shape of the API, and the delivery is listed with the response', async () => {
  await sell();
  const { id } = await addWebhook();
  const orderId = await sell();
  await deliver();
  expect(receiver.received.map(({ body }) => body)).toEqual([
    {
      id: expect.any(String),
      type: 'sale.created',
      at: expect.any(String),
      venueId: owner.venueId,
      unitNumber: unit.unitNumber,
      number: expect.any(Number),
      data: expect.objectContaining({ id: orderId, price: 9, unitNumber: unit.unitNumber }),
    },
  ]);
  const [{ headers, body }] = receiver.received as [EventReceiver['received'][number]];
  expect(headers).toMatchObject({ 'content-type': 'application/json' });
  expect(body.data).not.toHaveProperty('duration');
  expect(await deliveriesOf(id)).toEqual([
    {
      id: expect.any(String),
      eventId: body.id,
      type: 'sale.created',
      venueId: owner.venueId,
      unitNumber: unit.unitNumber,
      number: body.number,
      at: body.at,
      state: 'delivered',
      attempts: 1,
      attemptedAt: expect.any(String),
      nextAttemptAt: null,
      status: 200,
      response: 'ok',
      durationMs: expect.any(Number),
      error: null,
    },
  ]);
  expect(await shownWebhook(id)).toMatchObject({ state: 'on', deliveredAt: expect.any(String) });
});

test('corrections, refunds and failed drinks are events of their sale', async () => {
  await addWebhook({
    events: ['sale.corrected', 'refund.settled', 'refund.failed', 'case.opened', 'case.resolved'],
  });
  const orderId = await sell({ quantity: 2, successQuantity: 1 });
  const { token } = owner;
  const date = new Date(app.deps.now().getTime() - hourMs).toISOString();
  await app.send('PUT', `/api/orders/${orderId}`, { token, body: { date } });
  await app.send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0`, { token });
  await deliver();
  expect(types().sort()).toEqual([
    'case.opened',
    'case.resolved',
    'refund.settled',
    'sale.corrected',
  ]);
  const of = (type: string) => receiver.received.find(({ body }) => body.type === type)?.body;
  expect(of('refund.settled').data).toMatchObject({
    id: orderId,
    status: 'refunded',
    drinkIndex: 0,
  });
  expect(of('case.opened')).toMatchObject({ data: { orderId, failedGlasses: 1 } });
  expect(of('case.opened').number).toBeLessThan(of('case.resolved').number);
});

test('alerts, low stock and nights are events of the venue', async () => {
  const { id } = await addWebhook({
    events: ['alert.opened', 'alert.resolved', 'stock.low', 'night.closed', 'night.restated'],
  });
  const { venueId } = owner;
  const alertId = await openLowAlert();
  await deliver();
  expect(types().sort()).toEqual(['alert.opened', 'stock.low']);
  expect(receiver.received[0]?.body).toMatchObject({
    venueId,
    unitNumber: unit.unitNumber,
    number: null,
    data: { id: alertId, kind: 'low', text: 'Rum is at 18%', state: 'open' },
  });
  const resolved = await app.send('POST', `/api/alerts/${alertId}`, {
    token: owner.token,
    body: { action: 'resolve', note: 'Refilled' },
  });
  expect([resolved.status, await deliver(), types()[2]]).toEqual([
    200,
    undefined,
    'alert.resolved',
  ]);
  await deliver();
  expect(receiver.received).toHaveLength(3);
  expect(await deliveriesOf(id)).toHaveLength(3);
});

test('a webhook is told of its events and venues only, and other owners of nothing', async () => {
  const other = await addOwner(app, `Other ${unit.unitNumber}`);
  const theirs = await createUnit(app, other);
  await makeWebhook({ url: `${receiver.url}theirs` }, other);
  await addWebhook({ events: ['refund.settled'] });
  await addWebhook({ url: `${receiver.url}here`, venueIds: [owner.venueId] });
  await sell();
  await sell({}, theirs);
  await deliver();
  expect(receiver.received.map(({ path, body }) => [path, body.venueId]).sort()).toEqual([
    ['/here', owner.venueId],
    ['/theirs', other.venueId],
  ]);
});

test('a venue that is chosen again is told what happens from then on, and the others what happened meanwhile', async () => {
  const made = await app.send('POST', '/api/users/venues', {
    token: owner.token,
    body: { name: 'Cellar' },
  });
  const cellar = { ...owner, venueId: String(made.body.id) };
  const inCellar = await createUnit(app, cellar);
  const both = { venueIds: [owner.venueId, cellar.venueId] };
  const { id } = await addWebhook(both);
  const change = async (body: object) =>
    expect((await sendTo('PATCH', `/${id}`, body)).status).toBe(200);
  await change({ venueIds: [cellar.venueId] });
  await sell();
  await deliver();
  await sell({}, inCellar);
  await change(both);
  await deliver();
  const last = await sell();
  await deliver();
  expect(receiver.received.map(({ body }) => body.venueId)).toEqual([
    cellar.venueId,
    owner.venueId,
  ]);
  expect(receiver.received[1]?.body.data.id).toBe(last);
});

test('a test event is sent at once, and its outcome is the response', async () => {
  const { id } = await addWebhook();
  receiver.respond = (_, response) => response.writeHead(201).end('hello');
  const tried = await sendTo('POST', `/${id}/test`);
  expect(tried.body).toEqual({
    delivered: true,
    status: 201,
    response: 'hello',
    durationMs: expect.any(Number),
    error: null,
  });
  expect(receiver.received[0]?.body).toMatchObject({ type: 'test', data: null });
  receiver.respond = (_, response) => response.writeHead(404).end();
  expect((await sendTo('POST', `/${id}/test`)).body).toMatchObject({
    delivered: false,
    status: 404,
  });
  for (let count = 2; count < 10; count++) await sendTo('POST', `/${id}/test`);
  expect((await sendTo('POST', `/${id}/test`)).status).toBe(429);
});

test('API-03 addresses that are not of the internet, or without https, are not accepted', async () => {
  for (const host of ['10.0.0.1', '169.254.169.254', '[fd00::1]', '192.168.0.1:8443'])
    expect((await makeWebhook({ url: `https://${host}/` })).body).toEqual({
      url: webhookMessages.notPublic,
    });
  for (const url of [
    'http://example.com/',
    'example.com',
    'https://me:pw@example.com/',
    '',
    'ftp://a',
  ])
    expect((await makeWebhook({ url })).body).toEqual({ url: webhookMessages.needsUrl });
  const { id } = await addWebhook();
  const changed = await sendTo('PATCH', `/${id}`, { url: 'https://10.0.0.1/' });
  expect(changed.body).toEqual({ url: webhookMessages.notPublic });
});

test('only owners have webhooks, for their own venues, and at most twenty', async () => {
  const other = await addOwner(app, `Foreign ${unit.unitNumber}`);
  const { id } = await addWebhook();
  const manager = await addPerson(app, owner, 'manager');
  expect((await sendTo('GET', '', undefined, manager.token)).status).toBe(403);
  expect((await makeWebhook({}, manager)).status).toBe(403);
  expect((await makeWebhook({ venueIds: [other.venueId] })).body).toEqual({
    venueIds: 'There is no such venue',
  });
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/secret'],
    ['GET', '/deliveries'],
    ['POST', '/test'],
  ] as const) {
    const body = method === 'PATCH' ? { state: 'off' } : undefined;
    const reply = await sendTo(method, `/${id}${path}`, body, other.token);
    expect(reply.status, `${method} ${path}`).toBe(404);
  }
  for (let count = 1; count < mostWebhooks; count++) await addWebhook();
  const refused = await makeWebhook();
  expect([refused.status, refused.body.error.message]).toEqual([409, webhookMessages.tooMany]);
  expect((await sendTo('DELETE', `/${id}`)).body).toEqual({ deleted: true });
  expect((await sendTo('GET', `/${id}/deliveries`)).status).toBe(404);
  const { body } = await app.send('GET', '/api/audit?search=deleted', { token: owner.token });
  expect(body.entries).toMatchObject([
    { action: 'webhook.deleted', target: `webhook ${receiver.url}` },
  ]);
});

test('a server on which webhooks are turned off says so, and adds none', async () => {
  const without = await startTestApp({ webhooks: null });
  const { token } = await addOwner(without, 'Quiet');
  expect((await without.send('GET', '/api/webhooks', { token })).body).toEqual({
    on: false,
    webhooks: [],
  });
  const body = { url: 'https://example.com/', events: ['sale.created'] };
  const made = await without.send('POST', '/api/webhooks', { token, body });
  expect([made.status, made.body.error.message]).toEqual([409, webhookMessages.off]);
  await without.close();
});
