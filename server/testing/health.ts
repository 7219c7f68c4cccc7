/** Test fixture: a venue in New York with a clock, one unit, and times of a Saturday night. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  addOwner,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';

export let app: TestApp;
export let owner: TestOwner;
export let unit: TestUnit;
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

export const send = (method: string, path: string, body?: object) =>
  app.send(method, path, { token: owner.token, body });
/** Signs in again, as sessions end by themselves. */
export const signInAt = async (at: Date): Promise<void> => {
  app.setNow(at);
  owner = { ...owner, token: await app.login(owner.email) };
};
/** Adds a unit that exists since January. */
export const addUnit = async (): Promise<TestUnit> => {
  const added = await createUnit(app, owner);
  const created_at = new Date('2026-01-05T12:00:00Z');
  await app.db.updateTable('units').set({ created_at }).where('id', '=', added.id).execute();
  const loaded = app.db.updateTable('stock_movements').set({ at: created_at });
  await loaded.where('unit_id', '=', added.id).execute();
  return added;
};

/** Starts the app, and adds a venue for each test. */
export function withVenue(): void {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.setNow(saturday('12:00'));
    await app.db.deleteFrom('server_uptime').execute();
    owner = await addOwner(app, `Health ${Math.random()}`);
    unit = await addUnit();
    const clock = { timezone: 'America/New_York', startsAt: '05:00' };
    expect((await send('PUT', `/api/venues/${owner.venueId}/clock`, clock)).status).toBe(200);
  });
}
