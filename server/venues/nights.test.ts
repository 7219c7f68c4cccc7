import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { testOutbox } from '../testing/services/messages.ts';
import { app, withApp } from '../testing/with-app.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  type TestOwner,
  type TestUnit,
} from '../testing/app.ts';

let owner: TestOwner;
let unit: TestUnit;
let admin: string;
const present = new Date('2026-06-16T02:00:00Z');

withApp();
beforeAll(async () => {
  admin = await addSuperAdmin(app);
});
beforeEach(async () => {
  app.setNow(present);
  owner = await addOwner(app, `Rooftop ${Math.random()}`);
  unit = await createUnit(app, owner);
});

const at = (path: string) => `/api/venues/${owner.venueId}/${path}`;
const get = (path: string, token = owner.token) => app.send('GET', at(path), { token });
const put = (path: string, body: object, token = owner.token) =>
  app.send('PUT', at(path), { token, body });
const newYork = { timezone: 'America/New_York', startsAt: '05:00' };
const sell = async (date: string) => {
  const body = { date, drinks: [{ drinkId: unit.cubaLibre }] };
  expect((await app.send('POST', '/api/orders', { token: unit.key, body })).status).toBe(201);
};
const nights = async (from: string, to = from): Promise<any[]> =>
  (await get(`nights?from=${from}&to=${to}`)).body;
const rangeOf = async (from: string, to = from) => {
  const found = await nights(from, to);
  const endDate = Date.parse(found.at(-1).end) - 1;
  return { venueId: owner.venueId, startDate: Date.parse(found[0].start), endDate };
};
const report = async (from: string, to = from) => {
  const { startDate, endDate } = await rangeOf(from, to);
  const query = `venueId=${owner.venueId}&startDate=${startDate}&endDate=${endDate}`;
  return (await app.send('GET', `/api/orders/sales/report?${query}`, { token: owner.token })).body;
};
const auditOf = (action: 'venue.clock_updated' | 'venue.night_updated' | 'venue.hours_updated') =>
  app.db
    .selectFrom('audit')
    .select(['old_value', 'new_value'])
    .where('on_behalf_of', '=', owner.userId)
    .where('action', '=', action)
    .orderBy('at')
    .execute();

