/** Rollup delta of a sale, and of its reversal. */
import { totalsOf } from '../../rules/reports/sales-totals.ts';
import { refundedPart } from '../shared/refunded-part.ts';
import type { SalesChange } from './rollups.queries.ts';

interface CountedDrink {
  name: string;
  quantity: number;
  success_quantity: number;
  is_double?: boolean | undefined;
  price_cents: number;
  tax_cents: number;
  tip_cents: number;
  fee_cents?: number | null | undefined;
  refunded_at?: Date | null | undefined;
  refunded_quantity?: number | undefined;
  refunded_tax_cents?: number | undefined;
  refunded_tip_cents?: number | undefined;
}

export interface CountedOrder {
  sold_at: Date;
  duration_ms?: number | null | undefined;
  drinks: readonly CountedDrink[];
}

/** Refunded glasses count in the quantity as far as they were poured, and not in the amount. */
export function saleDelta({ sold_at, duration_ms, drinks }: CountedOrder): SalesChange {
  const lines = drinks.map((drink) => ({
    priceCents: drink.price_cents * drink.quantity,
    taxCents: drink.tax_cents,
    tipCents: drink.tip_cents,
    feeCents: drink.fee_cents ?? null,
    refunded: refundedPart(drink),
    successQuantity: drink.success_quantity,
    isDouble: drink.is_double ?? false,
  }));
  return {
    soldAt: sold_at,
    times: 1,
    sums: totalsOf([{ durationMs: duration_ms ?? null, lines }]),
    drinks: drinks.map((drink) => {
      const { glasses, priceCents } = refundedPart(drink);
      const { name, quantity, success_quantity, price_cents } = drink;
      return {
        name,
        quantity: quantity - Math.min(glasses, quantity - success_quantity),
        amountCents: price_cents * quantity - priceCents,
      };
    }),
  };
}

export const reversalDelta = (order: CountedOrder): SalesChange => ({
  ...saleDelta(order),
  times: -1,
});
