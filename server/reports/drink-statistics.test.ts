import { expect, test } from 'vitest';
import { addOwner } from '../testing/app.ts';
import { app, owner } from '../testing/with-app.ts';
import { cents, end, other, query, report, start, withTwoMonthsOfSales } from '../testing/sales.ts';

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

test('drink statistics are empty without sales, and refused to another owner', async () => {
  expect((await statistics({ startDate: 1e12, endDate: 1e12 })).body).toEqual([]);
  const stranger = await addOwner(app, 'Stranger');
  expect((await statistics({ startDate: start, endDate: end }, stranger.token)).status).toBe(404);
  expect((await statistics({ startDate: end, endDate: start })).status).toBe(400);
});