describe('a venue with a clock', () => {
  test('DAY-01 sells on Friday until 4:59:59.999 of Saturday, in the report, the CSV, the overview and the mail', async () => {
    app.setNow(new Date('2026-06-13T09:30:00Z'));
    await put('clock', newYork);
    for (const date of ['2026-06-13T08:59:59.999Z', '2026-06-13T09:00:00.000Z']) await sell(date);
    const [friday, saturday] = [await report('2026-06-12'), await report('2026-06-13')];
    const soldAt = (body: any) => body.sales.map((sale: any) => sale.date);
    expect([soldAt(friday), soldAt(saturday)]).toEqual([
      ['2026-06-13T08:59:59.999Z'],
      ['2026-06-13T09:00:00.000Z'],
    ]);

    const body = { ...(await rangeOf('2026-06-12')), timezone: newYork.timezone };
    const { venueId, startDate, endDate, timezone } = body;
    const query = `venueId=${venueId}&startDate=${startDate}&endDate=${endDate}&timezone=${timezone}`;
    const csv = await app.send('GET', `/api/orders/sales/report.csv?${query}`, {
      token: owner.token,
    });
    expect(csv.headers['content-disposition']).toContain('sales-2026-06-12-2026-06-12.csv');
    expect(csv.text).toContain(',2026-06-13,04:59:59,');
    expect(csv.text).not.toContain(',05:00:00,');

    expect(
      (await app.send('POST', '/api/reports/sales/mail', { token: owner.token, body })).status,
    ).toBe(202);
    const { mails, runAll } = testOutbox(app);
    await runAll();
    expect(mails.at(-1)).toMatchObject({
      subject: 'Report acitivty from 2026-06-12 to 2026-06-12',
      attachment: { name: 'sales-2026-06-12-2026-06-12.csv' },
    });

    const overview = (await get('overview?timezone=Asia/Tokyo')).body;
    expect(overview).toMatchObject({
      day: '2026-06-13',
      orders: 1,
      night: {
        day: '2026-06-13',
        start: '2026-06-13T09:00:00.000Z',
        end: '2026-06-14T09:00:00.000Z',
        hours: 24,
        timezone: 'America/New_York',
        running: true,
      },
    });
  });

  test('DAY-04 keeps the figures of nights that have passed when its zone changes', async () => {
    await app.send('PUT', at('clock'), { token: admin, body: { ...newYork, from: '2026-06-01' } });
    for (const date of [
      '2026-06-14T09:00:00Z',
      '2026-06-15T08:59:59Z',
      '2026-06-15T09:10:00Z',
      '2026-06-15T13:00:00Z',
    ])
      await sell(date);
    const before = await report('2026-06-08', '2026-06-14');
    // It is Monday evening in New York.
    const changed = await put('clock', { timezone: 'America/Chicago', startsAt: '05:30' });
    expect(changed.body.clock).toEqual({
      timezone: 'America/Chicago',
      startsAt: '05:30',
      from: '2026-06-15',
    });
    expect(changed.body.history).toHaveLength(2);
    expect(await report('2026-06-08', '2026-06-14')).toEqual(before);
    expect((await report('2026-06-15')).sales).toHaveLength(2);
    expect(await nights('2026-06-14', '2026-06-15')).toMatchObject([
      { end: '2026-06-15T09:00:00.000Z', hours: 24, note: 'The clock changed' },
      { start: '2026-06-15T09:00:00.000Z', end: '2026-06-16T10:30:00.000Z', running: true },
    ]);
    expect(await auditOf('venue.clock_updated')).toContainEqual({
      old_value: newYork,
      new_value: { timezone: 'America/Chicago', startsAt: '05:30', fromDay: '2026-06-15' },
    });
  });

  test('DAY-08 moves exactly the sales of a night that ended at 06:30', async () => {
    await put('clock', newYork);
    await sell('2026-06-13T10:29:59.999Z');
    await sell('2026-06-13T10:30:00.000Z');
    const count = async (day: string) => (await report(day)).pagination.total;
    expect([await count('2026-06-12'), await count('2026-06-13')]).toEqual([0, 2]);
    const body = { endsAt: '2026-06-13T10:30:00Z', special: true, note: 'Jazz festival' };
    const ended = await put('nights/2026-06-12', body);
    expect(ended.body).toMatchObject({ hours: 25.5, special: true, note: 'Jazz festival' });
    expect([await count('2026-06-12'), await count('2026-06-13')]).toEqual([1, 1]);
    expect(await nights('2026-06-13')).toMatchObject([{ start: '2026-06-13T10:30:00.000Z' }]);
    expect((await get('clock')).body.ends).toEqual([
      { day: '2026-06-12', endsAt: '2026-06-13T10:30:00.000Z' },
    ]);
    expect((await put('nights/2026-06-12', { endsAt: '2026-06-14T22:00:00Z' })).body).toEqual({
      endsAt: 'This night can end from Jun 12, 2026, 6:00 AM EDT to Jun 13, 2026, 5:00 PM EDT',
    });
    expect((await put('nights/2026-06-12', { endsAt: null })).body).toMatchObject({ hours: 24 });
    expect(await auditOf('venue.night_updated')).toHaveLength(2);
  });

  test('is changed from tonight on, from a later night, and by super admins from an earlier one', async () => {
    expect((await put('clock', newYork)).body.clock.from).toBe('2026-06-15');
    const past = { ...newYork, startsAt: '06:00', from: '2026-06-14' };
    const refused = await put('clock', past);
    expect([refused.status, refused.body]).toEqual([
      403,
      { from: 'Only super administrators may change nights that have passed' },
    ]);
    expect((await put('clock', past, admin)).status).toBe(200);
    const ahead = { ...newYork, timezone: 'America/Chicago', from: '2026-06-20' };
    expect((await put('clock', ahead)).body).toMatchObject({
      clock: { from: '2026-06-15' },
      history: [{ from: '2026-06-14' }, { from: '2026-06-15' }, { from: '2026-06-20' }],
    });
    expect((await put('clock', { ...newYork, from: '2028-06-20' })).status).toBe(400);
  });

  test.each([
    [{ ...newYork, timezone: 'Mars/Olympus' }, { timezone: 'Unknown timezone' }],
    [{ ...newYork, startsAt: '05:15' }, { startsAt: 'Choose a half hour from midnight to noon' }],
    [{ ...newYork, from: '2026-02-30' }, { from: 'Use a date such as 2026-11-01' }],
  ])('refuses %j', async (body, fields) => {
    const refused = await put('clock', body);
    expect([refused.status, refused.body]).toEqual([400, fields]);
  });
});

