/** Rollup delta of a sale, and of its reversal. */
import { totalsOf } from '../../rules/reports/sales-totals.ts';
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
}

export interface CountedOrder {
  sold_at: Date;
  duration_ms?: number | null | undefined;
  drinks: readonly CountedDrink[];
}

/** A refunded drink counts in the quantity as far as it was poured, and not in the amount. */
export function addedBy({ sold_at, duration_ms, drinks }: CountedOrder): SalesChange {
  const lines = drinks.map((drink) => ({
    priceCents: drink.price_cents * drink.quantity,
    taxCents: drink.tax_cents,
    tipCents: drink.tip_cents,
    feeCents: drink.fee_cents ?? null,
    refunded: Boolean(drink.refunded_at),
    successQuantity: drink.success_quantity,
    isDouble: drink.is_double ?? false,
  }));
  return {
    soldAt: sold_at,
    times: 1,
    sums: totalsOf([{ durationMs: duration_ms ?? null, lines }]),
    drinks: drinks.map((drink) => ({
      name: drink.name,
      quantity: drink.refunded_at ? drink.success_quantity : drink.quantity,
      amountCents: drink.refunded_at ? 0 : drink.price_cents * drink.quantity,
    })),
  };
}

export const takenBackBy = (order: CountedOrder): SalesChange => ({ ...addedBy(order), times: -1 });
