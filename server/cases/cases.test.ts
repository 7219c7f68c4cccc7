import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readMigrations } from '../../db/migration-files.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import {
  after,
  blocked,
  caseOf,
  fail,
  list,
  noon,
  provider,
  refund,
  resolve,
  sell,
  withRefunds,
} from '../testing/refunds.ts';
import { switchFlag } from '../testing/stock.ts';
import { app, owner, unit } from '../testing/with-app.ts';

describe('cases', () => {
  withRefunds();

  test('a drink of which some glasses failed is a case, with its cause, its pours and what is owed', async () => {
    await app.db
      .updateTable('venues')
      .set({ tax_percentage: 8.875 })
      .where('id', '=', owner.venueId)
      .execute();
    const order = await fail({ quantity: 3, successQuantity: 1 }, { tips: 4, cardLast4: '4242' });
    await app.db.updateTable('venues').set({ tax_percentage: 0 }).execute();
    // 27.00 with 2.40 of tax: 0.80 each.
    expect(await caseOf(order)).toMatchObject({
      orderId: order.id,
      drinkIndex: 0,
      unitNumber: unit.unitNumber,
      soldAt: noon.toISOString(),
      drink: 'Cuba Libre',
      quantity: 3,
      failedGlasses: 2,
      paid: 33.4,
      owed: 19.6,
      cause: 'blocked',
      position: 2,
      ingredient: 'Cola',
      pours: [{ ingredient: 'Cola', position: 2, ml: 12, ms: 900, outcome: 'blocked' }],
      state: 'open',
      resolution: null,
      refundTo: 'card',
      cardLast4: '4242',
      refund: null,
      wholeLine: { amount: 33.4, beyondOwed: 13.8 },
    });
  });

  test('sales that were poured, entered by hand or free of failures are no cases', async () => {
    const [first] = (await list()).cases;
    expect(first).toBeUndefined();
    const poured = await sell();
    const byHand = await app.send('POST', '/api/orders', {
      token: owner.token,
      body: {
        unitNumber: unit.unitNumber,
        drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }],
      },
    });
    expect(byHand.status).toBe(201);
    expect(await caseOf(poured)).toBeUndefined();
    expect(await caseOf(byHand.body)).toBeUndefined();
  });

  test('cases with the same cause and position, each within an hour of another, are one group', async () => {
    const at = (minutes: number) => ({ date: noon.getTime() + minutes * 60_000 });
    after(5 * 3_600_000);
    const orders = [];
    for (const minutes of [0, 50, 100]) orders.push(await fail({}, at(minutes)));
    const others = [
      await fail({}, at(170)),
      await fail({ pours: [blocked('3')] }, at(60)),
      await fail({ pours: [] }, at(60)),
    ];
    const { cases, groups } = await list();
    const groupOf = (order: { id: string }): string =>
      cases.find(({ orderId }: { orderId: string }) => orderId === order.id).groupId;
    expect(new Set(orders.map(groupOf)).size).toBe(1);
    expect(new Set([...orders, ...others].map(groupOf)).size).toBe(4);
    expect(groups.find(({ cases: count }: { cases: number }) => count === 3)).toMatchObject({
      cause: 'blocked',
      position: 2,
      ingredient: 'Cola',
      glasses: 3,
      owed: 27,
      from: noon.toISOString(),
      to: new Date(noon.getTime() + 100 * 60_000).toISOString(),
    });
    expect(groups.filter(({ cause }: { cause: string }) => cause === 'power')).toMatchObject([
      { position: null, ingredient: null },
    ]);
    // A page that ends within a group has the sums of the whole group.
    const page = await list(`?unitId=${unit.id}&pagination[size]=5`);
    expect(page.cases).toHaveLength(5);
    const rest = await list(`?unitId=${unit.id}&before=${page.cases[4].id}`);
    expect([...page.cases, ...rest.cases]).toEqual(cases);
    expect([...page.groups, ...rest.groups]).toEqual(expect.arrayContaining(groups));
  });

  test('the tip of a sale of which nothing was poured is owed with its last drink', async () => {
    const two = [
      { drinkId: unit.cubaLibre, successQuantity: 0 },
      { drinkId: unit.cubaLibre, successQuantity: 0 },
    ];
    const order = await sell({ drinks: two, tips: 4 });
    const owed = async () =>
      [...(await list('?state=open')).cases, ...(await list('?state=resolved')).cases]
        .filter(({ orderId }) => orderId === order.id)
        .toSorted((a, b) => a.drinkIndex - b.drinkIndex)
        .map((one) => one.owed);
    expect(await owed()).toEqual([11, 11]);
    await refund(order.id, '0');
    expect(await owed()).toEqual([9, 13]);
    await refund(order.id, '1');
    expect(await owed()).toEqual([9, 13]);
    expect([...provider.paid.values()]).toEqual([900, 1300]);
  });

  test('a corrected date moves the case with its sale', async () => {
    const order = await fail();
    const date = '2024-06-30T22:00:00.000Z';
    const body = { date };
    expect(
      (await app.send('PUT', `/api/orders/${order.id}`, { token: owner.token, body })).status,
    ).toBe(200);
    expect(await caseOf(order)).toMatchObject({ soldAt: date });
  });

  test('the summary counts what is open', async () => {
    const token = owner.token;
    const summary = async () =>
      (await app.send('GET', `/api/venues/${owner.venueId}/cases/summary`, { token })).body;
    const before = await summary();
    await fail({ quantity: 2 });
    const { open, glasses, owed } = await summary();
    expect([open - before.open, glasses - before.glasses, owed - before.owed]).toEqual([1, 2, 18]);
  });
});