test('the first clock keeps the nights that have passed also when it is set again on its first day', async () => {
  await sell('2026-06-13T08:30:00Z');
  expect((await put('clock', newYork)).status).toBe(200);
  const before = await nights('2026-06-10', '2026-06-13');
  const chicago = { timezone: 'America/Chicago', startsAt: '06:00' };
  expect((await put('clock', chicago)).body).toMatchObject({
    clock: chicago,
    history: [newYork, chicago],
  });
  expect((await put('clock', { ...chicago, startsAt: '07:00' })).body.history).toHaveLength(2);
  expect(await nights('2026-06-10', '2026-06-13')).toEqual(before);
});

test('hours of a venue without a clock are in the zone that is named, or in UTC', async () => {
  await sell('2026-06-14T20:00:00Z');
  const hours = async (query: string) => {
    const { body } = await get(`clock${query}`);
    return [
      body.hoursIn,
      body.ordersByHour.findIndex((count: number) => count > 0),
      body.suggestion,
    ];
  };
  expect(await hours('')).toEqual(['UTC', 20, null]);
  expect(await hours('?timezone=America/New_York')).toEqual(['America/New_York', 16, null]);
  expect((await get('clock?timezone=Mars')).status).toBe(400);
});

test('DAY-06 a venue without a clock has no nights, and its overview is of the calendar day', async () => {
  await sell('2026-06-16T01:00:00Z');
  expect((await get('clock?timezone=America/New_York')).body).toMatchObject({
    clock: null,
    history: [],
    tonight: null,
    suggestion: null,
  });
  expect(await nights('2026-06-01', '2026-06-30')).toEqual([]);
  expect((await put('nights/2026-06-12', { closed: true })).status).toBe(409);
  expect((await get('overview?timezone=America/New_York')).body).toMatchObject({
    day: '2026-06-15',
    night: null,
    orders: 1,
  });
});

test('DAY-07 a bar that sells past midnight is suggested a start, from its sums by hour', async () => {
  for (const hour of [23, 24, 25, 26]) {
    await sell(new Date(Date.UTC(2026, 5, 12, hour + 4, 30)).toISOString());
  }
  const { body } = await get('clock?timezone=America/New_York');
  expect(body.suggestion).toBe('05:00');
  expect(body.ordersByHour.map((count: number, hour: number) => (count > 0 ? hour : -1))).toEqual(
    Array.from({ length: 24 }, (_, hour) => ([23, 0, 1, 2].includes(hour) ? hour : -1)),
  );
  expect((await put('clock', newYork)).body.suggestion).toBeNull();
});

test('opening hours are replaced as a whole, and may end after midnight', async () => {
  const friday = { weekday: 5, opens: '16:00', closes: '26:00' };
  const saved = await put('hours', { hours: [friday] });
  expect([saved.status, saved.body]).toEqual([200, { hours: [friday] }]);
  expect((await get('hours')).body).toEqual({ hours: [friday] });
  for (const hours of [
    [{ ...friday, closes: '15:00' }],
    [{ ...friday, closes: '36:30' }],
    [friday, { ...friday, opens: '20:00' }],
  ])
    expect((await put('hours', { hours })).status).toBe(400);
  expect((await put('hours', { hours: [] })).body).toEqual({ hours: [] });
  expect(await auditOf('venue.hours_updated')).toContainEqual({
    old_value: { hours: 'none' },
    new_value: { hours: 'Fri 16:00-26:00' },
  });
});

test('DAY-09 managers and accountants read the clock, bartenders do not, and only owners set it', async () => {
  await put('clock', newYork);
  const reads = ['clock', 'hours', 'nights?from=2026-06-12&to=2026-06-13'];
  const writes: [string, object][] = [
    ['clock', newYork],
    ['hours', { hours: [] }],
    ['nights/2026-06-12', { closed: true }],
  ];
  const statuses = async (token: string) => [
    ...(await Promise.all(reads.map(async (path) => (await get(path, token)).status))),
    ...(await Promise.all(
      writes.map(async ([path, body]) => (await put(path, body, token)).status),
    )),
  ];
  for (const [role, read] of [
    ['manager', 200],
    ['accountant', 200],
    ['bartender', 403],
  ] as const) {
    const { token } = await addPerson(app, owner, role);
    expect(await statuses(token), role).toEqual([read, read, read, 403, 403, 403]);
  }
  const stranger = await addOwner(app, `Stranger ${Math.random()}`);
  expect(await statuses(stranger.token)).toEqual([404, 404, 404, 404, 404, 404]);
});
