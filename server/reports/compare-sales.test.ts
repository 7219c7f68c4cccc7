import { beforeEach, describe, expect, test } from 'vitest';
import { addOwner, createUnit, type TestOwner, type TestUnit } from '../testing/app.ts';
import { widenDays } from '../../lib/day-range.ts';
import { nightRange } from '../../rules/nights/nights.ts';
import { addPerson } from '../testing/accounts.ts';
import { app, owner as seller, unit as sellingUnit } from '../testing/with-app.ts';
import { report, withTwoMonthsOfSales } from '../testing/sales.ts';

withTwoMonthsOfSales();

let owner: TestOwner;
let unit: TestUnit;
let other: TestUnit;
const newYork = { timezone: 'America/New_York', startsAt: '05:00' };
const saturday = { from: '2026-06-13', to: '2026-06-13', against: 'weekday' };

beforeEach(async () => {
  app.setNow(new Date('2026-06-01T12:00:00Z'));
  owner = await addOwner(app, `Rooftop ${Math.random()}`);
  [unit, other] = [await createUnit(app, owner), await createUnit(app, owner)];
  await app.send('PUT', `/api/venues/${owner.venueId}/clock`, {
    token: owner.token,
    body: newYork,
  });
});

/** Changes the time, at which the sessions of before have ended. */
const travel = async (now: string, as = owner) => {
  app.setNow(new Date(now));
  as.token = await app.login(as.email);
};
const compare = (query: Record<string, string>, token = owner.token) =>
  app.send(
    'GET',
    `/api/reports/compare?${new URLSearchParams({ venueId: owner.venueId, ...query }).toString()}`,
    { token },
  );
/** Sells a drink of 9 dollars for each date. */
const sell = async (seller_: TestUnit, ...dates: string[]) => {
  for (const date of dates) {
    const body = { date, drinks: [{ drinkId: seller_.cubaLibre }] };
    const sold = await app.send('POST', '/api/orders', { token: seller_.key, body });
    expect(sold.status, sold.text).toBe(201);
  }
};
const markNight = (day: string, body: object) =>
  app.send('PUT', `/api/venues/${owner.venueId}/nights/${day}`, { token: owner.token, body });

test('CMP-01 Saturday 22:14:07 is compared with exactly the sales of the last before 22:14:07', async () => {
  await travel('2026-06-14T02:14:07Z');
  await sell(unit, '2026-06-06T08:59:59.999Z', '2026-06-06T09:00:00Z', '2026-06-07T02:14:06.999Z');
  await sell(unit, '2026-06-07T02:14:07Z', '2026-06-14T01:00:00Z', '2026-06-14T02:00:00Z');
  await sell(unit, '2026-06-13T20:00:00Z');
  const { body } = await compare(saturday);
  expect(body).toMatchObject({
    against: 'weekday',
    current: { orders: 3, gross: 27 },
    other: { orders: 2, gross: 18 },
    soFar: { reading: '22:14' },
    hours: { current: 17.24, other: 17.24 },
    change: { gross: { by: 9, ratio: 0.5 }, orders: { by: 1, ratio: 0.5 } },
    nights: [{ current: '2026-06-13', others: ['2026-06-06'] }],
    spans: { others: [{ start: '2026-06-06T09:00:00.000Z', end: '2026-06-07T02:14:07.000Z' }] },
    leftOut: [],
    notes: [],
  });
  const whole = (await compare({ ...saturday, soFar: 'false' })).body;
  expect(whole).toMatchObject({ soFar: null, other: { orders: 3 } });
});

test('CMP-02 the night of the change back is compared until the reading, and tells its hours', async () => {
  await travel('2026-11-01T06:30:00Z');
  await sell(unit, '2026-10-25T05:59:59.999Z', '2026-10-25T06:00:00Z', '2026-11-01T06:20:00Z');
  const night = { ...saturday, from: '2026-10-31', to: '2026-10-31' };
  expect((await compare(night)).body).toMatchObject({
    other: { orders: 1 },
    soFar: { reading: '02:00' },
    hours: { current: 21.5, other: 21 },
    notes: ['21.5 hours against 21'],
  });
  await travel('2026-11-05T12:00:00Z');
  expect((await compare(night)).body).toMatchObject({
    soFar: null,
    other: { orders: 2 },
    hours: { current: 25, other: 24 },
    notes: ['25 hours against 24'],
  });
});

