import { expect, test } from 'vitest';
import { mostExamined } from '../../rules/reports/sale-filter.ts';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, addSuperAdmin } from '../testing/app.ts';
import { bars, owner, reported, sell, travel, week, withTwoBars } from '../testing/two-bars.ts';
import { app } from '../testing/with-app.ts';

withTwoBars();

const now = '2026-06-14T20:00:00Z';
const list = (query: Record<string, string> = {}, token = owner.token) =>
  app.send(
    'GET',
    `/api/reports/venues/sales?${new URLSearchParams({ ...week, ...query }).toString()}`,
    { token },
  );
const datesOf = (sales: { date: string }[]) => sales.map(({ date }) => date);

/** Sales of both venues by turns, oldest first. */
async function sellByTurns(count: number): Promise<string[]> {
  const dates: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const date = new Date(Date.parse('2026-06-10T22:00:00Z') + nth * 60_000).toISOString();
    dates.push(date);
    await sell(bars[nth % 2]!.units[0]!, date);
  }
  return dates;
}

test('ROLL-01, ROLL-02 the sales of all venues are those of each by its own clock, and add up to the totals', async () => {
  const [york, beach] = bars;
  // 5 AM is 9:00 UTC in New York and 15:00 UTC in Honolulu.
  await sell(york!.units[0]!, '2026-06-07T08:59:59.999Z', '2026-06-07T09:00:00Z');
  await sell(york!.units[1]!, '2026-06-14T08:59:59.999Z', '2026-06-14T09:00:00Z');
  await sell(beach!.units[0]!, '2026-06-07T14:59:59.999Z', '2026-06-07T15:00:00Z');
  await sell(beach!.units[0]!, '2026-06-14T14:59:59.999Z', '2026-06-14T15:00:00Z');
  await travel(now);
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body.sales.map(({ date, venue }: any) => [date, venue.id, venue.timezone])).toEqual([
    ['2026-06-07T09:00:00.000Z', york!.venueId, 'America/New_York'],
    ['2026-06-07T15:00:00.000Z', beach!.venueId, 'Pacific/Honolulu'],
    ['2026-06-14T08:59:59.999Z', york!.venueId, 'America/New_York'],
    ['2026-06-14T14:59:59.999Z', beach!.venueId, 'Pacific/Honolulu'],
  ]);
  expect(body.sales[1].venue.name).toBe('Beach Bar');
  const reports = await Promise.all(bars.map(({ venueId }) => reported(venueId)));
  expect(body.grossVolume).toBe(reports[0]! + reports[1]!);
  const sum = body.sales.reduce(
    (all: number, sale: any) => all + sale.price + sale.tax + sale.tips,
    0,
  );
  expect(sum).toBe(body.grossVolume);
  expect(body.pagination.total).toBe(4);
  expect(body.sales[0].drinks).toMatchObject([{ name: 'Cuba Libre', quantity: 1, status: 'paid' }]);
});

test.each(['oldest', 'newest'] as const)(
  'pages of the sales of all venues continue from a sale in both directions, %s first',
  async (sort) => {
    const dates = await sellByTurns(7);
    await travel(now);
    const [onward, back] =
      sort === 'oldest'
        ? (['laterThan', 'earlierThan'] as const)
        : (['earlierThan', 'laterThan'] as const);
    const asked = { sort, 'pagination[size]': '3' };
    const pages: any[] = [(await list(asked)).body];
    while (pages.at(-1).sales.length === 3)
      pages.push((await list({ ...asked, [onward]: pages.at(-1).sales.at(-1).id })).body);
    expect(pages).toHaveLength(3);
    const all = pages.flatMap(({ sales }) => datesOf(sales));
    expect(all).toEqual(sort === 'oldest' ? dates : dates.toReversed());
    for (const { grossVolume, pagination } of pages)
      expect([grossVolume, pagination.total]).toEqual([63, 7]);
    const before = await list({ ...asked, [back]: pages[2].sales[0].id });
    expect(before.body.sales).toEqual(pages[1].sales);
  },
);

