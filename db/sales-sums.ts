/** Sums of sales in SQL, as rules/reports/sales-totals defines them: rollup columns, and expressions over the sales. */
import { type RawBuilder, sql } from 'kysely';
import type { SaleSums } from '../rules/reports/sales-totals.ts';
import type { SalesRollupsTable } from './tables/rollups.ts';

type SumName = keyof SaleSums;

/** Column of sales_rollups for each sum. */
export const sumColumns = {
  orders: 'orders',
  priceCents: 'price_cents',
  feeCents: 'fee_cents',
  servings: 'servings',
  durationMs: 'duration_ms',
  timedOrders: 'timed_orders',
  salesCents: 'sales_cents',
  taxCents: 'tax_cents',
  tipCents: 'tip_cents',
  refundCents: 'refund_cents',
} as const satisfies Record<SumName, keyof SalesRollupsTable>;

const isSumName = (name: string): name is SumName => name in sumColumns;

export const sumNames: readonly SumName[] = Object.keys(sumColumns).filter(isSumName);

/** Sums over orders as sale; a sum is null without any. */
export const orderSums = {
  orders: sql`count(*)`,
  durationMs: sql`sum(sale.duration_ms)`,
  timedOrders: sql`count(sale.duration_ms)`,
} satisfies Partial<Record<SumName, RawBuilder<unknown>>>;

const lineCents = sql`drink.price_cents * drink.quantity`;
/** Of a line with refunded_at, all is refunded. */
const refundedOf = (all: RawBuilder<unknown>, some: RawBuilder<unknown>) =>
  sql`case when drink.refunded_at is null then ${some} else ${all} end`;

/** Refunded glasses of an ordered drink as drink. */
export const refundedGlasses = refundedOf(sql`drink.quantity`, sql`drink.refunded_quantity`);
const refundedTax = refundedOf(sql`drink.tax_cents`, sql`drink.refunded_tax_cents`);
const refundedTip = refundedOf(sql`drink.tip_cents`, sql`drink.refunded_tip_cents`);

/** Price, tax and tip of the refunded glasses of an ordered drink as drink. */
export const refundedCents = sql`drink.price_cents * ${refundedGlasses} + ${refundedTax} + ${refundedTip}`;

/** Quantity of an ordered drink as drink; refunded glasses count as far as they were poured. */
export const soldQuantity = sql`
  drink.quantity - least(${refundedGlasses}, drink.quantity - drink.success_quantity)`;

/** Amount of an ordered drink as drink, before tax and tips, without refunds. */
export const soldCents = sql`drink.price_cents * (drink.quantity - ${refundedGlasses})`;

/** Sums over ordered_drinks as drink; null without any. */
export const lineSums: Record<Exclude<SumName, keyof typeof orderSums>, RawBuilder<unknown>> = {
  priceCents: sql`sum(${lineCents})`,
  feeCents: sql`sum(drink.fee_cents)`,
  servings: sql`sum(case when drink.success_quantity = 0 then 0 when drink.is_double then 2 else 1 end)`,
  salesCents: sql`sum(${soldCents})`,
  taxCents: sql`sum(drink.tax_cents - ${refundedTax})`,
  tipCents: sql`sum(drink.tip_cents - ${refundedTip})`,
  refundCents: sql`sum(${refundedCents})`,
};

/** Select list of these sums, each under its own name. */
export const selected = (
  sums: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<unknown> =>
  sql.join(Object.entries(sums).map(([name, sum]) => sql`${sum} as ${sql.id(name)}`));
