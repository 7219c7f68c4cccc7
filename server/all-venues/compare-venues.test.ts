import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, addSuperAdmin, createUnit } from '../testing/app.ts';
import {
  addVenue,
  bars,
  owner,
  reported,
  sell,
  setClock,
  travel,
  week,
  withTwoBars,
} from '../testing/two-bars.ts';
import { app } from '../testing/with-app.ts';

const now = '2026-06-14T20:00:00Z';
withTwoBars();

const read = (query: Record<string, string> = {}, token = owner.token) =>
  app.send('GET', `/api/reports/venues?${new URLSearchParams({ ...week, ...query }).toString()}`, {
    token,
  });
test('ROLL-01, ROLL-02 the total is the sum of the reports of the venues, each by its own clock', async () => {
  const [york, beach] = bars;
  const [first, second] = york!.units;
  // 5 AM is 9:00 UTC in New York and 15:00 UTC in Honolulu.
  await sell(first!, '2026-06-07T08:59:59.999Z', '2026-06-07T09:00:00Z');
  await sell(second!, '2026-06-12T23:30:00Z', '2026-06-14T08:59:59.999Z', '2026-06-14T09:00:00Z');
  await sell(beach!.units[0]!, '2026-06-07T14:59:59.999Z', '2026-06-07T15:00:00Z');
  await sell(beach!.units[0]!, '2026-06-14T14:59:59.999Z', '2026-06-14T15:00:00Z');
  await travel(now);
  const { status, body } = await read();
  expect(status).toBe(200);
  const ofVenue = (id: string) => body.venues.find((one: any) => one.venueId === id);
  expect(ofVenue(york!.venueId)).toMatchObject({
    timezone: 'America/New_York',
    figures: { gross: 27, orders: 3 },
    unitNights: 3,
  });
  expect(ofVenue(beach!.venueId)).toMatchObject({
    timezone: 'Pacific/Honolulu',
    figures: { gross: 18, orders: 2 },
    unitNights: 2,
  });
  const reports = await Promise.all(bars.map(({ venueId }) => reported(venueId)));
  expect(reports.sort()).toEqual([18, 27]);
  expect(body.total).toMatchObject({ gross: 45, orders: 5 });
  for (const { nights, figures } of body.venues) {
    expect(nights.map(({ day }: { day: string }) => day)).toHaveLength(7);
    expect(nights.reduce((sum: number, { gross }: any) => sum + gross, 0)).toBe(figures.gross);
  }
});

test('ROLL-03 a venue that was opened meanwhile is in the total, and not in like for like', async () => {
  const [york] = bars;
  const [unit] = york!.units;
  await sell(unit!, '2026-06-03T23:00:00Z', '2026-06-10T23:00:00Z', '2026-06-11T23:00:00Z');
  await travel('2026-06-08T12:00:00Z');
  const opened = await addVenue('New Bar');
  await setClock(opened, 'America/New_York');
  const newUnit = await createUnit(app, { ...owner, venueId: opened });
  await sell(newUnit, '2026-06-12T23:00:00Z');
  await travel(now);
  const { body } = await read({ sameUnits: 'false' });
  expect(body.total.gross).toBe(27);
  expect(body.venues.find((one: any) => one.venueId === opened)).toMatchObject({
    isLikeForLike: false,
    figures: { gross: 9 },
  });
  expect(body.likeForLike).toMatchObject({
    venues: 2,
    current: { gross: 18 },
    other: { gross: 9 },
    change: { by: 9, ratio: 1 },
  });
});

test('ROLL-04 a member sees the venues of their own, and no name or number of the others', async () => {
  const [york, beach] = bars;
  await sell(york!.units[0]!, '2026-06-10T23:00:00Z');
  await sell(beach!.units[0]!, '2026-06-11T23:00:00Z');
  await travel(now);
  const person = await addPerson(app, owner, 'accountant', [beach!.venueId]);
  const { body, text } = await read({}, person.token);
  expect(body.venues.map(({ venueId }: any) => venueId)).toEqual([beach!.venueId]);
  expect(body).toMatchObject({ total: { gross: 9, orders: 1 }, missing: [] });
  expect(text).not.toContain(york!.venueId);
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await read({}, bartender.token)).status).toBe(403);
});

test('the venue that is furthest below what it sold before comes first', async () => {
  const [york, beach] = bars;
  const [unit] = york!.units;
  await sell(unit!, '2026-06-03T20:00:00Z', '2026-06-03T21:00:00Z', '2026-06-10T20:00:00Z');
  await sell(unit!, '2026-06-10T21:00:00Z', '2026-06-10T22:00:00Z');
  await sell(beach!.units[0]!, '2026-06-03T20:00:00Z', '2026-06-03T21:00:00Z');
  await travel(now);
  const { body } = await read({ sameUnits: 'false' });
  expect(body.venues.map(({ venueId, compared }: any) => [venueId, compared.change.by])).toEqual([
    [beach!.venueId, -18],
    [york!.venueId, 9],
  ]);
});