describe('case ledger', () => {
  withRefunds();

  test('the ledger of a period is charged = returned + made again + owed + kept, with what else was refunded', async () => {
    const ways = ['refunded', 'remade', 'kept', 'meter', 'declined'];
    for (const resolution of ways) {
      const one = await caseOf(
        await fail({ quantity: 2, successQuantity: 1 }, { processingFee: 0.6 }),
      );
      const whole = resolution === 'refunded' ? { wholeLine: true } : {};
      expect((await resolve(one.id, { resolution, ...whole })).status).toBe(200);
    }
    await fail();
    const poured = await sell();
    await refund(poured.id, '1');
    await switchFlag(
      app.db,
      { venueId: owner.venueId, unitId: unit.id },
      flagNamed.confirmationPage,
    );
    await app.db.updateTable('units').set({ discount_rate: 1 }).where('id', '=', unit.id).execute();
    await sell({ drinks: [{ drinkId: unit.cubaLibre, quantity: 2 }], tips: 0 });
    const query = `from=2024-06-30&to=2024-07-01&timezone=UTC&unitId=${unit.unitNumber}`;
    const { body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
      token: owner.token,
    });
    const sums = { cases: 6, charged: 54, returned: 9, remade: 9, owed: 9, kept: 27, goodwill: 9 };
    expect(body).toEqual({
      ...sums,
      otherRefunds: 2.5,
      feesLost: 0.6,
      comps: 18,
      // The glass that was poured of the refunded line, and the poured drink.
      leaked: { comps: 18, refundedPoured: 11.5, overPour: null },
      days: [{ day: '2024-07-01', ...sums }],
    });
  });

  test.each([
    ['from=2024-07-02&to=2024-07-01&timezone=UTC', 'to'],
    ['from=2022-01-01&to=2024-07-01&timezone=UTC', 'to'],
    ['from=2024-07-01&to=2024-07-01&timezone=Mars', 'timezone'],
    ['from=2024-07-01&to=2024-07-01', 'timezone'],
    ['from=1&to=2024-07-01&timezone=UTC', 'from'],
  ])('a ledger of %s is refused', async (query, field) => {
    const token = owner.token;
    const { status, body } = await app.send('GET', `/api/venues/${owner.venueId}/ledger?${query}`, {
      token,
    });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([field]);
    if (field === 'from') expect(body.from.message ?? body.from).toContain('2026-11-01');
  });

  test('cases are listed by the days of their sales', async () => {
    const at = (text: string) => ({ date: Date.parse(text) });
    const first = await fail({}, at('2024-06-28T23:30:00Z'));
    const last = await fail({}, at('2024-06-29T00:30:00Z'));
    const among = async (query: string) => {
      const { cases, groups } = await list(`?${query}&unitId=${unit.id}&pagination[size]=100`);
      const ids = cases.map(({ orderId }: { orderId: string }) => orderId);
      return [[first, last].map(({ id }) => ids.includes(id)), groups.length > 0];
    };
    expect(await among('from=2024-06-29&timezone=UTC')).toEqual([[false, true], true]);
    expect(await among('to=2024-06-28&timezone=UTC')).toEqual([[true, false], true]);
    expect(await among('from=2024-06-28&to=2024-06-28&timezone=America/New_York')).toEqual([
      [true, true],
      true,
    ]);
    expect(await among('from=2024-06-26&to=2024-06-27&timezone=UTC')).toEqual([
      [false, false],
      false,
    ]);
    for (const [query, field] of [
      ['from=2024-06-29&to=2024-06-28&timezone=UTC', 'to'],
      ['from=6/29/2024&timezone=UTC', 'from'],
      ['from=2024-06-29', 'timezone'],
    ]) {
      const { status, body } = await app.send(
        'GET',
        `/api/venues/${owner.venueId}/cases?${query}`,
        { token: owner.token },
      );
      expect([status, Object.keys(body)]).toEqual([400, [field]]);
    }
  });
});

