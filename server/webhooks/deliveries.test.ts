/** Deliveries of webhooks: each event at least once, and what was missed again. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { withoutTenant } from '../../db/tenant.ts';
import { webhookMessages } from '../../rules/webhooks/webhooks.ts';
import { createUnit } from '../testing/app.ts';
import { testOutbox } from '../testing/services/messages.ts';
import {
  addWebhook,
  deliver,
  deliveriesOf,
  newDeliveries,
  receiver,
  sell,
  sendTo,
  shownWebhook,
  withWebhooks,
} from '../testing/webhooks.ts';
import { app, owner, unit } from '../testing/with-app.ts';

const hourMs = 3_600_000;
withWebhooks();
const numbers = () => receiver.received.map(({ body }) => body.number);

test('with an endpoint that fails some of the time, each sale is delivered at least once, and none is missing by number', async () => {
  await addWebhook();
  const [first, second] = [unit, await createUnit(app, owner)];
  const sold: string[] = [];
  const delivered: { id: string; unit: number; number: number }[] = [];
  let count = 0;
  receiver.respond = ({ body }, response) => {
    count += 1;
    if (count % 10 < 3) return response.writeHead(count % 2 === 0 ? 500 : 429).end('busy');
    delivered.push({ id: body.data.id, unit: body.unitNumber, number: body.number });
    return response.end();
  };
  for (let round = 0; round < 3; round++) {
    for (let sale = 0; sale < 50; sale++) sold.push(await sell({}, sale % 2 ? first : second));
    await deliver();
  }
  for (let hours = 1; delivered.length < sold.length && hours < 60; hours *= 2) {
    app.setNow(new Date(app.deps.now().getTime() + hours * hourMs));
    await deliver();
  }
  app.setNow(new Date());
  expect(new Set(delivered.map(({ id }) => id))).toEqual(new Set(sold));
  for (const { unitNumber } of [first, second]) {
    const own = delivered.filter((one) => one.unit === unitNumber).map(({ number }) => number);
    const last = Math.max(...own);
    expect([...new Set(own)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 75 }, (_, index) => last - 74 + index),
    );
  }
  expect(count).toBeGreaterThan(sold.length);
});

describe('API-04', () => {
  const signaturesOf = (nth: number): [seconds: string, ...signatures: string[]] => {
    const text = String(receiver.received[nth]?.headers['barback-signature']);
    return text.split(',').map((part) => part.slice(part.indexOf('=') + 1)) as [string];
  };
  const signed = (secret: string, nth: number): string => {
    const [seconds] = signaturesOf(nth);
    const text = `${seconds}.${receiver.received[nth]?.text}`;
    return createHmac('sha256', secret).update(text).digest('hex');
  };

  test('the old secret signs for 24 hours after it was replaced', async () => {
    const { id, secret } = await addWebhook();
    const replaced = await sendTo('POST', `/${id}/secret`);
    expect(replaced.status).toBe(201);
    expect((await shownWebhook(id)).previousSecretUntil).toBe(replaced.body.previousUntil);
    await sell();
    await deliver();
    expect(signaturesOf(0).slice(1)).toEqual([signed(replaced.body.secret, 0), signed(secret, 0)]);
    app.setNow(new Date(Date.now() + 23 * hourMs));
    await sell();
    await deliver();
    expect(signaturesOf(1).slice(1)).toContain(signed(secret, 1));
    app.setNow(new Date(Date.now() + 25 * hourMs));
    await sell();
    await deliver();
    expect(signaturesOf(2).slice(1)).toEqual([signed(replaced.body.secret, 2)]);
    app.setNow(new Date());
    const token = await app.login(owner.email);
    const { body } = await sendTo('GET', '', undefined, token);
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });
});

test('API-06 a replay from a number sends exactly the rest', async () => {
  const { id } = await addWebhook();
  for (let count = 0; count < 5; count++) await sell();
  await deliver();
  const takeSent = () =>
    receiver.received
      .splice(0)
      .map(({ body }) => body)
      .sort((a, b) => a.number - b.number);
  const sent = takeSent();
  const replay = (body: object) => sendTo('POST', `/${id}/replay`, body);
  const { unitNumber } = unit;
  expect((await replay({ unitNumber, number: sent[2].number })).body).toEqual({ queued: true });
  await deliver();
  expect(takeSent()).toEqual(sent.slice(2));
  const [latest] = await deliveriesOf(id);
  expect((await replay({ deliveryId: latest.id })).body).toEqual({ queued: true });
  await deliver();
  expect(numbers()).toEqual([sent[4].number]);
  expect((await replay({ deliveryId: crypto.randomUUID() })).status).toBe(404);
  expect((await replay({ unitNumber: 9_999_999, number: 1 })).body).toEqual({
    unitNumber: webhookMessages.noUnit,
  });
});

test('a failed delivery is made again after 10 s, 40 s and so on, for three days; then the webhook is off, with an alert and an entry in the activity log', async () => {
  const { id } = await addWebhook();
  receiver.respond = (_, response) => response.writeHead(503).end('Down for repairs');
  const start = app.deps.now().getTime();
  app.setNow(new Date(start));
  await sell();
  await deliver();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    const [{ state, nextAttemptAt, status, response, error }] = await deliveriesOf(id);
    expect([status, response, error]).toEqual([
      503,
      'Down for repairs',
      'The server responded with 503',
    ]);
    if (state !== 'waiting') break;
    pauses.push((Date.parse(nextAttemptAt) - app.deps.now().getTime()) / 1000);
    const before = receiver.received.length;
    app.setNow(new Date(Date.parse(nextAttemptAt) - 1));
    await deliver();
    expect(receiver.received).toHaveLength(before);
    app.setNow(new Date(Date.parse(nextAttemptAt)));
    owner.token = await app.login(owner.email);
    await deliver();
  }
  expect(pauses.slice(0, 8)).toEqual([10, 40, 160, 640, 2560, 10_240, 40_960, 163_840]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(3 * 24 * 3600);
  const [{ state }] = await deliveriesOf(id);
  expect(state).toBe('failed');
  expect(await shownWebhook(id)).toMatchObject({ state: 'failed' });
  const { body } = await app.send('GET', '/api/audit', { token: owner.token });
  expect(body.entries.map(({ action }: { action: string }) => action)).toContain('webhook.failed');

  app.setNow(new Date(app.deps.now().getTime() + 5000));
  await testOutbox(app).runAll();
  const { venueId } = owner;
  const listed = await app.send('GET', `/api/venues/${venueId}/alerts`, { token: owner.token });
  expect(listed.body.alerts).toMatchObject([
    {
      kind: 'webhook',
      text: `The webhook to ${new URL(receiver.url).host} is off: nothing was delivered for three days`,
      link: '/developers',
    },
  ]);

  // What happens while it is off is sent when it is on again.
  receiver.received.length = 0;
  receiver.respond = (_, response) => response.end();
  await sell();
  await deliver();
  expect(receiver.received).toEqual([]);
  expect(
    (await sendTo('POST', `/${id}/replay`, { unitNumber: unit.unitNumber, number: 1 })).status,
  ).toBe(409);
  const on = await sendTo('PATCH', `/${id}`, { state: 'on' });
  expect(on.body).toMatchObject({ state: 'on', failingSince: null });
  await deliver();
  expect(receiver.received).toHaveLength(1);
  app.setNow(new Date());
});

test('an endpoint that does not respond holds up no other', async () => {
  const stuck: (() => void)[] = [];
  receiver.respond = ({ path }, response) => {
    if (path === '/stuck') stuck.push(() => response.end());
    else response.end();
  };
  await addWebhook({ url: `${receiver.url}stuck` });
  await addWebhook({ url: `${receiver.url}works` });
  for (let count = 0; count < 20; count++) await sell();
  const deliveries = newDeliveries();
  const works = () => receiver.received.filter(({ path }) => path === '/works').length;
  await withoutTenant(async () => {
    await expect
      .poll(async () => {
        await deliveries.step();
        return works();
      })
      .toBe(20);
    expect(stuck.length).toBeLessThan(20);
    receiver.respond = (_, response) => response.end();
    for (const end of stuck) end();
    await deliveries.settle();
  });
});
