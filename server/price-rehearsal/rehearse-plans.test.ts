import { beforeEach, expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { happyHour } from '../testing/places.ts';
import { app, owner, signInAgain, unit, withApp } from '../testing/with-app.ts';

const hourMs = 3_600_000;
/** In New York, the 28 nights before are 2026-10-13 to 2026-11-09: clocks are put back on November 1. */
const noon = Date.parse('2026-11-10T12:00:00-05:00');
const longBefore = Date.parse('2026-09-01T12:00:00-04:00');
withApp({ owner: { each: 'Rooftop' }, unit: 'each', now: new Date(longBefore) });

const goOnAt = async (ms: number): Promise<void> => {
  app.setNow(new Date(ms));
  await signInAgain();
};
const send = async (method: string, path: string, body: object, token = owner.token) => {
  const response = await app.send(method, path, { token, body });
  expect(response.status, response.text).toBeLessThan(300);
  return response.body;
};
const sell = (at: string | number, line: object = {}) =>
  send(
    'POST',
    '/api/orders',
    {
      date: new Date(at).toISOString(),
      drinks: [{ drinkId: unit.cubaLibre, ...line }],
    },
    unit.key,
  );
const rehearse = (plan: object, more: object = {}) =>
  send('POST', `/api/venues/${owner.venueId}/price-rehearsal`, { plan, ...more });
const addPlan = (more: object = {}) =>
  send('POST', `/api/venues/${owner.venueId}/price-plans`, { ...happyHour, ...more });
const { times, change } = happyHour;

beforeEach(async () => {
  await goOnAt(longBefore);
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  await send('PUT', `/api/venues/${owner.venueId}/clock`, clock);
});

/** Sold glasses with what the clock in New York showed, as they are stored. */
async function soldLines() {
  const rows = await app.db
    .selectFrom('ordered_drinks as line')
    .innerJoin('orders as sale', (join) =>
      join.onRef('sale.venue_id', '=', 'line.venue_id').onRef('sale.id', '=', 'line.order_id'),
    )
    .select(['sale.sold_at', 'line.price_cents', 'line.success_quantity'])
    .where('line.venue_id', '=', owner.venueId)
    .execute();
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return rows.map((row) => ({
    cents: row.price_cents,
    glasses: row.success_quantity,
    hour: Number(clock.format(row.sold_at)),
  }));
}

test('REH-03 of a happy hour from 5 to 7, only glasses of these readings of the clock move', async () => {
  const random = seededRandom(5);
  await goOnAt(noon);
  const first = Date.parse('2026-10-13T05:00:00-04:00');
  const last = Date.parse('2026-11-10T05:00:00-05:00') - 1;
  for (let nth = 0; nth < 60; nth += 1) {
    const quantity = 1 + Math.floor(random() * 3);
    await sell(first + Math.floor(random() * (last - first)), { quantity });
  }
  const day = ['2026-10-31', '2026-11-01'];
  for (const [nth, offset] of ['-04:00', '-05:00'].entries()) {
    for (const at of ['16:59:59.999', '17:00:00.000', '18:59:59.999', '19:00:00.000'])
      await sell(`${day[nth]}T${at}${offset}`);
  }
  const lines = (await soldLines()).filter(({ hour }) => hour === 17 || hour === 18);
  const glasses = lines.reduce((sum, line) => sum + line.glasses, 0);
  const cents = lines.reduce((sum, line) => sum + line.glasses * line.cents, 0);
  const after = lines.reduce((sum, line) => sum + line.glasses * Math.round(line.cents * 0.8), 0);
  expect(glasses).toBeGreaterThan(4);
  expect(await rehearse({ times, change })).toEqual({
    from: '2026-10-13',
    to: '2026-11-09',
    glasses,
    before: cents / 100,
    after: after / 100,
    change: (after - cents) / 100,
    breakEven: 0,
    isOfMargin: false,
    isEnough: glasses >= 20,
    added: [],
    pastChange: null,
  });
});

test('REH-03 an hour that the clock shows twice counts both times', async () => {
  await goOnAt(noon);
  await sell('2026-11-01T01:30:00-04:00');
  await sell('2026-11-01T01:30:00-05:00');
  await sell('2026-11-01T02:00:00-05:00');
  const night = { ...times, weekdays: [6], from: '01:00', until: '02:00' };
  expect(await rehearse({ times: night, change })).toMatchObject({ glasses: 2, before: 18 });
});

test('REH-01 a plan that is stored as it is rehearsed changes nothing', async () => {
  const { id } = await addPlan();
  await goOnAt(noon);
  await sell('2026-11-09T18:00:00-05:00');
  await sell('2026-11-09T19:00:00-05:00');
  const plan = { times, change, id };
  expect(await rehearse(plan)).toMatchObject({ glasses: 1, before: 7.2, after: 7.2, change: 0 });
  expect(await rehearse({ ...plan, change: { operation: 'percent', by: -10 } })).toMatchObject({
    before: 7.2,
    after: 8.1,
  });
});

test('REH-02 other plans of the time count as they did, by priority and price', async () => {
  const { id } = await addPlan({ times: { ...times, from: '18:00', until: '20:00' } });
  await goOnAt(noon);
  for (const hour of [17, 18, 19]) await sell(`2026-11-09T${hour}:00:00-05:00`);
  await sell('2026-11-08T18:30:00-05:00', { quantity: 2 });
  await send('PATCH', `/api/venues/${owner.venueId}/price-plans/${id}`, { state: 'ended' });
  const dearer = { times, change: { operation: 'amount', by: 1 } };
  expect(await rehearse(dearer)).toMatchObject({ glasses: 4, before: 30.6, after: 31.6 });
  expect(await rehearse({ ...dearer, priority: 1 })).toMatchObject({ before: 30.6, after: 40 });
});

test('the days of a plan are of the time to come, and do not count', async () => {
  await goOnAt(noon);
  await sell('2026-11-09T18:00:00-05:00');
  const next = { ...times, firstDay: '2026-12-01', lastDay: '2026-12-31' };
  expect(await rehearse({ times: next, change })).toMatchObject({ glasses: 1 });
});

test('REH-04 only drinks and units of the plan move, and no refunded and free ones', async () => {
  await goOnAt(noon);
  const { id } = await sell(noon - 18 * hourMs);
  await sell(noon - 18 * hourMs, { quantity: 2, successQuantity: 1 });
  await app.send('GET', `/api/orders/${id}/refund?drinkIndexes=0`, { token: owner.token });
  expect(await rehearse({ times, change })).toMatchObject({ glasses: 1, before: 9, after: 7.2 });
  expect(await rehearse({ times, change, categories: ['Wine'] })).toMatchObject({ glasses: 0 });
  const other = await send('POST', `/api/units/${owner.venueId}`, {});
  expect(await rehearse({ times, change, unitIds: [other._id] })).toMatchObject({ glasses: 0 });
  const free = { times, change: { operation: 'set', by: 0 } };
  expect(await rehearse(free)).toMatchObject({ glasses: 1, before: 9, after: 0 });
});

test('either a plan or a change of drinks is rehearsed', async () => {
  const path = `/api/venues/${owner.venueId}/price-rehearsal`;
  const refuse = (body: object) => app.send('POST', path, { token: owner.token, body });
  const message = 'Choose a change, or a price for each drink';
  const both = { plan: { times, change }, drinks: [{ id: unit.cubaLibre }] };
  for (const body of [both, {}, { drinks: [{ id: unit.cubaLibre }] }])
    expect(await refuse(body)).toMatchObject({ status: 400, body: { change: message } });
  const foreign = { plan: { times, change, drinkIds: [owner.venueId] } };
  expect((await refuse(foreign)).status).toBe(404);
});