/** The migration opens the cases of earlier sales as the product opens those of new ones. */
describe('migrated cases', () => {
  withRefunds();

  const outcomes = ['poured', 'partial', 'empty', 'blocked', 'timeout', 'cancelled'];
  const hourMs = 3_600_000;

  /** Sales of every cause, at two positions, up to seven hours apart from one another. */
  async function sellAll(): Promise<{ id: string }[]> {
    await app.db.updateTable('venues').set({ tax_percentage: 8.875 }).execute();
    const sold = [];
    for (let nth = 0; nth < 40; nth += 1) {
      const pours = [outcomes[nth % 6], outcomes[(nth * 5) % 7 === 0 ? 2 : 0]].map(
        (outcome, at) => ({
          ingredientId: at === 0 ? unit.cola : unit.rum,
          position: String(1 + (nth % 2)),
          ml: 10,
          ms: 100,
          outcome,
        }),
      );
      sold.push(
        await sell({
          date: noon.getTime() + ((nth * 13) % 29) * 0.4 * hourMs,
          tips: nth % 3,
          drinks: [
            {
              drinkId: unit.cubaLibre,
              quantity: 1 + (nth % 4),
              successQuantity: nth % 5 === 0 ? 0 : nth % 2,
              ...(nth % 8 !== 7 && { pours }),
            },
            ...(nth % 4 === 0
              ? [{ ingredients: [unit.cola], quantity: 2, successQuantity: nth % 8 === 0 ? 0 : 1 }]
              : []),
          ],
        }),
      );
    }
    await app.db.updateTable('venues').set({ tax_percentage: 0 }).execute();
    return sold;
  }

  const listCases = () =>
    app.db
      .selectFrom('pour_cases')
      .selectAll()
      .where('unit_id', '=', unit.id)
      .orderBy('order_id')
      .orderBy('drink_index')
      .execute();

  /** Numbers in place of the ids of groups, whose first case may be another where one was received late. */
  function withGroups<Row extends { group_id: string }>(rows: readonly Row[]) {
    const groups = [...new Set(rows.map(({ group_id }) => group_id))];
    return rows.map((row) => ({ ...row, group_id: groups.indexOf(row.group_id) }));
  }

  test('earlier sales get the same cases as new ones; open ones older than 30 days are not asked for any more', async () => {
    after(20 * hourMs);
    const sold = await sellAll();
    for (const nth of [0, 8, 13]) await refund(sold[nth]?.id ?? '', '0');
    const opened = await listCases();
    expect(opened.length).toBeGreaterThan(30);
    await app.db.deleteFrom('pour_cases').execute();

    const migration = (await readMigrations()).find(({ name }) => name.endsWith('-pour-cases.sql'));
    const backfill = migration?.statements.find((statement) => statement.includes('with failed'));
    await app.pool.query(backfill ?? '');
    const expected = withGroups(opened).map((row) => ({
      ...row,
      ...(row.state === 'open' && {
        state: 'resolved',
        resolution: 'kept',
        settled_at: expect.any(Date),
      }),
    }));
    expect(withGroups(await listCases())).toEqual(expected);
  });

  test('a refund of an earlier sale that is in progress keeps its case open', async () => {
    const order = await sell({ drinks: [{ drinkId: unit.cubaLibre, successQuantity: 0 }] });
    await app.db
      .insertInto('refunds')
      .values({
        venue_id: (await listCases())[0]?.venue_id ?? '',
        id: randomUUID(),
        order_id: order.id,
        drink_index: 0,
        state: 'requested',
        amount_cents: 900,
        provider: 'stripe',
        requested_at: noon,
      })
      .execute();
    await app.db.deleteFrom('pour_cases').execute();
    const migration = (await readMigrations()).find(({ name }) => name.endsWith('-pour-cases.sql'));
    const backfill = migration?.statements.find((statement) => statement.includes('with failed'));
    await app.pool.query(backfill ?? '');
    expect(await listCases()).toMatchObject([{ state: 'refunding', resolution: null }]);
  });
});