test('a period of more than 35 nights has figures without nights', async () => {
  await sell(bars[0]!.units[0]!, '2026-06-10T23:00:00Z');
  await travel(now);
  const { body } = await read({ from: '2026-05-09' });
  expect(body.total.gross).toBe(9);
  expect(body.venues[0]).toMatchObject({ nights: [], unitNights: null });
});

test('another owner’s venues are not found, and a super admin names the owner', async () => {
  await travel(now);
  const other = await addOwner(app, `Other ${Math.random()}`);
  expect((await read({ ownerId: owner.userId }, other.token)).status).toBe(404);
  const admin = await addSuperAdmin(app);
  expect((await read({}, admin)).body).toMatchObject({ ownerId: 'Enter the owner' });
  const { body } = await read({ ownerId: owner.userId }, admin);
  expect(body.venues).toHaveLength(2);
});

test('days and zones that do not exist are refused at their fields', async () => {
  await travel(now);
  for (const [field, query] of Object.entries({
    to: { from: '2026-06-14', to: '2026-06-13' },
    timezone: { timezone: 'Mars/Olympus' },
    against: { against: 'never' },
  })) {
    const { status, body } = await read(query);
    expect(status).toBe(400);
    expect(Object.keys(body)).toContain(field);
  }
});

const tonight = async (query = '', token = owner.token) =>
  app.send('GET', `/api/reports/venues${query}`, { token });
const openings = (body: any): unknown[] =>
  bars.map(({ venueId }) => body.venues.find((one: any) => one.venueId === venueId).isOpen);

test('without days, the figures are of the night that runs at each venue by its own clock', async () => {
  const [york, beach] = bars;
  // 4 AM in New York, of the night of Saturday, and 6 AM, of that of Sunday; 10 PM and midnight of Saturday in Honolulu.
  await sell(york!.units[0]!, '2026-06-14T08:00:00Z', '2026-06-14T10:00:00Z');
  await sell(beach!.units[0]!, '2026-06-14T08:00:00Z', '2026-06-14T10:00:00Z');
  await travel('2026-06-14T10:30:00Z');
  const { status, body } = await tonight();
  expect(status).toBe(200);
  const orders = bars.map(
    ({ venueId }) => body.venues.find((one: any) => one.venueId === venueId).figures.orders,
  );
  expect(orders).toEqual([1, 2]);
  expect(body.venues.map(({ nights }: any) => nights.map(({ day }: any) => day)).sort()).toEqual([
    ['2026-06-13'],
    ['2026-06-14'],
  ]);
  expect((await tonight('?from=2026-06-14')).body).toEqual({
    to: 'Use a date such as 2026-11-01',
  });
  expect((await tonight('?to=2026-06-14')).body).toEqual({
    from: 'Use a date such as 2026-11-01',
  });
});

test('a venue has its number of units, and is open or closed by its hours or the mark of its night', async () => {
  const [york, beach] = bars;
  await travel(now);
  const before = await tonight();
  const units = new Map(before.body.venues.map((one: any) => [one.venueId, one.units]));
  expect([units.get(york!.venueId), units.get(beach!.venueId)]).toEqual([2, 1]);
  expect(openings(before.body)).toEqual([null, null]);

  // Now it is Sunday, 4 PM in New York and 10 AM in Honolulu.
  const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    weekday,
    opens: '15:00',
    closes: '26:00',
  }));
  for (const { venueId } of bars) {
    const set = { token: owner.token, body: { hours } };
    expect((await app.send('PUT', `/api/venues/${venueId}/hours`, set)).status).toBe(200);
  }
  expect(openings((await tonight()).body)).toEqual([true, false]);
  const closed = { token: owner.token, body: { closed: true } };
  await app.send('PUT', `/api/venues/${york!.venueId}/nights/2026-06-14`, closed);
  expect(openings((await tonight()).body)).toEqual([false, false]);
  await app.send('PUT', `/api/venues/${york!.venueId}/hours`, {
    token: owner.token,
    body: { hours: [] },
  });
  // The same for a period that ended before.
  expect(openings((await read()).body)).toEqual([false, false]);
});

const download = (query: Record<string, string> = {}, token = owner.token) =>
  app.send(
    'GET',
    `/api/reports/venues.csv?${new URLSearchParams({ ...week, ...query }).toString()}`,
    { token },
  );

