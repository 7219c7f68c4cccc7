import type { Glasses, RefundableLine } from '../../rules/refunds/refund.ts';
import type { SaleRow } from '../orders/orders.queries.ts';
import type { LiveRefund } from './refunds.queries.ts';

type Drink = SaleRow['drinks'][number];

/** Maps the drinks of a sale to the input of the refund rule. */
export const refundableLines = (
  { drinks }: Pick<SaleRow, 'drinks'>,
  live: readonly LiveRefund[],
): RefundableLine[] =>
  drinks.map((drink) => {
    const own = live.filter(({ drink_index }) => drink_index === drink.drink_index);
    const taken = takenBy(own, drink);
    return {
      priceCents: drink.price_cents * drink.quantity,
      taxCents: drink.tax_cents,
      tipCents: drink.tip_cents,
      quantity: drink.quantity,
      state: lineState(drink, taken),
      taken,
    };
  });

/** Glasses of a line that were not poured, less those that are refunded or whose refund is in progress. */
export const failedGlasses = (
  { quantity, success_quantity }: Drink,
  { taken, state }: RefundableLine,
): number => (state === 'paid' ? quantity - success_quantity - (taken?.glasses ?? 0) : 0);

function lineState(
  { refunded_at, quantity }: Drink,
  { glasses }: Glasses,
): RefundableLine['state'] {
  if (refunded_at !== null) return 'refunded';
  return glasses < quantity ? 'paid' : 'requested';
}

const takenBy = (own: readonly LiveRefund[], drink: Drink): Glasses =>
  own.reduce(
    (sum, refund) => ({
      glasses: sum.glasses + (refund.glasses ?? drink.quantity),
      taxCents: sum.taxCents + (refund.tax_cents ?? drink.tax_cents),
      tipCents: sum.tipCents + (refund.tip_cents ?? drink.tip_cents),
    }),
    { glasses: 0, taxCents: 0, tipCents: 0 },
  );
