import { expect, test } from 'vitest';
import { app, owner, send, withApp } from '../testing/with-app.ts';
import { createUnit, type TestUnit } from '../testing/app.ts';
import { happyHour } from '../testing/places.ts';
import { switchFlag } from '../testing/stock.ts';
import { sumSales } from '../sums/sum-sales.ts';
import { listChanges } from './changes.queries.ts';
import { sweepChanges } from './sweep-changes.ts';

withApp({ owner: 'Rooftop' });

const refOf = (unit: TestUnit) => ({ venue_id: owner.venueId, id: unit.id });
const read = (unit: TestUnit, after = 0) => listChanges(app.db, refOf(unit), { after, size: 1000 });
const kinds = async (unit: TestUnit) => (await read(unit)).map(({ kind }) => kind);

async function newUnit(): Promise<TestUnit> {
  const unit = await createUnit(app, owner);
  const at = { venueId: owner.venueId, unitId: unit.id };
  await switchFlag(app.db, at, 'general--inventory-management');
  return unit;
}
const sell = async (unit: TestUnit, drink: object = { drinkId: unit.cubaLibre }) =>
  (await send('POST', '/api/orders', { drinks: [drink] }, unit.key)).body.id;
const refund = (orderId: string) => send('GET', `/api/orders/${orderId}/refund?drinkIndexes=0`);
const restore = (unit: TestUnit) =>
  send('POST', `/api/ingredients/${unit.unitNumber}/restore/${unit.rum}`, {
    venueName: 'Rooftop Bar',
  });

test('BASE-01 16 connections on 8 units: numbers without gaps, each seen once by a reader', async () => {
  const units: TestUnit[] = [];
  for (let nth = 0; nth < 8; nth += 1) units.push(await newUnit());
  const seen = new Map(units.map((unit) => [unit, [] as number[]]));
  const work = units.flatMap((unit) =>
    [1, 2].map(async () => {
      for (let nth = 0; nth < 5; nth += 1) {
        const orderId = await sell(unit);
        expect((await refund(orderId)).status).toBe(200);
        expect((await restore(unit)).status).toBe(200);
      }
    }),
  );
  const selling = new AbortController();
  const poll = async (unit: TestUnit) => {
    const numbers = seen.get(unit) ?? [];
    const changes = await read(unit, numbers.at(-1) ?? 0);
    numbers.push(...changes.map(({ number }) => number));
  };
  const reader = (async () => {
    while (!selling.signal.aborted) for (const unit of units) await poll(unit);
  })();
  const done = await Promise.allSettled(work);
  selling.abort();
  await reader;
  expect(done.map(({ status }) => status)).not.toContain('rejected');
  for (const unit of units) {
    await poll(unit);
    const count = (await read(unit)).length;
    // Two workers of five rounds: a sale, a refund that is requested and given back in cash, and a refill each.
    expect(count).toBeGreaterThanOrEqual(40);
    expect(seen.get(unit)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  }
});

test('logs sales, corrections, refunds, stock, menu and refused sales', async () => {
  const unit = await newUnit();
  const { length: before } = await read(unit);
  const orderId = await sell(unit);
  await send('PUT', `/api/orders/${orderId}`, { duration: 1000 }, unit.key);
  await refund(orderId);
  await restore(unit);
  await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: 10 });
  await sell(unit, { drinkId: unit.cubaLibre, price: 1 });
  const changes = (await read(unit)).slice(before);
  expect(changes.map(({ kind }) => kind)).toEqual([
    'sale',
    'correction',
    'refund_requested',
    'refund_settled',
    'stock',
    'menu',
    'refused',
  ]);
  expect(changes.slice(0, 4).map(({ order_id }) => order_id)).toEqual(Array(4).fill(orderId));
  expect(changes[3]).toMatchObject({ drink_index: 0 });
});

test('a plan that starts, changes or ends is a change of the menu, and a draft is none', async () => {
  const unit = await newUnit();
  const { length: before } = await read(unit);
  const venue = `/api/venues/${owner.venueId}`;
  await send('PUT', `${venue}/clock`, { timezone: 'America/New_York', startsAt: '05:00' });
  const path = `${venue}/price-plans`;
  const draft = (await send('POST', path, { ...happyHour, state: 'draft' })).body;
  const { id } = (await send('POST', path, happyHour)).body;
  expect((await read(unit)).slice(before).map(({ kind }) => kind)).toEqual(['menu']);
  await send('PATCH', `${path}/${id}`, { state: 'ended' });
  await send('DELETE', `${path}/${draft.id}`);
  const changes = (await read(unit)).slice(before);
  expect(changes.map(({ kind }) => kind)).toEqual(['menu', 'menu']);
});

test('what is refused, rolled back or repeated logs nothing', async () => {
  const unit = await newUnit();
  const body = { id: `once ${unit.id}`, drinks: [{ drinkId: unit.cubaLibre }] };
  const before = await kinds(unit);
  for (const status of [201, 200, 200])
    expect((await send('POST', '/api/orders', body, unit.key)).status).toBe(status);
  expect((await send('PUT', `/api/drinks/${unit.cubaLibre}`, { price: -1 })).status).toBe(400);
  expect(await kinds(unit)).toEqual([...before, 'sale']);
});

test('changes are kept for 35 days, and numbers go on', async () => {
  const unit = await newUnit();
  const now = new Date();
  await sell(unit);
  const { length: count } = await read(unit);
  app.setNow(new Date(now.getTime() + 36 * 86_400_000));
  await sumSales({ db: app.db });
  await sweepChanges({ db: app.db, now: app.deps.now });
  expect(await read(unit)).toEqual([]);
  await sell(unit);
  expect(await read(unit)).toMatchObject([{ number: count + 1, kind: 'sale' }]);
});

test('more old changes than one batch are deleted, and newer ones kept', async () => {
  const unit = await newUnit();
  app.setNow(new Date());
  await sell(unit);
  const kept = await kinds(unit);
  await app.pool.query(
    `with state as (
       update unit_state set last_number = last_number + 5001 where unit_id = $1 returning *)
     insert into changes (venue_id, unit_id, number, at, kind)
     select venue_id, unit_id, last_number - 5001 + n, now() - interval '36 days', 'menu'
     from state, generate_series(1, 5001) as n`,
    [unit.id],
  );
  await sumSales({ db: app.db });
  await sweepChanges({ db: app.db, now: app.deps.now });
  expect(await kinds(unit)).toEqual(kept);
});
