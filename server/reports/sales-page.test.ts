import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../db/demo/accounts.ts';
import { seedDemo } from '../../db/demo/seed.ts';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { isDrinkShown, mostExamined } from '../../rules/reports/sale-filter.ts';
import { addOwner, createUnit } from '../testing/app.ts';
import { end, query, report, start, withTwoMonthsOfSales } from '../testing/sales.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('sale filter', () => {
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

  test('sales are found by the amount that was charged and by the last digits of the card', async () => {
    const charged = (sale: any): number => Math.round(100 * (sale.price + sale.tax + sale.tips));
    const { body: whole } = await report(range, { current: 1, size: 1000 });
    const cents = charged(whole.sales[3]);
    const same = whole.sales.filter((sale: any) => charged(sale) === cents);
    expect(same.length).toBeLessThan(whole.sales.length);
    const amount = (cents / 100).toFixed(2);
    for (const payment of [amount, `$${amount}`])
      expect(ids((await filtered({ payment }, range, 100)).sales)).toEqual(ids(same));
    expect((await filtered({ payment: '4242' })).sales).toEqual([]);

    const sold = await app.send('POST', '/api/orders', {
      token: unit.key,
      body: {
        date: start,
        paymentId: 'pi_of_a_card',
        cardLast4: '4242',
        drinks: [{ drinkId: unit.cubaLibre }],
      },
    });
    expect(ids((await filtered({ payment: '4242' })).sales)).toEqual([sold.body.id]);
    expect((await filtered({ payment: '$4242' })).sales).toEqual([]);
    for (const payment of ['rum', '1,5', '$', '-3'])
      expect(await filtered({ payment })).toMatchObject({ payment: expect.any(String) });
    await app.db.deleteFrom('orders').where('id', '=', sold.body.id).execute();
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
});

describe('page order', () => {
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
});

describe('deep pages', () => {
  let token: string;
  let venueId: string;
  withApp();
  beforeAll(async () => {
    await seedDemo(app.db, { now: app.deps.now });
    const body = { email: 'maya@rooftop.example', password: demoPassword };
    token = (await app.send('POST', '/api/users/login', { body })).body.token;
    const venue = await app.db
      .selectFrom('venues')
      .select('id')
      .where('name', '=', 'Rooftop Bar')
      .executeTakeFirstOrThrow();
    venueId = venue.id;
  });

  const page = async (
    range: { startDate: number; endDate: number },
    current: number,
    size: number,
    unitId = 'all',
    sort = 'oldest',
  ) => {
    const url = `/api/orders/sales/report?venueId=${venueId}&unitId=${unitId}&startDate=${range.startDate}&endDate=${range.endDate}`;
    const { body } = await app.send(
      'GET',
      `${url}&sort=${sort}&pagination[current]=${current}&pagination[size]=${size}`,
      { token },
    );
    return body as { sales: { id: string }[]; pagination: { total: number } };
  };
  const ids = ({ sales }: { sales: { id: string }[] }) => sales.map((sale) => sale.id);

  // Ranges that begin and end within an hour, on the hour, and in the middle of a day.
  const hour = 3_600_000;
  const today = Math.floor(Date.now() / hour) * hour;
  const ranges = [
    { startDate: today - 100 * 24 * hour, endDate: today - 1 },
    { startDate: today - 90 * 24 * hour + 1_234_567, endDate: today - 1_234_567 },
  ];

  test.each(ranges)(
    'a late page equals the one found by counting from the start',
    async (range) => {
      for (const unitId of ['all', '1001']) {
        const whole = ids(await page(range, 1, 10_000, unitId));
        expect(whole.length).toBeGreaterThan(2000);
        for (let current = 1; (current - 1) * 130 < whole.length + 130; current += 1) {
          const [from, to] = [(current - 1) * 130, current * 130];
          expect(ids(await page(range, current, 130, unitId))).toEqual(whole.slice(from, to));
          expect(ids(await page(range, current, 130, unitId, 'newest'))).toEqual(
            whole.toReversed().slice(from, to),
          );
        }
      }
    },
  );

  test('a report page past the end is empty', async () => {
    const [range] = ranges;
    if (range) expect(ids(await page(range, 900_000_000, 10))).toEqual([]);
  });
});

describe('large page', () => {
  const sales = 3000;
  const from = Date.UTC(2024, 2, 1);

  withApp({ owner: 'Rooftop' });
  beforeAll(async () => {
    const unit = await createUnit(app, owner);
    await sql`
    with sold as (
      insert into orders (
        venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents
      )
      select ${owner.venueId}, gen_random_uuid(), ${unit.id}, ${unit.unitNumber}, at, at, 'unit', 900, 80, 100
      from generate_series(0, ${sql.lit(sales - 1)}) as n,
        lateral (select ${new Date(from)}::timestamptz + n * interval '1 minute' as at) as times
      returning venue_id, id
    )
    insert into ordered_drinks (
      venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
    )
    select venue_id, id, 0, gen_random_uuid(), 'Cuba Libre', 1, 1, 900, 80, 100 from sold
  `.execute(app.db);
    await rebuildRollups(app.db);
  });

  /** Counts the turns of the event loop until it is stopped: in each, another request could have been served. */
  function countTurns(): () => number {
    let turns = 0;
    let isStopped = false;
    const count = async () => {
      for (;;) {
        await nextTurn();
        if (isStopped) return;
        turns += 1;
      }
    };
    void count();
    return () => {
      isStopped = true;
      return turns;
    };
  }

  test('other requests are served while a large page of sales is written', async () => {
    const query = `venueId=${owner.venueId}&startDate=${from}&endDate=${from + sales * 60_000}`;
    const response = await app.app.inject({
      method: 'GET',
      url: `/api/orders/sales/report?${query}&pagination[size]=${sales}`,
      headers: { authorization: `Bearer ${owner.token}` },
      payloadAsStream: true,
    });
    expect(response.statusCode).toBe(200);
    let text = '';
    let stopCounting: (() => number) | undefined;
    for await (const chunk of response.stream()) {
      stopCounting ??= countTurns();
      text += String(chunk);
    }
    const turns = stopCounting?.();
    expect(JSON.parse(text).sales).toHaveLength(sales);
    // A turn for each hundred sales or so: not all at once, and not in a few large pieces.
    expect(turns).toBeGreaterThan(sales / 200);
  });
});
