/** Lines and refunds that journals book. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables/tables.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';

interface Payment {
  provider: 'stripe' | 'shift4' | 'demo' | null;
  paymentId: string | null;
  reader: string;
}

/** A line of a sale; price, tax and tip are of all its glasses. */
export interface BookedLineRow extends Payment {
  soldAt: Date;
  priceCents: number;
  taxCents: number;
  tipCents: number;
  feeCents: number | null;
  refundedPriceCents: number;
  refundedTaxCents: number;
  refundedTipCents: number;
  /** True for a sale that was imported as refunded. */
  isRefundedWithoutRecord: boolean;
  ingredientIds: string[];
  servingMl: number[];
  ingredientPriceCents: number[];
}

const payment = sql`sale.payment_provider as provider, sale.payment_id as "paymentId",
  sale.payment_reader_device_name as reader`;

const within = (column: RawBuilder<unknown>, { startMs, endMs }: TimeRange): RawBuilder<unknown> =>
  sql`${column} >= ${new Date(startMs)}::timestamptz and ${column} < ${new Date(endMs)}::timestamptz`;

export async function listBookedLines(
  db: Db,
  venueId: string,
  night: TimeRange,
): Promise<BookedLineRow[]> {
  const { rows } = await sql<BookedLineRow>`
    select sale.sold_at as "soldAt", ${payment}, drink.price_cents * drink.quantity as "priceCents",
      drink.tax_cents as "taxCents", drink.tip_cents as "tipCents", drink.fee_cents as "feeCents",
      drink.price_cents * case when drink.refunded_at is null then drink.refunded_quantity else drink.quantity end
        as "refundedPriceCents",
      case when drink.refunded_at is null then drink.refunded_tax_cents else drink.tax_cents end
        as "refundedTaxCents",
      case when drink.refunded_at is null then drink.refunded_tip_cents else drink.tip_cents end
        as "refundedTipCents",
      drink.refunded_at is not null and refund.order_id is null as "isRefundedWithoutRecord",
      drink.ingredient_ids as "ingredientIds", drink.serving_ml as "servingMl",
      drink.ingredient_price_cents as "ingredientPriceCents"
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = ${venueId} and drink.order_id = sale.id
    left join refunds as refund on refund.venue_id = ${venueId} and refund.order_id = sale.id
      and refund.drink_index = drink.drink_index and refund.state = 'refunded' and refund.nth = 0
    where sale.venue_id = ${venueId} and ${within(sql`sale.sold_at`, night)}
    order by sale.sold_at, sale.id, drink.drink_index
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    servingMl: row.servingMl.map(Number),
    ingredientPriceCents: row.ingredientPriceCents.map(Number),
  }));
}

export interface BookedRefundRow extends Payment {
  id: string;
  soldAt: Date;
  settledAt: Date;
  /** unsent: recorded by an earlier version for a sale with a payment. */
  refundedBy: 'stripe' | 'shift4' | 'demo' | 'cash' | 'unsent';
  amountCents: number;
  taxCents: number;
  tipCents: number;
}

const refundColumns = sql`refund.id, sale.sold_at as "soldAt", refund.settled_at as "settledAt", ${payment},
  refund.provider as "refundedBy", refund.amount_cents as "amountCents",
  coalesce(refund.tax_cents, drink.tax_cents) as "taxCents", coalesce(refund.tip_cents, drink.tip_cents) as "tipCents"`;

/** Lists refunds that were settled in the night, and those of its sales whenever they were settled. */
export async function listBookedRefunds(
  db: Db,
  venueId: string,
  night: TimeRange,
): Promise<BookedRefundRow[]> {
  const { rows } = await sql<BookedRefundRow>`
    select ${refundColumns}
    from refunds as refund
    join orders as sale on sale.venue_id = ${venueId} and sale.id = refund.order_id
    join ordered_drinks as drink on drink.venue_id = ${venueId} and drink.order_id = refund.order_id
      and drink.drink_index = refund.drink_index
    where refund.venue_id = ${venueId} and refund.state = 'refunded' and ${within(sql`refund.settled_at`, night)}
    union
    select ${refundColumns}
    from orders as sale
    join refunds as refund on refund.venue_id = ${venueId} and refund.order_id = sale.id and refund.state = 'refunded'
    join ordered_drinks as drink on drink.venue_id = ${venueId} and drink.order_id = refund.order_id
      and drink.drink_index = refund.drink_index
    where sale.venue_id = ${venueId} and ${within(sql`sale.sold_at`, night)}
  `.execute(db);
  return rows;
}
