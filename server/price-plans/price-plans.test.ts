import { beforeEach, describe, expect, test } from 'vitest';
import { happyHour } from '../testing/places.ts';
import { app, owner, send, signInAgain, unit, withApp } from '../testing/with-app.ts';

/** A Friday evening in New York is 2026-06-12 from 21:00 in UTC on. */
const newYork = (time: string) => new Date(`2026-06-12T${time}-04:00`);
withApp({ owner: { each: 'Rooftop' }, unit: 'each', now: newYork('12:00:00') });

const plansPath = () => `/api/venues/${owner.venueId}/price-plans`;
const add = async (more: object = {}) => {
  const response = await send('POST', plansPath(), { ...happyHour, ...more });
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const change = async (id: string, more: object) => {
  const response = await send('PATCH', `${plansPath()}/${id}`, more);
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const setPrice = (price: number) => send('PUT', `/api/drinks/${unit.cubaLibre}`, { price });
const poll = () => send('GET', `/api/units/${unit.unitNumber}/menu`, undefined, unit.key);
const sell = (soldAt: string, price?: number) =>
  send(
    'POST',
    '/api/orders',
    {
      date: newYork(soldAt).toISOString(),
      drinks: [{ drinkId: unit.cubaLibre, ...(price !== undefined && { price }) }],
    },
    unit.key,
  );
const sold = (price: number) => ({ status: 201, body: { drinks: [{ price }] } });
const refused = { status: 400, body: { 'drinks.0.price': 'This is not the price on the menu' } };
const priceAt = async (at: string) => {
  const path = `/api/venues/${owner.venueId}/effective-prices?at=${newYork(at).getTime()}`;
  return (await send('GET', path)).body.drinks.find(
    ({ id }: { id: string }) => id === unit.cubaLibre,
  );
};

beforeEach(async () => {
  app.setNow(newYork('12:00:00'));
  await signInAgain();
  const clock = { timezone: 'America/New_York', startsAt: '05:00' };
  const { status, text } = await send('PUT', `/api/venues/${owner.venueId}/clock`, clock);
  expect(status, text).toBe(200);
});

describe('intake', () => {
  test('PRICE-01 from 17:00 to 19:00 a sale at 18:59:59.999 is reduced, and one at 19:00 is not', async () => {
    await add();
    await poll();
    app.setNow(newYork('21:00:00'));
    expect(await sell('16:59:59.999')).toMatchObject(sold(9));
    expect(await sell('17:00:00.000')).toMatchObject(sold(7.2));
    expect(await sell('18:59:59.999')).toMatchObject(sold(7.2));
    expect(await sell('19:00:00.000')).toMatchObject(sold(9));
  });

  test('PRICE-03 an offline unit that reads prices sells at the price of the plan, and its sales arrive later', async () => {
    await add();
    app.setNow(newYork('16:00:00'));
    const menu = await poll();
    expect(menu.body.prices[0]).toEqual({
      from: newYork('17:00:00').toISOString(),
      drinks: [{ id: unit.cubaLibre, price: 7.2 }],
    });
    app.setNow(newYork('21:00:00'));
    expect(await sell('17:30:00', 7.2)).toMatchObject(sold(7.2));
    expect(await sell('17:31:00')).toMatchObject(sold(7.2));
  });

  test('a plan that was ended while the unit was offline still counts for what the unit knew', async () => {
    const { id } = await add();
    app.setNow(newYork('16:00:00'));
    await poll();
    app.setNow(newYork('16:30:00'));
    await change(id, { state: 'ended' });
    app.setNow(newYork('21:00:00'));
    expect(await sell('17:30:00', 7.2)).toMatchObject(sold(7.2));
    expect(await sell('17:31:00', 9)).toMatchObject(sold(9));
    expect(await sell('17:32:00')).toMatchObject(sold(9));
    expect(await sell('17:33:00', 7.3)).toMatchObject(refused);
  });

  test('PRICE-04 a unit that does not read prices: the old price within the grace, later refused and kept', async () => {
    await add();
    app.setNow(newYork('16:55:00'));
    await poll();
    app.setNow(newYork('17:10:00'));
    const priced = { id: unit.cubaLibre, price: 7.2 };
    expect((await poll()).body.drinks).toContainEqual(expect.objectContaining(priced));
    expect(await sell('17:09:00', 9)).toMatchObject(sold(9));
    app.setNow(newYork('17:25:00'));
    await poll();
    expect(await sell('17:20:00', 9)).toMatchObject(refused);
    expect(await sell('17:21:00', 7.2)).toMatchObject(sold(7.2));
    const kept = await send('GET', `/api/venues/${owner.venueId}/refused-sales`);
    expect(kept.body).toHaveLength(1);
  });

  test('a refused sale is compared with the price of the plan at its time', async () => {
    await add();
    app.setNow(newYork('17:25:00'));
    await poll();
    expect(await sell('17:20:00', 5)).toMatchObject(refused);
    expect(await sell('16:20:00', 5)).toMatchObject(refused);
    const kept = await send('GET', `/api/venues/${owner.venueId}/refused-sales`);
    const listed = kept.body.map((sale: { soldAt: string; drinks: { listed: number }[] }) => [
      sale.soldAt,
      sale.drinks[0]?.listed,
    ]);
    expect(Object.fromEntries(listed)).toEqual({
      [newYork('17:20:00').toISOString()]: 7.2,
      [newYork('16:20:00').toISOString()]: 9,
    });
  });

  test('an offline unit that does not read prices sells at the price that it knew', async () => {
    await add();
    app.setNow(newYork('16:00:00'));
    await poll();
    app.setNow(newYork('21:00:00'));
    expect(await sell('17:30:00', 9)).toMatchObject(sold(9));
  });

  test('a late sale has the plan of its time, whatever became of it', async () => {
    app.setNow(newYork('17:00:00'));
    const { id } = await add();
    app.setNow(newYork('18:00:00'));
    await change(id, { change: { operation: 'set', by: 5 } });
    app.setNow(newYork('18:30:00'));
    expect((await send('DELETE', `${plansPath()}/${id}`)).status).toBe(200);
    app.setNow(newYork('23:00:00'));
    expect(await sell('17:30:00')).toMatchObject(sold(7.2));
    expect(await sell('18:15:00')).toMatchObject(sold(5));
    expect(await sell('18:45:00')).toMatchObject(sold(9));
  });

  test('PRICE-08 what was sold stays as it was charged when plans come and go', async () => {
    app.setNow(newYork('17:30:00'));
    await poll();
    await sell('17:29:00');
    const day = Date.UTC(2026, 5, 12);
    const report = `/api/orders/sales/report?venueId=${owner.venueId}&startDate=${day}&endDate=${day + 86_400_000}`;
    const before = (await send('GET', report)).text;
    const { id } = await add();
    expect((await send('GET', report)).text).toBe(before);
    await change(id, { state: 'ended' });
    await send('DELETE', `${plansPath()}/${id}`);
    expect((await send('GET', report)).text).toBe(before);
  });

  test('PRICE-08 a plan that has begun is changed, and its past sales and reports stay', async () => {
    const { id } = await add();
    app.setNow(newYork('18:00:00'));
    expect(await sell('17:30:00')).toMatchObject(sold(7.2));
    const day = Date.UTC(2026, 5, 12);
    const report = `/api/orders/sales/report?venueId=${owner.venueId}&startDate=${day}&endDate=${day + 86_400_000}`;
    const before = (await send('GET', report)).text;
    const half = { operation: 'percent', by: -50 };
    const times = { ...happyHour.times, from: '16:00' };
    expect(await change(id, { name: 'Half price', times, change: half })).toMatchObject({
      when: 'Every day, 4:00 PM to 7:00 PM',
      text: '−50%',
      isInForce: true,
    });
    expect((await send('GET', report)).text).toBe(before);
    app.setNow(newYork('18:40:00'));
    expect(await sell('16:30:00')).toMatchObject(sold(9));
    expect(await sell('17:31:00')).toMatchObject(sold(7.2));
    expect(await sell('18:20:00')).toMatchObject(sold(4.5));
  });

  test('a price of 0.00 by a plan is a comp, and the price before it is stored', async () => {
    await add({ change: { operation: 'set', by: 0 } });
    app.setNow(newYork('18:00:00'));
    const { body } = await sell('17:59:00', 0);
    const line = await app.db
      .selectFrom('ordered_drinks')
      .select(['price_cents', 'list_price_cents'])
      .where('venue_id', '=', owner.venueId)
      .where('order_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ price_cents: 0, list_price_cents: 900 });
    const day = Date.UTC(2026, 5, 12);
    const csv = `/api/orders/sales/report.csv?venueId=${owner.venueId}&startDate=${day}&endDate=${day + 86_400_000}`;
    expect((await send('GET', csv)).text).toContain('comp');
  });

  test('a new unit of the venue follows its plans at once', async () => {
    await add();
    app.setNow(newYork('18:00:00'));
    const other = await send('POST', `/api/units/${owner.venueId}`, {});
    expect(other.status, other.text).toBeLessThan(300);
    await setPrice(10);
    expect(await sell('18:00:00')).toMatchObject(sold(8));
  });

  test('when the clock of the venue changes, plans go by the new one', async () => {
    await add();
    app.setNow(newYork('17:30:00'));
    expect(await sell('17:30:00')).toMatchObject(sold(7.2));
    const clock = { timezone: 'America/Chicago', startsAt: '05:00' };
    await send('PUT', `/api/venues/${owner.venueId}/clock`, clock);
    expect(await sell('17:30:00')).toMatchObject(sold(9));
  });
});

describe('plans', () => {
  test('a preview has each price before and after, and stores nothing', async () => {
    const preview = await add({ preview: true });
    expect(preview).toEqual({
      id: null,
      when: 'Every day, 5:00 PM to 7:00 PM',
      text: '−20%',
      drinks: [expect.objectContaining({ id: unit.cubaLibre, was: 9, is: 7.2 })],
      conflicts: [],
    });
    expect((await send('GET', plansPath())).body).toEqual([]);
  });

  test('PRICE-05 a preview names the plans that are in force at the same time, and which of them counts', async () => {
    const { id } = await add();
    await add({ name: 'Wine', categories: ['Wine'] });
    const dearer = { change: { operation: 'amount', by: 1 }, preview: true };
    const times = { ...happyHour.times, from: '18:00', until: '20:00' };
    const conflict = { id, name: 'Happy hour', at: newYork('18:00:00').toISOString(), drinks: 1 };
    expect((await add({ ...dearer, times })).conflicts).toEqual([{ ...conflict, lost: 1 }]);
    expect((await add({ ...dearer, times, priority: 1 })).conflicts).toEqual([
      { ...conflict, lost: 0 },
    ]);
    const later = { ...happyHour.times, from: '19:00', until: '20:00' };
    expect((await add({ ...dearer, times: later })).conflicts).toEqual([]);
    await add({ ...dearer, times, preview: false, priority: 1 });
    expect(await priceAt('18:30:00')).toMatchObject({ base: 9, price: 10, plan: 'Happy hour' });
  });

  test('a draft sets no price until it is started, and an ended plan can be started again', async () => {
    const { id } = await add({ state: 'draft' });
    expect(await priceAt('18:00:00')).toMatchObject({ price: 9, plan: null });
    expect(await change(id, { state: 'active' })).toMatchObject({ isInForce: false });
    expect(await priceAt('18:00:00')).toMatchObject({ price: 7.2, plan: 'Happy hour' });
    await change(id, { state: 'ended' });
    expect(await priceAt('18:00:00')).toMatchObject({ price: 9 });
    await change(id, { state: 'active' });
    expect(await priceAt('18:00:00')).toMatchObject({ price: 7.2 });
  });

  test('a change is logged for the units of the plan that there are, and one that changes nothing is not', async () => {
    const other = await send('POST', `/api/units/${owner.venueId}`, {});
    const gone = await send('POST', `/api/units/${owner.venueId}`, {});
    expect((await send('DELETE', `/api/units/${gone.body.unitNumber}`)).status).toBe(200);
    const menuChanges = async () => {
      const rows = await app.db
        .selectFrom('changes')
        .select('unit_id')
        .where('venue_id', '=', owner.venueId)
        .where('kind', '=', 'menu')
        .execute();
      const of = (id: string) => rows.filter(({ unit_id }) => unit_id === id).length;
      return [of(unit.id), of(other.body._id), of(gone.body._id)];
    };
    const logged = async (action: () => Promise<unknown>) => {
      const before = await menuChanges();
      await action();
      return (await menuChanges()).map((count, nth) => count - (before[nth] ?? 0));
    };
    let id = '';
    const unitIds = [gone.body._id, unit.id];
    expect(await logged(async () => ({ id } = await add({ unitIds })))).toEqual([1, 0, 0]);
    const audited = async () => {
      const { body } = await send('GET', '/api/audit');
      const actions = body.entries.map(({ action }: { action: string }) => action);
      return actions.filter((action: string) => action === 'price_plan.updated').length;
    };
    const same = { unitIds: unitIds.toReversed(), times: { ...happyHour.times, firstDay: null } };
    for (const none of [{}, { ...happyHour }, same, { priority: 0, state: 'active' }])
      expect(await logged(() => change(id, none))).toEqual([0, 0, 0]);
    expect(await audited()).toBe(0);
    expect(await logged(() => change(id, { name: 'Cheap hour' }))).toEqual([0, 0, 0]);
    expect(await audited()).toBe(1);
    expect(await logged(() => change(id, { unitIds: [other.body._id] }))).toEqual([1, 1, 0]);
    expect(await logged(() => change(id, { unitIds: [] }))).toEqual([1, 1, 0]);
    expect(await logged(() => change(id, { state: 'ended' }))).toEqual([1, 1, 0]);
    expect(await logged(() => change(id, { priority: 3 }))).toEqual([0, 0, 0]);
    expect(await logged(() => send('DELETE', `${plansPath()}/${id}`))).toEqual([0, 0, 0]);
  });

  test('a change to a price that is too high is refused', async () => {
    const { id } = await add();
    const refusal = await send('PATCH', `${plansPath()}/${id}`, {
      change: { operation: 'amount', by: 100_000 },
    });
    expect(refusal.status).toBe(400);
    expect(Object.keys(refusal.body)).toEqual(['change']);
  });

  test('a plan for other units, drinks or categories leaves a drink as it is', async () => {
    const other = await send('POST', `/api/units/${owner.venueId}`, {});
    await add({ unitIds: [other.body._id] });
    await add({ categories: ['Beer'] });
    expect(await priceAt('18:00:00')).toMatchObject({ price: 9 });
    await add({ drinkIds: [unit.cubaLibre.toUpperCase()], categories: ['Liquor'] });
    expect(await priceAt('18:00:00')).toMatchObject({ price: 7.2 });
  });

  test.each([
    [{ times: { ...happyHour.times, weekdays: [] } }, 'times.weekdays'],
    [{ times: { ...happyHour.times, from: '25:00' } }, 'times.from'],
    [
      { times: { repeats: 'once', from: '2026-12-31T20:00', until: '2026-12-31T20:00' } },
      'times.until',
    ],
    [
      { times: { repeats: 'once', from: '2026-02-30T20:00', until: '2026-12-31T20:00' } },
      'times.from',
    ],
    [{ name: ' ' }, 'name'],
    [{ change: { operation: 'set', by: 100_000 + 1 } }, 'change.by'],
  ])('refuses %j', async (more, field) => {
    const response = await send('POST', plansPath(), { ...happyHour, ...more });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body)).toEqual([field]);
  });

  test('an active plan needs a clock, and drinks of its venue', async () => {
    const { body } = await send('POST', '/api/users/venues', { name: 'Second Bar' });
    const path = `/api/venues/${body.id}/price-plans`;
    expect(await send('POST', path, happyHour)).toMatchObject({
      status: 409,
      body: { times: 'Set the clock of the venue first: plans go by it' },
    });
    const foreign = { ...happyHour, state: 'draft', drinkIds: [unit.cubaLibre] };
    expect((await send('POST', path, foreign)).status).toBe(404);
  });

  test('prices of the past are not asked for', async () => {
    const path = `/api/venues/${owner.venueId}/effective-prices?at=${newYork('09:00:00').getTime()}`;
    expect((await send('GET', path)).status).toBe(400);
  });
});
