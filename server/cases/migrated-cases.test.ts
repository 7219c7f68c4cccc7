/** The migration opens the cases of earlier sales as the product opens those of new ones. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readMigrations } from '../../db/migration-files.ts';
import { app, unit } from '../testing/with-app.ts';
import { after, noon, refund, sell, withRefunds } from '../testing/refunds.ts';

withRefunds();

const outcomes = ['poured', 'partial', 'empty', 'blocked', 'timeout', 'cancelled'];
const hourMs = 3_600_000;

/** Sales of every cause, at two positions, up to seven hours apart from one another. */
async function sellAll(): Promise<{ id: string }[]> {
  await app.db.updateTable('venues').set({ tax_percentage: 8.875 }).execute();
  const sold = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const pours = [outcomes[nth % 6], outcomes[(nth * 5) % 7 === 0 ? 2 : 0]].map((outcome, at) => ({
      ingredientId: at === 0 ? unit.cola : unit.rum,
      position: String(1 + (nth % 2)),
      ml: 10,
      ms: 100,
      outcome,
    }));
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
