/** Test fixture: a venue in New York with a clock, one unit, and times of a Saturday night. */
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { withoutTenant } from '../../db/tenant.ts';
import { SendError } from '../adapters/provider-errors.ts';
import * as commands from '../alerts/check-alerts.ts';
import * as watching from '../alerts/check-alerts.ts';
import * as sending from '../alerts/send-notifications.ts';
import { sendCloseOuts } from '../close-outs/send-close-outs.ts';
import { addPerson, type TestPerson } from './accounts.ts';
import { createUnit, type TestUnit, confirmRecipient } from './app.ts';
import { emptyQueue, testOutbox, type TestOutbox } from './services/messages.ts';
import { switchFlag } from './stock.ts';
import { app, owner, send, signInAgain, unit, withApp } from './with-app.ts';
import { asJob } from '../worker/worker.ts';

/** Time of the night of Saturday, June 13 in New York, and of the Monday after. */
export const saturday = (time: string) => new Date(`2026-06-13T${time}:00-04:00`);
export const minutesAfter = (from: Date, minutes: number) =>
  new Date(from.getTime() + minutes * 60_000);
export const hourMs = 3_600_000;
export const weekMs = 7 * 24 * hourMs;
export const tenPm = saturday('22:00');

/** Adds the sums of an hour as rollups. */
export async function addHour({ id }: TestUnit, start: Date, orders: number): Promise<void> {
  const sums = {
    price_cents: 900 * orders,
    fee_cents: 0,
    servings: orders,
    duration_ms: 0,
    timed_orders: 0,
    sales_cents: 900 * orders,
    tax_cents: 0,
    tip_cents: 0,
    refund_cents: 0,
  };
  await app.db
    .insertInto('sales_rollups')
    .values({ venue_id: owner.venueId, unit_id: id, grain: 'hour', bucket: start, orders, ...sums })
    .execute();
}

/** Sells as many an hour from 6 PM to 2 AM on the last eight such nights, and tonight until 10 PM. */
export async function addHistory(of: TestUnit, perHour: number, evening = saturday('18:00')) {
  for (let week = 0; week <= 8; week += 1) {
    const start = evening.getTime() - week * weekMs;
    for (let hour = 0; hour < (week === 0 ? 4 : 8); hour += 1)
      await addHour(of, new Date(start + hour * hourMs), perHour);
  }
}

export const beat = async ({ unitNumber, key }: TestUnit, at: Date, body: object = {}) => {
  app.setNow(at);
  const sent = await app.send('POST', `/api/units/${unitNumber}/heartbeat`, { token: key, body });
  expect(sent.status).toBe(200);
};
/** Sends heartbeats every minute from one time until another. */
export async function beats(of: TestUnit, from: Date, until: Date): Promise<void> {
  for (let at = from; at <= until; at = minutesAfter(at, 1)) await beat(of, at);
}
export const sell = async (of: TestUnit, at: Date, more: object = {}, received = at) => {
  app.setNow(received);
  const body = { date: at.getTime(), drinks: [{ drinkId: of.cubaLibre, ...more }] };
  const sold = await app.send('POST', '/api/orders', { token: of.key, body });
  expect(sold.status).toBe(201);
  return sold.body;
};
export const healthAt = async (at: Date) => {
  app.setNow(at);
  const path = `/api/venues/${owner.venueId}/health`;
  const { status, body } = await app.send('GET', path, { token: owner.token });
  expect(status).toBe(200);
  return body;
};
export const textsAt = async (at: Date): Promise<string[]> =>
  (await healthAt(at)).findings.map(({ text }: { text: string }) => text);
/** Minutes after a time at which there first is a finding, or null within so many. */
export async function firstFinding(from: Date, most: number): Promise<number | null> {
  for (let minutes = 0; minutes <= most; minutes += 1)
    if ((await textsAt(minutesAfter(from, minutes))).length > 0) return minutes;
  return null;
}

/** Signs in again, as sessions end by themselves. */
export const signInAt = async (at: Date): Promise<void> => {
  app.setNow(at);
  await signInAgain();
};
/** Adds a unit that exists since January. */
export const addUnit = async (): Promise<TestUnit> => {
  const added = await createUnit(app, owner);
  await existSinceJanuary(added);
  return added;
};
const existSinceJanuary = async ({ id }: TestUnit): Promise<void> => {
  const created_at = new Date('2026-01-05T12:00:00Z');
  await app.db.updateTable('units').set({ created_at }).where('id', '=', id).execute();
  const loaded = app.db.updateTable('stock_movements').set({ at: created_at });
  await loaded.where('unit_id', '=', id).execute();
};

/** Starts the app, and adds a venue for each test. */
export function withVenue(): void {
  beforeEach(async () => {
    app.setNow(saturday('12:00'));
    await app.db.deleteFrom('server_uptime').execute();
  });
  withApp({ owner: { each: 'Health' }, unit: 'each' });
  beforeEach(async () => {
    await existSinceJanuary(unit);
    const clock = { timezone: 'America/New_York', startsAt: '05:00' };
    expect((await send('PUT', `/api/venues/${owner.venueId}/clock`, clock)).status).toBe(200);
  });
}

// Test helpers: what causes alerts, the jobs that check for them, and what they send.

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

// Test fixture: sums of what a unit used and earned on nights of the past.

const servingMl = 45;

