import type { RefundableLine } from '../../rules/refunds/refund.ts';
import type { SaleRow } from '../orders/orders.queries.ts';

/** Maps the drinks of a sale to the input of the refund rule. */
export const refundableLines = (
  { drinks }: SaleRow,
  underWay: ReadonlySet<number>,
): RefundableLine[] =>
  drinks.map((drink) => ({
    priceCents: drink.price_cents * drink.quantity,
    taxCents: drink.tax_cents,
    tipCents: drink.tip_cents,
    state: stateOf(drink, underWay),
  }));

function stateOf(
  { refunded_at, drink_index }: SaleRow['drinks'][number],
  underWay: ReadonlySet<number>,
): RefundableLine['state'] {
  if (refunded_at !== null) return 'refunded';
  return underWay.has(drink_index) ? 'requested' : 'paid';
}
