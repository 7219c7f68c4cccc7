import { afterEach, expect, test } from 'vitest';
import { isDrinkShown, mostExamined } from '../../rules/reports/sale-filter.ts';
import { app, owner, unit } from '../testing/with-app.ts';
import { end, query, report, start, withTwoMonthsOfSales } from '../testing/sales.ts';

withTwoMonthsOfSales();

const range = { startDate: start, endDate: end };
const filtered = async (filter: Record<string, string>, of = range, size = 10) => {
  const path = `/api/orders/sales/report?${query(of, { current: 1, size })}`;
  return (
    await app.send('GET', `${path}&${new URLSearchParams(filter).toString()}`, {
      token: owner.token,
    })
  ).body;
};
const ids = (sales: { id: string }[]) => sales.map(({ id }) => id);

test.each([
  { show: 'failed' },
  { show: 'comp' },
  { show: 'refunded' },
  { drink: 'Cuba Libre' },
  { drink: 'Rum', show: 'refunded' },
  { reader: 'Reader, "front"' },
  { reader: 'Reader, "front"', show: 'failed' },
  { drink: 'Not sold' },
] as const)('the pages of %j are the sales that match, in both orders', async (filter) => {
  const { body: whole } = await report(range, { current: 1, size: 1000 });
  const matching = whole.sales.filter(
    (sale: any) =>
      (!('reader' in filter) || sale.paymentReaderDeviceName === filter.reader) &&
      sale.drinks.some((drink: any) => isDrinkShown(filter, drink)),
  );
  for (const [sort, next] of [
    ['oldest', 'laterThan'],
    ['newest', 'earlierThan'],
  ] as const) {
    const found: string[] = [];
    for (let last: string | undefined; found.length <= matching.length;) {
      const page = await filtered({ ...filter, sort, ...(last ? { [next]: last } : {}) });
      expect(page).toMatchObject({ grossVolume: whole.grossVolume, pagination: { total: 120 } });
      expect(page).not.toHaveProperty('searchedUntil');
      found.push(...ids(page.sales));
      last = page.sales.at(-1)?.id;
      if (page.sales.length < 10) break;
    }
    const all = ids(matching);
    expect(found).toEqual(sort === 'newest' ? all.toReversed() : all);
  }
});

test('a drink of ingredients is found by all of its name, and longer than any name is refused', async () => {
  const ingredients: string[] = [];
  for (const letter of ['A', 'B', 'C']) {
    const body = { name: letter.repeat(200), venueId: owner.venueId, unitId: unit.id };
    const { status, body: added } = await app.send('POST', '/api/ingredients', {
      token: owner.token,
      body,
    });
    expect(status).toBe(201);
    ingredients.push(added.id);
  }
  const { body: sold } = await app.send('POST', '/api/orders', {
    token: unit.key,
    body: { date: start, drinks: [{ ingredients }] },
  });
  const [{ name }] = sold.drinks;
  expect(name).toHaveLength(606);
  expect(ids((await filtered({ drink: name })).sales)).toEqual([sold.id]);
  const longest = 50 * 200 + 49 * ' + '.length;
  expect((await filtered({ drink: 'x'.repeat(longest) })).sales).toEqual([]);
  expect(await filtered({ drink: 'x'.repeat(longest + 10) })).not.toHaveProperty('sales');
  await app.db.deleteFrom('orders').where('id', '=', sold.id).execute();
});

const before = start - 86_400_000;
const longer = { ...range, startDate: before };

/** Adds so many sales on the day before the range, oldest first, and returns their ids. */
async function addEarlier(count: number, readerOf: (index: number) => string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    venue_id: owner.venueId,
    id: `018dffff-0000-7000-8000-${String(index).padStart(12, '0')}`,
    unit_id: unit.id,
    unit_number: unit.unitNumber,
    sold_at: new Date(before + index),
    received_at: new Date(before + index),
    entered_by: 'import' as const,
    price_cents: 0,
    tax_cents: 0,
    tip_cents: 0,
    payment_reader_device_name: readerOf(index),
  }));
  await app.db.insertInto('orders').values(rows).execute();
  return rows.map(({ id }) => id);
}
afterEach(() => app.db.deleteFrom('orders').where('sold_at', '<', new Date(start)).execute());

test('a search that matches little stops after a limit and continues from there', async () => {
  const rare = mostExamined + 2;
  const added = await addEarlier(mostExamined + 5, (index) => (index === rare ? 'Rare' : ''));
  const first = await filtered({ reader: 'Rare' }, longer);
  const last = mostExamined - 1;
  expect(first).toMatchObject({
    sales: [],
    searchedUntil: { sale: added[last], date: new Date(before + last).toISOString() },
  });
  const next = await filtered({ reader: 'Rare', laterThan: first.searchedUntil.sale }, longer);
  expect(ids(next.sales)).toEqual([added[rare]]);
  expect(next).not.toHaveProperty('searchedUntil');
});

test.each([
  ['oldest', 'laterThan'],
  ['newest', 'earlierThan'],
  ['newest', 'laterThan'],
] as const)(
  'a large page of a filter with the %s first continues with %s after all that it examined',
  async (sort, next) => {
    const count = 2 * mostExamined;
    // More than a hundred are read by several statements.
    const matching = new Set([...Array(101).keys(), mostExamined + 50, count - 1]);
    matching.delete(0);
    const isLater = next === 'laterThan';
    const added = await addEarlier(count, (index) =>
      matching.has(isLater ? index : count - 1 - index) ? 'Rare' : '',
    );
    const ordered = isLater ? added : added.toReversed();
    const earlier = { startDate: before, endDate: start - 1 };
    const found: string[] = [];
    let [last] = ordered;
    for (let pages = 0; last && pages < 5; pages += 1) {
      const page = await filtered({ reader: 'Rare', sort, [next]: last }, earlier, 200);
      const read = ids(page.sales);
      found.push(...(sort === 'newest' && isLater ? read.toReversed() : read));
      last = page.searchedUntil?.sale;
    }
    expect(found).toEqual(ordered.filter((_, index) => matching.has(index)));
  },
);
