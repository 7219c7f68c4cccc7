/** Test fixtures: two months of sales on two units, and their report. */
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import { rebuildRollups } from '../../db/rebuild-rollups.ts';
import { addSuperAdmin, createUnit, type TestApp, type TestUnit } from './app.ts';
import { app, owner, unit, withApp } from './with-app.ts';

export let admin: string;
export let other: TestUnit;

export const start = Date.UTC(2024, 1, 28, 22, 17, 3, 250);
export const end = Date.UTC(2024, 3, 2, 9, 41, 59, 999);

/** Creates sales spread unevenly over two months on two units: ties, doubles, several drinks, refunds, free drinks. */
async function sellForTwoMonths(): Promise<void> {
  admin = await addSuperAdmin(app);
  other = await createUnit(app, owner);
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
  // Not so long after the sales that their dates are impossible.
  withApp({ owner: 'Rooftop', unit: true, now: new Date(end + 86_400_000) });
  beforeAll(sellForTwoMonths);
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

// Test helper: the sums of pours and drinks as they are stored, and as they follow from the rows of the sales.

/** All stored sums of a venue, in order. */
export async function storedSums({ db }: TestApp, venueId: string): Promise<object> {
  const drinks = await sql`
    select * from drink_sums where venue_id = ${venueId} order by unit_id, grain, bucket, drink_key, is_double
  `.execute(db);
  const pours = await sql`
    select * from pour_sums where venue_id = ${venueId} order by unit_id, grain, bucket, ingredient_id, position
  `.execute(db);
  return { drinks: drinks.rows, pours: pours.rows };
}

/** Rollups of a venue. Rows of zeros, which are left where a sale was moved away, are none. */
export async function storedRollups({ db }: TestApp, venueId: string): Promise<object> {
  const sales = await sql`
    select * from sales_rollups where venue_id = ${venueId} and orders > 0 order by unit_id, grain, bucket
  `.execute(db);
  const drinks = await sql`
    select * from drink_rollups where venue_id = ${venueId} and (quantity <> 0 or amount_cents <> 0)
    order by unit_id, grain, bucket, name
  `.execute(db);
  return { sales: sales.rows, drinks: drinks.rows };
}

interface HoursOfSums {
  startMs: number;
  endMs: number;
}

/** Sums by unit, drink and size of the sales of a range, added up row by row. */
export async function countDrinks(
  { db }: TestApp,
  venueId: string,
  range: HoursOfSums,
): Promise<Record<string, number[]>> {
  const lines = await db
    .selectFrom('ordered_drinks as drink')
    .innerJoin('orders as sale', (join) =>
      join.onRef('sale.venue_id', '=', 'drink.venue_id').onRef('sale.id', '=', 'drink.order_id'),
    )
    .selectAll('drink')
    .select(['sale.unit_id', 'sale.entered_by'])
    .where('sale.venue_id', '=', venueId)
    .where('sold_at', '>=', new Date(range.startMs))
    .where('sold_at', '<', new Date(range.endMs))
    .execute();
  return addedUpByKey(
    lines.map((line) => {
      const { quantity, success_quantity: poured, price_cents: price } = line;
      const refunded = line.refunded_at === null ? line.refunded_quantity : quantity;
      const charged = quantity - refunded;
      return [
        `${line.unit_id} ${line.drink_id ?? line.name} ${line.is_double}`,
        [
          quantity,
          poured,
          line.entered_by === 'unit' ? quantity - poured : 0,
          price === 0 ? quantity : 0,
          refunded,
          charged * price,
          charged * (line.list_price_cents ?? price),
        ],
      ];
    }),
  );
}

/** Sums by unit, ingredient and position of the pours of a range. */
export async function countPours(
  { db }: TestApp,
  venueId: string,
  range: HoursOfSums,
): Promise<Record<string, number[]>> {
  const pours = await db
    .selectFrom('pours as pour')
    .innerJoin('orders as sale', (join) =>
      join.onRef('sale.venue_id', '=', 'pour.venue_id').onRef('sale.id', '=', 'pour.order_id'),
    )
    .innerJoin('ordered_drinks as drink', (join) =>
      join
        .onRef('drink.venue_id', '=', 'pour.venue_id')
        .onRef('drink.order_id', '=', 'pour.order_id')
        .onRef('drink.drink_index', '=', 'pour.drink_index'),
    )
    .selectAll('pour')
    .select(['sale.unit_id', 'drink.is_double', 'drink.ingredient_ids', 'drink.serving_ml'])
    .select('drink.snapshot')
    .where('sale.venue_id', '=', venueId)
    .where('sold_at', '>=', new Date(range.startMs))
    .where('sold_at', '<', new Date(range.endMs))
    .execute();
  return addedUpByKey(
    pours.map((pour) => {
      const serving = pour.snapshot
        ? pour.serving_ml[pour.ingredient_ids.indexOf(pour.ingredient_id)]
        : undefined;
      const flows = pour.outcome === 'poured' && pour.ms > 0 ? 1 : 0;
      const is = (outcome: string) => (pour.outcome === outcome ? 1 : 0);
      return [
        `${pour.unit_id} ${pour.ingredient_id} ${pour.position}`,
        [
          1,
          serving === undefined ? pour.ml : serving * (pour.is_double ? 2 : 1),
          pour.ml,
          flows * pour.ml,
          flows * pour.ms,
          ...['empty', 'blocked', 'timeout', 'partial', 'cancelled'].map(is),
        ],
      ];
    }),
  );
}

function addedUpByKey(rows: readonly (readonly [string, number[]])[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const [key, values] of rows) {
    const before = sums[key] ?? values.map(() => 0);
    // In hundredths: millilitres have two decimals.
    sums[key] = before.map((sum, at) => Math.round((sum + (values[at] ?? 0)) * 100) / 100);
  }
  return sums;
}

/**
 * Inserts a sale every five minutes.
 * @param first number of the first in the change log; null for sales that are not logged
 */
export async function insertSales(
  { db }: TestApp,
  { venueId, unitId }: { venueId: string; unitId: string },
  { count, startMs, first }: { count: number; startMs: number; first: number | null },
): Promise<void> {
  await sql`
    with sale as (
      insert into orders (
        venue_id, id, unit_id, unit_number, sold_at, received_at, entered_by, price_cents, tax_cents, tip_cents, number
      )
      select ${venueId}::uuid, gen_random_uuid(), ${unitId}::uuid, 1, at, at, 'unit', 900, 0, 0, ${first}::bigint + n - 1
      from generate_series(1, ${count}::int) as n
      cross join lateral (select ${new Date(startMs)}::timestamptz + n * interval '5 minutes' as at) as time
      returning id, number
    ), line as (
      insert into ordered_drinks (
        venue_id, order_id, drink_index, id, name, quantity, success_quantity, price_cents, tax_cents, tip_cents
      )
      select ${venueId}::uuid, id, 0, id, 'Rum', 1, 1, 900, 0, 0 from sale
    )
    insert into changes (venue_id, unit_id, number, at, kind, order_id)
    select ${venueId}::uuid, ${unitId}::uuid, number, now(), 'sale', id from sale where number is not null
  `.execute(db);
  if (first === null) return;
  await sql`
    update unit_state set last_number = ${first + count - 1} where venue_id = ${venueId} and unit_id = ${unitId}
  `.execute(db);
}