/** Adds pours of an ingredient in one hour. */
export async function addPours(
  { id }: TestUnit,
  ingredientId: string,
  start: Date,
  servings: number,
): Promise<void> {
  const ml = servings * servingMl;
  await app.db
    .insertInto('pour_sums')
    .values({
      venue_id: owner.venueId,
      unit_id: id,
      grain: 'hour',
      bucket: start,
      ingredient_id: ingredientId,
      position: 1,
      pours: servings,
      expected_ml: ml,
      poured_ml: ml,
      flow_ml: ml,
      flow_ms: 1000 * servings,
      empty: 0,
      blocked: 0,
      timeouts: 0,
      partials: 0,
      cancelled: 0,
    })
    .execute();
}

/** Adds sales of Cuba Libre at $9.00 in one hour. */
export async function addDrinks(of: TestUnit, start: Date, glasses: number): Promise<void> {
  await app.db
    .insertInto('drink_sums')
    .values({
      venue_id: owner.venueId,
      unit_id: of.id,
      grain: 'hour',
      bucket: start,
      drink_key: of.cubaLibre,
      is_double: false,
      name: 'Cuba Libre',
      glasses,
      poured_glasses: glasses,
      failed_glasses: 0,
      comp_glasses: 0,
      refunded_glasses: 0,
      sales_cents: 900 * glasses,
      list_cents: 900 * glasses,
    })
    .execute();
}

/**
 * Sells as many Cuba Libres an hour from 6 PM to 2 AM on the last Saturdays, and tonight until 9 PM.
 * @param weeks of the past
 */
export async function addNights(
  of: TestUnit,
  perHour: number,
  { weeks = 8, isMeasured = true }: { weeks?: number; isMeasured?: boolean } = {},
): Promise<void> {
  for (let week = 0; week <= weeks; week += 1) {
    for (let hour = 0; hour < (week === 0 ? 3 : 8); hour += 1) {
      const start = new Date(saturday('18:00').getTime() - week * weekMs + hour * hourMs);
      await addHour(of, start, perHour);
      await addDrinks(of, start, perHour);
      if (isMeasured) for (const id of [of.rum, of.cola]) await addPours(of, id, start, perHour);
    }
  }
}

// Test helpers: subscriptions to report mails, and the mails that the job of a time queues.

export const path = '/api/report-subscriptions';
const dayMs = 86_400_000;
/** An hour after Saturday's night has ended. */
export const sixAm = new Date('2026-06-14T06:00:00-04:00');
export const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * dayMs);

export let venueName: string;
/** A venue with a clock, whose owner has no subscription and no mail at the start of each test. */
export function withCloseOuts(): void {
  withVenue();
  beforeEach(async () => {
    const venue = app.db.selectFrom('venues').select('name').where('id', '=', owner.venueId);
    venueName = (await venue.executeTakeFirstOrThrow()).name;
    await app.db.deleteFrom('report_subscriptions').execute();
    await app.db.deleteFrom('messages').execute();
    await emptyQueue(app.db);
  });
}

export const subscribe = async (body: object = {}, token = owner.token) => {
  const created = await app.send('POST', path, {
    token,
    body: { venueId: owner.venueId, timezone: 'America/Chicago', ...body },
  });
  expect(created.status).toBe(201);
  return created.body;
};

/** Runs the job at a time, and returns the mails that it queued. */
export async function mailsAt(at: Date) {
  app.setNow(at);
  const before = await app.db.selectFrom('messages').select('id').execute();
  const { deps } = testOutbox(app);
  // As the worker does.
  await withoutTenant(() => sendCloseOuts(deps));
  const rows = await app.db.selectFrom('messages').selectAll().orderBy('id').execute();
  return rows.filter(({ id }) => before.every((known) => known.id !== id));
}

// Test helpers: a unit that tracks its stock, and refills of it.

/** A venue whose unit has inventory management. */
export function withRefills(): void {
  withVenue();
  beforeEach(() => trackStock(unit));
}

export const ninePm = saturday('21:00');
export const trackStock = (of: TestUnit) =>
  switchFlag(app.db, { venueId: owner.venueId, unitId: of.id }, 'general--inventory-management');

export async function level(position = 1): Promise<number | undefined> {
  const row = await app.db
    .selectFrom('unit_positions')
    .select('remaining_ml')
    .where('unit_id', '=', unit.id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.remaining_ml;
}

export const movements = async () =>
  (
    await app.db
      .selectFrom('stock_movements')
      .selectAll()
      .where('unit_id', '=', unit.id)
      .where('kind', '<>', 'loaded')
      .orderBy('number')
      .execute()
  ).map(
    (row) =>
      `${row.kind} ${row.position}: ${row.level_before_ml} > ${row.level_after_ml} at ${row.at.toISOString()}`,
  );

export const refillAt = async (at: Date, refills: object[]) => {
  app.setNow(at);
  return send('POST', `/api/units/${unit.unitNumber}/refills`, { refills });
};
export const rum = (more: object = {}) => ({
  key: 'a',
  position: 1,
  ingredientId: unit.rum,
  ...more,
});
export const resultsOf = ({ body }: { body: any }) => body.refills.map((one: any) => one.result);

/** Sells as many Cuba Libres, which take 45 ml of rum each. */
export const sellMany = async (count: number, at: Date) => {
  for (let nth = 0; nth < count; nth += 1) await sell(unit, at);
};