test('CMP-05 the mean of four Saturdays, one closed and one without a sale, is that of two', async () => {
  await travel('2026-06-16T12:00:00Z');
  await sell(unit, '2026-06-07T01:00:00Z', '2026-06-07T01:10:00Z', '2026-06-07T01:20:00Z');
  await sell(unit, '2026-05-31T01:00:00Z', '2026-05-17T01:00:00Z', '2026-05-17T01:10:00Z');
  await markNight('2026-06-06', { closed: true });
  const { body } = await compare({ ...saturday, against: 'average4' });
  expect(body).toMatchObject({
    other: { orders: 1.5, gross: 13.5, averagePrice: 9 },
    nights: [{ others: ['2026-06-06', '2026-05-30', '2026-05-23', '2026-05-16'] }],
    spans: {
      others: [{ start: '2026-05-30T09:00:00.000Z' }, { start: '2026-05-16T09:00:00.000Z' }],
    },
    notes: ['Average of 2 Saturdays', 'Nothing was sold on Sat, May 23', 'Sat, Jun 6 was closed'],
  });
});

describe('CMP-06 a unit without contact for two hours', () => {
  beforeEach(async () => {
    await travel('2026-06-14T00:10:00Z');
    await sell(unit, '2026-06-07T00:30:00Z', '2026-06-07T01:30:00Z', '2026-06-14T00:09:00Z');
    await travel('2026-06-14T02:14:00Z');
    await sell(other, '2026-06-07T00:40:00Z', '2026-06-07T02:05:00Z', '2026-06-14T02:10:00Z');
    await app.send('PUT', `/api/units/${unit.unitNumber}`, {
      token: owner.token,
      body: { unit: { name: 'Terrace' } },
    });
  });

  test('is left out of both sides by name, and is back on request', async () => {
    const silent = {
      unitNumber: unit.unitNumber,
      unitName: 'Terrace',
      lastContactAt: '2026-06-14T00:10:00.000Z',
      from: '2026-06-14T00:10:00.000Z',
      until: null,
    };
    expect((await compare(saturday)).body).toMatchObject({
      current: { orders: 1 },
      other: { orders: 2 },
      leftOut: [silent],
      broughtBack: [],
    });
    expect((await compare({ ...saturday, sameUnits: 'false' })).body).toMatchObject({
      current: { orders: 2 },
      other: { orders: 4 },
      leftOut: [],
      broughtBack: [silent],
    });
  });

  test('is left out for a time without contact that is over, and not of other nights', async () => {
    await sell(unit, '2026-06-14T01:00:00Z');
    await travel('2026-06-16T12:00:00Z');
    expect((await compare(saturday)).body.leftOut).toMatchObject([
      { unitNumber: unit.unitNumber, until: '2026-06-14T02:14:00.000Z' },
    ]);
    const friday = { ...saturday, from: '2026-06-12', to: '2026-06-12' };
    expect((await compare(friday)).body.leftOut).toEqual([]);
  });

  test('that is the only one leaves nothing to compare, and says so', async () => {
    expect((await compare({ ...saturday, unitId: unit.id })).body).toMatchObject({
      other: null,
      change: null,
      leftOut: [{ unitName: 'Terrace' }],
      notes: ['No unit was in contact all the time'],
    });
  });

  test('is not left out where nothing is known of its contact', async () => {
    await app.db
      .updateTable('unit_state')
      .set({ last_contact_at: null })
      .where('unit_id', '=', unit.id)
      .execute();
    expect((await compare(saturday)).body).toMatchObject({ leftOut: [], current: { orders: 2 } });
  });
});

test('CMP-07 beside nothing there is no ratio', async () => {
  await travel('2026-06-16T12:00:00Z');
  await sell(unit, '2026-06-14T01:00:00Z');
  const { body, text } = await compare(saturday);
  expect(body.change).toMatchObject({
    gross: { by: 9, ratio: null },
    refunds: { by: 0, ratio: null },
  });
  expect(text).not.toMatch(/NaN|Infinity/);
  expect((await compare({ ...saturday, against: 'average4' })).body).toMatchObject({
    other: null,
    change: null,
    hours: { other: null },
    notes: [
      'There is no Saturday to compare with',
      'Nothing was sold on Sat, May 16',
      'Nothing was sold on Sat, May 23',
      'Nothing was sold on Sat, May 30',
      '1 more day closed, special or without sales',
    ],
  });
});

test('CMP-08 a late sale of last Saturday is in the comparison at once', async () => {
  await travel('2026-06-14T02:14:00Z');
  await sell(unit, '2026-06-07T01:00:00Z');
  await sell(unit, '2026-06-14T02:10:00Z');
  const lateOfBoth = async (against: string) => {
    const { current, other } = (await compare({ ...saturday, against })).body;
    return [current.lateSince, other.lateSince];
  };
  expect((await compare(saturday)).body.other.orders).toBe(1);
  await sell(unit, '2026-06-07T01:05:00Z');
  expect((await compare(saturday)).body.other).toMatchObject({ orders: 2, gross: 18 });
  const none = { orders: 0, gross: 0 };
  expect(await lateOfBoth('weekday')).toEqual([none, { orders: 2, gross: 18 }]);
  await sell(unit, '2026-05-31T01:05:00Z');
  expect(await lateOfBoth('average4')).toEqual([none, { orders: 1.5, gross: 13.5 }]);
});