test('ROLL-01 the CSV of all venues has the sales and the totals of each by its own clock, and adds up to the total', async () => {
  const [york, beach] = bars;
  const [first] = york!.units;
  await sell(first!, '2026-06-07T08:59:59.999Z', '2026-06-07T09:00:00Z', '2026-06-13T22:00:00Z');
  await sell(beach!.units[0]!, '2026-06-07T14:59:59.999Z', '2026-06-07T15:00:00Z');
  await travel(now);
  const { status, text, headers } = await download();
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain('sales-all-venues-2026-06-07-2026-06-13.csv');
  const rows: string[][] = parse(text, { bom: true });
  expect(rows[0]?.slice(0, 3)).toEqual(['Venue', 'Id', 'Date']);
  const sales = rows.slice(1).filter(([, id = '']) => /^[\da-f-]{36}$/.test(id));
  const datesOf = (isBeach: boolean) =>
    sales
      .filter(([venue]) => (venue === 'Beach Bar') === isBeach)
      .map(([, , date, time]) => [date, time]);
  // 5 AM in New York and in Honolulu.
  expect(datesOf(false)).toEqual([
    ['2026-06-07', '05:00:00'],
    ['2026-06-13', '18:00:00'],
  ]);
  expect(datesOf(true)).toEqual([['2026-06-07', '05:00:00']]);
  const totalOf = (label: string, venue: string) =>
    Number(rows.find(([of, name]) => of === venue && name === label)?.[6]);
  const name = sales.find(([venue]) => venue !== 'Beach Bar')?.[0] ?? '';
  const reports = await Promise.all(bars.map(({ venueId }) => reported(venueId)));
  expect([totalOf('Gross Volume', name), totalOf('Gross Volume', 'Beach Bar')]).toEqual(reports);
  expect(totalOf('Gross Volume', 'All venues')).toBe(reports[0]! + reports[1]!);
  expect((await read()).body.total.gross).toBe(totalOf('Gross Volume', 'All venues'));
});

test('ROLL-04 the CSV has the venues of a member only, and only for those who may export', async () => {
  const [york, beach] = bars;
  await sell(york!.units[0]!, '2026-06-10T23:00:00Z');
  await sell(beach!.units[0]!, '2026-06-11T23:00:00Z');
  await travel(now);
  const person = await addPerson(app, owner, 'accountant', [beach!.venueId]);
  const { text } = await download({}, person.token);
  const rows: string[][] = parse(text, { bom: true });
  const venues = rows.slice(1).map(([venue]) => venue);
  expect([...new Set(venues)]).toEqual(['Beach Bar', 'All venues']);
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await download({}, bartender.token)).status).toBe(403);
  const other = await addOwner(app, `Other ${Math.random()}`);
  expect((await download({ ownerId: owner.userId }, other.token)).status).toBe(404);
});

test('ROLL-05 a unit that was offline for 3 hours on Saturday missed its usual sales at the pace of the others', async () => {
  const { venueId, units } = bars[0]!;
  const [away, other] = units;
  const hours = [{ weekday: 6, opens: '18:00', closes: '23:30' }];
  await travel('2026-05-02T12:00:00Z');
  const set = await app.send('PUT', `/api/venues/${venueId}/hours`, {
    token: owner.token,
    body: { hours },
  });
  expect(set.status, set.text).toBe(200);
  const halfHours = Array.from({ length: 12 }, (_, nth) => nth * 30);
  const at = (day: string, minutes: number) =>
    new Date(Date.parse(`${day}T22:00:00Z`) + minutes * 60_000).toISOString();
  for (const day of ['2026-05-16', '2026-05-23', '2026-05-30', '2026-06-06'])
    for (const minutes of halfHours) {
      await sell(away!, at(day, minutes));
      await sell(other!, at(day, minutes));
    }
  // On this Saturday the other unit sells twice as much, and this one is offline from 8 PM to 11 PM.
  for (const minutes of halfHours) {
    await sell(other!, at('2026-06-13', minutes), at('2026-06-13', minutes));
    if (minutes <= 120 || minutes >= 300) await sell(away!, at('2026-06-13', minutes));
  }
  await travel(now);
  const { body } = await read();
  const venue = body.venues.find((one: any) => one.venueId === venueId);
  // Six half hours of 9 dollars at twice the pace, less the sale of 8 PM.
  expect(venue.missed).toEqual({
    gross: 99,
    units: [{ unitNumber: away!.unitNumber, name: null, hours: 3, gross: 99 }],
  });
  const longer = await read({ from: '2026-05-02' });
  expect(longer.body.venues.find((one: any) => one.venueId === venueId).missed).toBeNull();
});
