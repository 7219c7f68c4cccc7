import { describe, expect, test } from 'vitest';
import { addOwner, createUnit } from '../testing/app.ts';
import { app, owner } from '../testing/with-app.ts';
import { end, query, report, start, withTwoMonthsOfSales } from '../testing/sales.ts';

withTwoMonthsOfSales();

const range = { startDate: start, endDate: end };
const ids = (sales: { id: string }[]) => sales.map(({ id }) => id);
const whole = async (): Promise<string[]> =>
  ids((await report(range, { current: 1, size: 1000 })).body.sales);
const page = async (more: Record<string, string>, current = 1, size = 10) => {
  const path = `/api/orders/sales/report?${query(range, { current, size })}`;
  const { body } = await app.send('GET', `${path}&${new URLSearchParams(more).toString()}`, {
    token: owner.token,
  });
  return ids(body.sales);
};

describe('order of a sales report', () => {
  test.each([7, 10, 60, 110])(
    'pages of %d, newest first, are the whole list from its end, each sale once',
    async (size) => {
      const all = (await whole()).toReversed();
      const found: string[] = [];
      for (let current = 1; found.length < all.length; current += 1) {
        const next = await page({ sort: 'newest' }, current, size);
        expect(next).toEqual(all.slice(found.length, found.length + size));
        found.push(...next);
      }
      expect(await page({ sort: 'newest' }, 99, size)).toEqual([]);
    },
  );

  test.each(['oldest', 'newest'])(
    'continues later or earlier than a sale, %s first, over ties and whatever the page number',
    async (sort) => {
      const all = await whole();
      const shown = (part: string[]) => (sort === 'newest' ? part.toReversed() : part);
      for (const [at, id] of all.entries()) {
        if (at % 7 !== 0) continue;
        expect(await page({ sort, laterThan: id }, 4)).toEqual(shown(all.slice(at + 1, at + 11)));
        const before = all.slice(Math.max(0, at - 10), at);
        expect(await page({ sort, earlierThan: id }, 4)).toEqual(shown(before));
      }
      const middle = all[5] ?? '';
      expect(await page({ sort, laterThan: middle }, 1, 110)).toEqual(shown(all.slice(6, 116)));
      const late = all[115] ?? '';
      expect(await page({ sort, earlierThan: late }, 1, 105)).toEqual(shown(all.slice(10, 115)));
    },
  );

  test('a sale of another owner, or none, is nothing to continue from', async () => {
    const stranger = await addOwner(app, 'Stranger');
    const unit = await createUnit(app, stranger);
    const order = { drinks: [{ drinkId: unit.cubaLibre }] };
    const sold = await app.send('POST', '/api/orders', { token: unit.key, body: order });
    const [id = ''] = await whole();
    for (const start of [
      { laterThan: sold.body.id },
      { earlierThan: 'x' },
      { laterThan: id, earlierThan: id },
      { sort: 'price' },
    ]) {
      const path = `/api/orders/sales/report?${query(range)}&${new URLSearchParams(start).toString()}`;
      expect((await app.send('GET', path, { token: owner.token })).status).toBe(400);
    }
  });
});
