import { randomUUID } from 'node:crypto';
import { assert, asyncProperty, constantFrom, integer, tuple } from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { addOwner, createUnit, type TestUnit } from '../testing/app.ts';
import {
  addedUp,
  admin,
  cents,
  end,
  other,
  query,
  type Range,
  report,
  reported,
  start,
  withTwoMonthsOfSales,
} from '../testing/sales.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

describe('reports', () => {
  withTwoMonthsOfSales();

  describe('sales report', () => {
    test('totals, both equations, pages and raw sales agree to the cent over any range', async () => {
      const offsets = tuple(
        integer({ min: -1_000_000, max: end - start }),
        integer({ min: 0, max: end - start }),
      );
      await assert(
        asyncProperty(
          offsets,
          constantFrom(undefined, 'unit', 'other'),
          async ([from, length], of) => {
            const range: Range = {
              startDate: start + from,
              endDate: start + from + length,
              ...(of === 'unit'
                ? { unitId: unit.id }
                : of === 'other'
                  ? { unitId: other.unitNumber }
                  : {}),
            };
            const { body } = await report(range, { current: 1, size: 1000 });
            expect(body.sales).toHaveLength(body.pagination.total);
            expect(reported(body)).toEqual(addedUp(body.sales));
            expect(cents(body.grossVolume)).toBe(
              cents(body.totalSales) +
                cents(body.totalTaxes) +
                cents(body.totalTips) +
                cents(body.totalRefunds),
            );
            for (const sale of body.sales) {
              expect(Date.parse(sale.date)).toBeGreaterThanOrEqual(range.startDate);
              expect(Date.parse(sale.date)).toBeLessThanOrEqual(range.endDate);
            }
          },
        ),
        { numRuns: 30 },
      );
    });

    test('the concatenated pages equal the whole list, each sale once, including ties, for any page size', async () => {
      const whole = (await report({ startDate: start, endDate: end }, { current: 1, size: 1000 }))
        .body;
      for (const size of [1, 7, 10]) {
        const ids: string[] = [];
        for (let current = 1; ; current += 1) {
          const { body } = await report({ startDate: start, endDate: end }, { current, size });
          if (body.sales.length === 0) break;
          ids.push(...body.sales.map((sale: any) => sale.id));
          expect(body.totalSales).toBe(whole.totalSales);
        }
        expect(ids).toEqual(whole.sales.map((sale: any) => sale.id));
      }
      const dates = whole.sales.map((sale: any) => sale.date);
      expect(dates).toEqual([...dates].sort());
    });

    test('the report includes both ends of the range, to the millisecond', async () => {
      const at = start + 86_400_000;
      const exact = (await report({ startDate: at, endDate: at })).body.pagination.total;
      expect(exact).toBeGreaterThan(1);
      const before = (await report({ startDate: at - 60_000, endDate: at - 1 })).body.pagination
        .total;
      const after = (await report({ startDate: at + 1, endDate: at + 60_000 })).body.pagination
        .total;
      const around = (await report({ startDate: at - 60_000, endDate: at + 60_000 })).body
        .pagination.total;
      expect(before + exact + after).toBe(around);
    });

    test('the report includes durations for a super admin only', async () => {
      const range = { startDate: start, endDate: end };
      const own = (await report(range)).body;
      const seen = (await report(range, undefined, admin)).body;
      expect(JSON.stringify(own)).not.toMatch(/duration/i);
      expect(seen.averageDuration).toBeGreaterThan(0);
      expect(seen.sales[1]).toHaveProperty('duration');
    });

    test('the report includes a net volume only where the card provider reports its fees', async () => {
      const range = { startDate: start, endDate: end };
      expect((await report(range)).body).toHaveProperty('netVolume');
      await switchFlag(app.db, owner, 'general--pax-shift4');
      expect((await report(range)).body).not.toHaveProperty('netVolume');
      const csv = await app.send('GET', `/api/orders/sales/report.csv?${query(range)}`, {
        token: owner.token,
      });
      expect(csv.text).not.toMatch(/Net (Sales|Volume)/);
      await switchFlag(app.db, owner, 'general--pax-shift4', false);
    });

    test('the report of an empty range contains zeros', async () => {
      const { body } = await report({ startDate: 1_000_000_000_000, endDate: 1_000_000_100_000 });
      expect(body).toMatchObject({
        sales: [],
        totalSales: 0,
        grossVolume: 0,
        averagePrice: 0,
        pagination: { total: 0 },
      });
    });

    test.each([
      ['startDate', { endDate: end }],
      ['endDate', { startDate: start }],
      ['startDate', { startDate: 'soon', endDate: end }],
      ['endDate', { startDate: end, endDate: start }],
      ['startDate', { startDate: -1e15, endDate: end }],
    ])('the report rejects an invalid %s', async (field, range) => {
      const response = await report(range as Range);
      expect(response.status).toBe(400);
      expect(Object.keys(response.body)).toContain(field);
    });

    test("the report is refused to another owner, and for another owner's unit", async () => {
      const stranger = await addOwner(app, `Stranger ${randomUUID()}`);
      const strange = await createUnit(app, stranger);
      const range = { startDate: start, endDate: end };
      expect((await report(range, undefined, stranger.token)).status).toBe(404);
      expect((await report({ ...range, unitId: strange.unitNumber })).status).toBe(404);
      expect((await report({ ...range, unitId: 'nonsense' })).status).toBe(404);
    });

    test('the report stays correct while orders arrive and are corrected', async () => {
      const range = { startDate: start, endDate: end };
      const busy = Array.from({ length: 30 }, async (_, index) => {
        const { body } = await app.send('POST', '/api/orders', {
          token: index % 2 ? unit.key : other.key,
          body: {
            date: start + index * 3_600_000,
            drinks: [{ drinkId: (index % 2 ? unit : other).cubaLibre }],
          },
        });
        await app.send('PUT', `/api/orders/${body.id}`, {
          token: owner.token,
          body: { date: end - index * 86_400_000, processingFee: 0.25 },
        });
      });
      for (let look = 0; look < 10; look += 1) {
        const { body } = await report(range, { current: 1, size: 1000 });
        expect(body.sales).toHaveLength(body.pagination.total);
        expect(reported(body)).toEqual(addedUp(body.sales));
      }
      await Promise.all(busy);
      const { body } = await report(range, { current: 1, size: 1000 });
      expect(reported(body)).toEqual(addedUp(body.sales));
    });

    test('the rollups equal those rebuilt from the sales', async () => {
      const all = (table: 'sales_rollups' | 'drink_rollups') =>
        sql`select * from ${sql.table(table)} as kept order by kept::text`
          .execute(app.db)
          .then(({ rows }) => rows);
      const kept = [await all('sales_rollups'), await all('drink_rollups')];
      await rebuildRollups(app.db);
      const anew = [await all('sales_rollups'), await all('drink_rollups')];
      const full = (rows: any[]) => rows.filter((row) => row.orders !== 0 && row.quantity !== 0);
      expect(kept.map((rows) => full(rows))).toEqual(anew.map((rows) => full(rows)));
    });
  });
});

