import { expect, test } from 'vitest';
import { isDrinkShown, mostExamined } from '../../rules/reports/sale-filter.ts';
import {
  app,
  end,
  owner,
  query,
  report,
  start,
  unit,
  withTwoMonthsOfSales,
} from '../testing/sales.ts';

withTwoMonthsOfSales();

const range = { startDate: start, endDate: end };
const filtered = async (filter: Record<string, string>, of = range) => {
  const path = `/api/orders/sales/report?${query(of, { current: 1, size: 10 })}`;
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

test('a search that matches little stops after a limit and continues from there', async () => {
  const before = start - 86_400_000;
  const rows = Array.from({ length: mostExamined + 5 }, (_, index) => ({
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
    payment_reader_device_name: index === mostExamined + 2 ? 'Rare' : '',
  }));
  await app.db.insertInto('orders').values(rows).execute();
  const longer = { ...range, startDate: before };
  const first = await filtered({ reader: 'Rare' }, longer);
  const last = rows[mostExamined - 1];
  expect(first).toMatchObject({
    sales: [],
    searchedUntil: { sale: last?.id, date: last?.sold_at.toISOString() },
  });
  const next = await filtered({ reader: 'Rare', laterThan: first.searchedUntil.sale }, longer);
  expect(ids(next.sales)).toEqual([rows[mostExamined + 2]?.id]);
  expect(next).not.toHaveProperty('searchedUntil');
});