describe('CMP-09 the figures equal the sales report of the same span to the cent', () => {
  const figuresOf = (body: any) => ({
    gross: body.grossVolume,
    sales: body.totalSales,
    taxes: body.totalTaxes,
    tips: body.totalTips,
    refunds: body.totalRefunds,
    orders: body.pagination.total,
    servings: body.totalServings,
    averagePrice: body.averagePrice,
  });
  const rules = {
    clocks: [{ fromDay: '2020-01-01', timezone: 'America/New_York', startsMinutes: 270 }],
    ends: new Map<string, number>(),
  };

  test.each([
    ['previous', '2024-03-20', '2024-03-29', '2024-03-10', '2024-03-19'],
    ['weekday', '2024-03-20', '2024-03-29', '2024-03-06', '2024-03-15'],
    ['weekday', '2024-03-10', '2024-03-10', '2024-03-03', '2024-03-03'],
    ['month', '2024-03-01', '2024-03-31', '2024-02-01', '2024-02-29'],
  ])(
    'against %s of %s to %s, by calendar and business days',
    async (against, from, to, first, last) => {
      await travel('2024-04-10T12:00:00Z', seller);
      const asked = { from, to, against, venueId: seller.venueId };
      for (const scope of [{}, { unitId: sellingUnit.id }]) {
        const zoned = { ...asked, ...scope, timezone: 'America/New_York' };
        const { body } = await compare(zoned, seller.token);
        const expected = async (days: { from: string; to: string }) =>
          figuresOf((await report({ ...widenDays({ ...days, ...newYork }), ...scope })).body);
        expect(body.current).toMatchObject(await expected({ from, to }));
        expect(body.other).toMatchObject(await expected({ from: first, to: last }));
        expect(body.current.orders).toBeGreaterThan(0);
      }
    },
  );

  test('by business days that start at a half hour', async () => {
    await travel('2024-01-01T12:00:00Z', seller);
    const body = { timezone: 'America/New_York', startsAt: '04:30' };
    await app.send('PUT', `/api/venues/${seller.venueId}/clock`, { token: seller.token, body });
    await travel('2024-04-10T12:00:00Z', seller);
    const asked = { from: '2024-03-10', to: '2024-03-16', against: 'weekday' };
    const compared = (await compare({ ...asked, venueId: seller.venueId }, seller.token)).body;
    const expected = async (from: string, to: string) => {
      const { startMs, endMs } = nightRange(rules, from, to);
      return figuresOf((await report({ startDate: startMs, endDate: endMs - 1 })).body);
    };
    expect(compared.current).toMatchObject(await expected('2024-03-10', '2024-03-16'));
    expect(compared.other).toMatchObject(await expected('2024-03-03', '2024-03-09'));
  });
});

test('a special night is told on either side', async () => {
  await travel('2026-06-16T12:00:00Z');
  await markNight('2026-06-06', { special: true, note: 'Jazz festival' });
  expect((await compare(saturday)).body.notes).toEqual(['Sat, Jun 6 was special: Jazz festival']);
});

test('refuses what cannot be compared, with the reason', async () => {
  for (const [query, fields] of [
    [{ against: 'month' }, { against: 'Only for days of one month, from its first day' }],
    [{ against: 'average4', from: '2026-01-01' }, { against: 'Only for at most 35 days' }],
    [{ against: 'never' }, { against: 'Use previous, weekday, year, month or average4' }],
    [{ to: '2026-06-01' }, { to: 'The first day must not be after the last day' }],
    [{ from: '2010-01-01' }, { to: 'Use at most 4,000 days' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'Unknown timezone' }],
  ]) {
    const refused = await compare({ ...saturday, ...query });
    expect([refused.status, refused.body]).toEqual([400, fields]);
  }
});

test('is for those who read reports, of their own venues', async () => {
  const bartender = await addPerson(app, owner, 'bartender');
  const accountant = await addPerson(app, owner, 'accountant');
  const stranger = await addOwner(app, `Stranger ${Math.random()}`);
  const statuses = [];
  for (const { token } of [bartender, accountant, stranger])
    statuses.push((await compare(saturday, token)).status);
  expect(statuses).toEqual([403, 200, 404]);
  const strange = await createUnit(app, stranger);
  expect((await compare({ ...saturday, unitId: strange.id })).status).toBe(404);
  await app.db.deleteFrom('venue_clocks').where('venue_id', '=', owner.venueId).execute();
  expect((await compare(saturday)).body).toEqual({
    timezone: 'Use a time zone: this venue has no clock',
  });
});
