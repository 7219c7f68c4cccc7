/** Shares of a sale of which glasses are refunded, or no longer. */
import type { StoredSale } from './imported-sales.queries.ts';

const share = (cents: number, glasses: number, quantity: number): number =>
  Math.floor((cents * glasses) / quantity);

/** The sale with this number of glasses more (or less) refunded, each with its share of tax and tip. */
export function refundShare(
  sale: StoredSale,
  glasses: number,
  refundedAt = sale.refunded_at ?? sale.sold_at,
): StoredSale {
  const before = sale.refunded_at === null ? sale.refunded_quantity : sale.quantity;
  const after = before + glasses;
  if (after >= sale.quantity)
    return {
      ...sale,
      refunded_at: refundedAt,
      refunded_quantity: 0,
      refunded_tax_cents: 0,
      refunded_tip_cents: 0,
    };
  return {
    ...sale,
    refunded_at: null,
    refunded_quantity: after,
    refunded_tax_cents: share(sale.tax_cents, after, sale.quantity),
    refunded_tip_cents: share(sale.tip_cents, after, sale.quantity),
  };
}