test('a filter lists the sales of all venues that match, and continues where it stopped at one of them', async () => {
  const [york] = bars;
  const [first] = await sellByTurns(6);
  await travel(now);
  const { units, venueId } = york!;
  const early = Date.parse('2026-06-08T00:00:00Z');
  await app.db
    .insertInto('orders')
    .values(
      Array.from({ length: mostExamined + 1 }, (_, index) => ({
        venue_id: venueId,
        id: `018dffff-0000-7000-8000-${String(index).padStart(12, '0')}`,
        unit_id: units[0]!.id,
        unit_number: units[0]!.unitNumber,
        sold_at: new Date(early + index),
        received_at: new Date(early + index),
        entered_by: 'import' as const,
        price_cents: 0,
        tax_cents: 0,
        tip_cents: 0,
        payment_reader_device_name: 'None',
      })),
    )
    .execute();
  const stopped = (await list({ drink: 'cuba libre' })).body;
  // Those of the other venue are later than what was examined of this one.
  expect(stopped).toMatchObject({
    sales: [],
    searchedUntil: { date: new Date(early + mostExamined - 1).toISOString() },
  });
  const rest = await list({ drink: 'cuba libre', laterThan: stopped.searchedUntil.sale });
  expect(rest.body.sales).toHaveLength(6);
  expect(rest.body.sales[0].date).toBe(first);
  expect(rest.body).not.toHaveProperty('searchedUntil');
  const { body } = await list({ reader: 'None', sort: 'newest', 'pagination[size]': '2' });
  expect(body.sales.map(({ venue }: any) => venue.id)).toEqual([venueId, venueId]);
  expect(body).not.toHaveProperty('searchedUntil');
  expect((await list({ drink: 'Cuba Libre', show: 'failed' })).body.sales).toEqual([]);
});

test('ROLL-04 a member lists the sales of the own venues only, and only with the right to reports', async () => {
  const [york, beach] = bars;
  const dates = await sellByTurns(4);
  await travel(now);
  const [other] = (await list()).body.sales;
  expect(other.venue.id).toBe(york!.venueId);
  const person = await addPerson(app, owner, 'accountant', [beach!.venueId]);
  const { body, text } = await list({}, person.token);
  expect(datesOf(body.sales)).toEqual([dates[1], dates[3]]);
  expect(body).toMatchObject({ grossVolume: 18, pagination: { total: 2 } });
  expect(text).not.toContain(york!.venueId);
  expect((await list({ laterThan: other.id }, person.token)).body).toMatchObject({
    laterThan: 'There is no such sale to continue from',
  });
  const bartender = await addPerson(app, owner, 'bartender');
  expect((await list({}, bartender.token)).status).toBe(403);
  const stranger = await addOwner(app, `Other ${Math.random()}`);
  expect((await list({ ownerId: owner.userId }, stranger.token)).status).toBe(404);
  expect((await list({}, stranger.token)).body).toMatchObject({ sales: [], grossVolume: 0 });
  const admin = await addSuperAdmin(app);
  expect((await list({}, admin)).body).toMatchObject({ ownerId: 'Enter the owner' });
  const { body: all } = await list({ ownerId: owner.userId }, admin);
  expect(all.sales).toHaveLength(4);
});

test('pages of the sales of all venues have no numbers, and lie next to one sale', async () => {
  await travel(now);
  for (const [field, query] of Object.entries({
    'pagination.current': { 'pagination[current]': '2' },
    earlierThan: { earlierThan: owner.userId, laterThan: owner.userId },
    to: { from: '2026-06-14', to: '2026-06-13' },
    timezone: { timezone: 'Mars/Olympus' },
  })) {
    const { status, text } = await list(query);
    expect([status, text]).toEqual([400, expect.stringContaining(field.split('.').at(-1)!)]);
  }
});
