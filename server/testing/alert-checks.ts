/** Test helpers: what causes alerts, the jobs that check for them, and what they send. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { confirmRecipient } from './recipients.ts';
import { app, owner, sell, unit, withVenue } from './health.ts';
import { testOutbox, type TestOutbox } from './outbox.ts';
import { addPerson, type TestPerson } from './people.ts';
import { emptyQueue } from './queue.ts';
import { SendError } from '../adapters/provider-errors.ts';
import { asJob } from '../worker/worker.ts';
import * as commands from '../alerts/check-alerts.ts';
import * as watching from '../alerts/check-alerts.ts';
import * as sending from '../alerts/send-notifications.ts';

export let outbox: TestOutbox;
let isSmsDown = false;

/** A venue without alerts, messages and jobs at the start of each test. */
export function withAlertChecks(): void {
  withVenue();
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
}

/** Text messages are refused until the end of the test. */
export const refuseTexts = (): void => {
  isSmsDown = true;
};

export const checkAlerts = () => asJob(() => commands.checkAlerts(outbox.deps, owner.venueId));
export const sendNotifications = () => asJob(() => sending.sendNotifications(outbox.deps));
export const watchVenues = () => asJob(() => watching.watchVenues(outbox.deps));

export const alertsOf = async (state = 'open', token = owner.token) => {
  const path = `/api/venues/${owner.venueId}/alerts?state=${state}`;
  const { status, body } = await app.send('GET', path, { token });
  expect(status).toBe(200);
  return body;
};
export const act = (id: string, body: object, token = owner.token) =>
  app.send('POST', `/api/alerts/${id}`, { token, body });
/** Checks the venue at a time, as its jobs do, and sends what is due. */
export async function checkAt(at: Date): Promise<void> {
  app.setNow(at);
  await checkAlerts();
  await sendNotifications();
  await outbox.runAll();
}
export const settings = {
  mail: ['failures', 'offline', 'out', 'low', 'refusedSales', 'clock'],
  sms: [] as string[],
  venueIds: null as string[] | null,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  quiet: null as { fromMinutes: number; toMinutes: number } | null,
  timezone: 'America/Chicago',
  urgentPasses: true,
  phone: null as string | null,
};
export async function choose(body: Partial<typeof settings>, token = owner.token) {
  const changed = { ...settings, ...body };
  const saved = await app.send('PUT', '/api/users/me/notifications', { token, body: changed });
  expect(saved.status).toBe(200);
  return saved.body;
}
/** Adds a manager with a confirmed address, who gets mails about what owners get. */
export async function addManager(): Promise<TestPerson> {
  const person = await addPerson(app, owner, 'manager');
  await confirmRecipient(app, { ownerId: person.userId, channel: 'mail', address: person.email });
  await choose({}, person.token);
  return person;
}
export const notice = async (percent: number, at: Date, of = unit) => {
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
export async function failAt(at: Date, drinks = 5): Promise<void> {
  const pours = [{ ingredientId: unit.rum, position: '1', ml: 0, ms: 900, outcome: 'blocked' }];
  for (let nth = 0; nth < drinks; nth += 1)
    await sell(unit, at, { quantity: 1, successQuantity: 0, pours });
}
/** Sends a sale with a price that never held. */
export async function refuseSale(at: Date): Promise<void> {
  const body = { date: at.getTime(), drinks: [{ drinkId: unit.cubaLibre, price: 999 }] };
  expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(400);
}
