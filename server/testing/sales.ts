/** Test fixtures: two months of sales on two units, and their report. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import {
  addOwner,
  addSuperAdmin,
  createUnit,
  startTestApp,
  type TestApp,
  type TestOwner,
  type TestUnit,
} from './app.ts';

export let app: TestApp;
export let owner: TestOwner;
export let admin: string;
export let unit: TestUnit;
export let other: TestUnit;

export const start = Date.UTC(2024, 1, 28, 22, 17, 3, 250);
export const end = Date.UTC(2024, 3, 2, 9, 41, 59, 999);

/** Creates sales spread unevenly over two months on two units: ties, doubles, several drinks, refunds, free drinks. */
async function sellForTwoMonths(): Promise<void> {
  app = await startTestApp();
  owner = await addOwner(app, 'Rooftop');
  admin = await addSuperAdmin(app);
  [unit, other] = [await createUnit(app, owner), await createUnit(app, owner)];
  await app.db
    .updateTable('venues')
    .set({ tax_percentage: 8.875 })
    .where('id', '=', owner.venueId)
    .execute();
  for (let index = 0; index < 120; index += 1) {
    const seller = index % 3 === 0 ? other : unit;
    const date =
      index % 10 === 9 ? start + 86_400_000 : start + Math.floor((index * (end - start)) / 119);
    const response = await app.send('POST', '/api/orders', {
      token: seller.key,
      body: {
        date,
        tips: (index % 7) / 4,
        ...(index % 4 === 0
          ? {}
          : { processingFee: (index % 11) / 10, paymentReaderDeviceName: 'Reader, "front"' }),
        ...(index % 5 === 0 ? {} : { duration: 1000 * index }),
        drinks: [
          {
            drinkId: seller.cubaLibre,
            quantity: 1 + (index % 2),
            successQuantity: index % 6 === 0 ? 0 : 1,
          },
          ...(index % 4 === 1 ? [{ ingredients: [seller.rum], isDouble: true }] : []),
        ],
      },
    });
    expect(response.status).toBe(201);
  }
  await sql`
    update ordered_drinks set refunded_at = now() where id in (select id from ordered_drinks order by id limit 17)
  `.execute(app.db);
  await sql`
    update ordered_drinks set refunded_quantity = 1, refunded_tax_cents = tax_cents / 2
    where refunded_at is null and quantity = 2
      and id in (select id from ordered_drinks order by id desc limit 40)
  `.execute(app.db);
  await rebuildRollups(app.db);
}

export function withTwoMonthsOfSales(): void {
  beforeAll(sellForTwoMonths);
  afterAll(() => app.close());
}

export interface Range {
  startDate: number;
  endDate: number;
  unitId?: string | number;
}

/** Query parameters of a report. */
export const query = (range: Range, page?: { current: number; size: number }) => {
  const fields = new URLSearchParams({ venueId: owner.venueId });
  for (const [name, value] of Object.entries(range)) fields.set(name, String(value));
  for (const [name, value] of Object.entries(page ?? {}))
    fields.set(`pagination[${name}]`, String(value));
  return fields.toString();
};
export const report = (
  range: Range,
  page?: { current: number; size: number },
  token = owner.token,
) => app.send('GET', `/api/orders/sales/report?${query(range, page)}`, { token });

export const cents = (dollars: number) => Math.round(dollars * 100);

/** The same figures, added up from the sales. */
export const addedUp = (sales: any[]) => {
  const lines = sales.flatMap((sale) => sale.drinks);
  const sum = (list: any[], of: (line: any) => number) =>
    list.reduce((total, line) => total + of(line), 0);
  const price = (line: any) => cents(line.price) * line.quantity;
  /** What is refunded of a line: all, some of its glasses, or nothing. */
  const back = (line: any): [price: number, tax: number, tips: number] =>
    line.status === 'refunded'
      ? [price(line), cents(line.tax), cents(line.tips)]
      : [
          cents(line.price) * (line.refundedQuantity ?? 0),
          cents(line.refundedTax ?? 0),
          cents(line.refundedTips ?? 0),
        ];
  return {
    sales: sum(lines, (line) => price(line) - back(line)[0]),
    taxes: sum(lines, (line) => cents(line.tax) - back(line)[1]),
    tips: sum(lines, (line) => cents(line.tips) - back(line)[2]),
    refunds: sum(lines, (line) => back(line).reduce((total, each) => total + each, 0)),
    fees: sum(lines, (line) => cents(line.processingFee ?? 0)),
  };
};

/** Figures of the report, in cents. */
export const reported = (body: any) => ({
  sales: cents(body.totalSales),
  taxes: cents(body.totalTaxes),
  tips: cents(body.totalTips),
  refunds: cents(body.totalRefunds),
  fees: cents(body.grossVolume) - cents(body.totalRefunds) - cents(body.netVolume),
});