describe('drink statistics', () => {
  withTwoMonthsOfSales();

  const statistics = (range: Parameters<typeof query>[0], token = owner.token) =>
    app.send('GET', `/api/reports/drinks?${query(range)}`, { token });

  /** Expected statistics, counted from the rows of the report. */
  async function counted(range: Parameters<typeof query>[0]) {
    const { body } = await report(range, { current: 1, size: 10_000 });
    const sold = new Map<string, { name: string; quantity: number; amountCents: number }>();
    for (const line of body.sales.flatMap((sale: any) => sale.drinks)) {
      const drink = sold.get(line.name) ?? { name: line.name, quantity: 0, amountCents: 0 };
      const { quantity, successQuantity } = line;
      const back = line.status === 'refunded' ? quantity : (line.refundedQuantity ?? 0);
      // Of the refunded glasses, those that were not poured come first.
      drink.quantity += quantity - Math.min(back, quantity - successQuantity);
      drink.amountCents += cents(line.price) * (quantity - back);
      sold.set(line.name, drink);
    }
    return [...sold.values()].sort((a, b) => b.quantity - a.quantity);
  }

  const hourMs = 3_600_000;

  test.each([
    ['the whole range', { startDate: start, endDate: end }],
    ['a range of edges and hours', { startDate: start + 11, endDate: start + 50 * hourMs + 7 }],
    ['a range within an hour', { startDate: start + 24 * hourMs, endDate: start + 24 * hourMs }],
  ])('drink statistics over %s match the sales', async (_, range) => {
    const { status, body } = await statistics(range);
    expect(status).toBe(200);
    const described = body.map(({ name, quantity, totalAmount }: any) => ({
      name,
      quantity,
      amountCents: cents(totalAmount),
    }));
    expect(described).toEqual((await counted(range)).filter(({ quantity }) => quantity > 0));
    expect(described.length).toBeGreaterThan(0);
  });

  test('drink statistics of one unit contain only its sales', async () => {
    const range = { startDate: start, endDate: end, unitId: other.unitNumber };
    const [whole, one] = [await statistics({ ...range, unitId: 'all' }), await statistics(range)];
    expect(one.body[0].quantity).toBeLessThan(whole.body[0].quantity);
    expect(one.body[0].quantity).toBe((await counted(range))[0]?.quantity);
  });

  test('drink statistics add up to the total sales of the report', async () => {
    const range = { startDate: start, endDate: end };
    const { body } = await statistics(range);
    const sum = body.reduce((total: number, drink: any) => total + cents(drink.totalAmount), 0);
    expect(sum).toBe(cents((await report(range)).body.totalSales));
  });

  test('names that differ only in case are one drink, named as most of it was', async () => {
    const seller = await createUnit(app, owner);
    const date = end + 3_600_000;
    for (const [name, quantity] of [
      ['matcha latte', 1],
      ['Matcha Latte', 3],
      ['MATCHA LATTE', 1],
    ] as const) {
      await app.db.updateTable('drinks').set({ name }).where('id', '=', seller.cubaLibre).execute();
      const body = { date, drinks: [{ drinkId: seller.cubaLibre, quantity }] };
      expect((await app.send('POST', '/api/orders', { token: seller.key, body })).status).toBe(201);
    }
    const range = { startDate: date - 1000, endDate: date + 1000, unitId: seller.unitNumber };
    expect((await statistics(range)).body).toEqual([
      { name: 'Matcha Latte', quantity: 5, totalAmount: 45 },
    ]);
    const path = `/api/orders/sales/report?${query(range)}&drink=matcha%20Latte`;
    const filtered = (await app.send('GET', path, { token: owner.token })).body;
    expect(filtered.sales).toHaveLength(3);
  });

  test('drink statistics are empty without sales, and refused to another owner', async () => {
    expect((await statistics({ startDate: 1e12, endDate: 1e12 })).body).toEqual([]);
    const stranger = await addOwner(app, 'Stranger');
    expect((await statistics({ startDate: start, endDate: end }, stranger.token)).status).toBe(404);
    expect((await statistics({ startDate: end, endDate: start })).status).toBe(400);
  });
});

