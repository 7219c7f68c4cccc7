/** Test fixture: webhooks of an owner, and the server of a program that receives their events. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { withoutTenant } from '../../db/tenant.ts';
import { eventViews } from '../webhooks/events.view.ts';
import { WebhookDeliveries } from '../webhooks/send-webhooks.ts';
import type { Reply, TestOwner, TestUnit } from './app.ts';
import {
  type EventReceiver,
  senderToThisMachine,
  startReceiver,
} from './services/event-receiver.ts';
import { app, owner, unit, withApp } from './with-app.ts';

const sender = senderToThisMachine();
export let receiver: EventReceiver;

/** Starts an app with a receiver, and with a new owner and unit for each test. */
export function withWebhooks(): void {
  withApp({ deps: { webhooks: sender }, owner: { each: 'Bar' }, unit: 'each' });
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    await app.db.deleteFrom('webhooks').execute();
    receiver.received.length = 0;
    receiver.respond = (_, response) => response.end('ok');
  });
  afterAll(async () => {
    sender.close();
    await receiver.close();
  });
}

/** Sends a request below `/api/webhooks`. */
export const sendTo = (
  method: string,
  path: string,
  body?: object,
  token = owner.token,
): Promise<Reply> => app.send(method, `/api/webhooks${path}`, { token, body });

export const makeWebhook = (fields: object = {}, by: Pick<TestOwner, 'token'> = owner) =>
  sendTo('POST', '', { url: receiver.url, events: ['sale.created'], ...fields }, by.token);

export async function addWebhook(fields: object = {}): Promise<{ id: string; secret: string }> {
  const made = await makeWebhook(fields);
  expect(made.status, made.text).toBe(201);
  return made.body;
}

/** Sells a drink, and returns the id of the order. */
export async function sell(
  drink: object = {},
  { key, cubaLibre }: TestUnit = unit,
): Promise<string> {
  const body = { drinks: [{ drinkId: cubaLibre, ...drink }] };
  const sold = await app.send('POST', '/api/orders', { token: key, body });
  expect(sold.status, sold.text).toBe(201);
  return sold.body.id;
}

/** Opens an alert of low stock, and returns its id. */
export async function openLowAlert(): Promise<string> {
  const at = app.deps.now();
  const { venueId } = owner;
  const alertId = crypto.randomUUID();
  await app.db
    .insertInto('alerts')
    .values({
      venue_id: venueId,
      id: alertId,
      kind: 'low',
      key: `low ${unit.id}`,
      severity: 'later',
      text: 'Rum is at 18%',
      unit_id: unit.id,
      opened_at: at,
      last_seen_at: at,
    })
    .execute();
  const event = { venue_id: venueId, alert_id: alertId, at };
  await app.db
    .insertInto('alert_events')
    .values({ ...event, id: crypto.randomUUID(), kind: 'opened' })
    .execute();
  return alertId;
}

export const newDeliveries = (): WebhookDeliveries =>
  new WebhookDeliveries({ ...app.deps, db: app.db, webhooks: sender, eventViews });

/** Sends what is due until nothing is. */
export async function deliver(): Promise<void> {
  const deliveries = newDeliveries();
  await withoutTenant(async () => {
    for (let begun = 1; begun > 0;) {
      ({ begun } = await deliveries.step());
      await deliveries.settle();
    }
  });
}

export const deliveriesOf = async (id: string) =>
  (await sendTo('GET', `/${id}/deliveries`)).body.deliveries;

export const shownWebhook = async (id: string) =>
  (await sendTo('GET', '')).body.webhooks.find((one: { id: string }) => one.id === id);