/** What of a report arrived late: more than 15 minutes after it was sold. */
describe('late sales', () => {
  const minuteMs = 60_000;
  const noon = Date.UTC(2026, 5, 13, 12);
  let unit: TestUnit;
  let other: TestUnit;

  withApp({ now: new Date(noon), owner: 'Rooftop' });
  beforeAll(async () => {
    [unit, other] = [await createUnit(app, owner), await createUnit(app, owner)];
  });

  const sellAgo = async (minutes: number, seller = unit, tips = 0): Promise<void> => {
    const { status, text } = await app.send('POST', '/api/orders', {
      token: seller.key,
      body: {
        date: noon - minutes * minuteMs,
        tips,
        drinks: [{ drinkId: seller.cubaLibre, quantity: 2 }],
      },
    });
    expect(status, text).toBe(201);
  };

  const report = async (more = '') => {
    const range = `startDate=${noon - 24 * 60 * minuteMs}&endDate=${noon}`;
    const path = `/api/orders/sales/report?venueId=${owner.venueId}&${range}${more}`;
    const { status, body, text } = await app.send('GET', path, { token: owner.token });
    expect(status, text).toBe(200);
    return body;
  };

  test('a report says how many of its orders arrived later than 15 minutes after their sale, and their gross', async () => {
    await sellAgo(0);
    await sellAgo(15);
    const onTime = await report();
    expect(onTime.asOf).toBe(new Date(noon).toISOString());
    expect(onTime.lateSince).toEqual({ orders: 0, gross: 0 });

    await sellAgo(16, unit, 1.25);
    await sellAgo(300, other);
    // Of the day before.
    await sellAgo(25 * 60);
    const later = await report();
    const gross = Math.round((later.grossVolume - onTime.grossVolume) * 100) / 100;
    expect(later.lateSince).toEqual({ orders: 2, gross });
    expect((await report('&pagination[size]=1000')).lateSince).toEqual(later.lateSince);
    const ofUnit = await report(`&unitId=${other.id}`);
    expect(ofUnit.lateSince).toEqual({ orders: 1, gross: ofUnit.grossVolume });
  });

  test('imported sales, which all arrive later, are not counted', async () => {
    const before = (await report()).lateSince;
    await app.pool.query(`update orders set entered_by = 'import' where unit_id = $1`, [other.id]);
    expect((await report()).lateSince.orders).toBe(before.orders - 1);
  });
});
