import type { z } from 'zod';
import type { orderDetail } from '../../contract/order-detail.ts';
import { toDollars } from '../../lib/money.ts';
import { readShift4Payment } from '../../rules/orders/payment-provider.ts';
import type { OrderDetail, ShownRefund } from './order-detail.queries.ts';
import { saleView } from './sale.view.ts';

/** Characters of the reference of a payment that are shown: enough to find it, too few to use it. */
const shownCharacters = 4;

/** API representation of an order as a whole; includes the duration only for those who may see it. */
export function orderDetailView(
  { sale, pours, refunds }: OrderDetail,
  withDuration: boolean,
): z.output<typeof orderDetail> {
  return {
    sale: saleView(sale, withDuration),
    venueId: sale.venue_id,
    enteredBy: sale.entered_by,
    receivedAt: sale.received_at.toISOString(),
    payment:
      sale.payment_id === null
        ? null
        : {
            provider: sale.payment_provider,
            reference: referenceOf(sale.payment_id),
            cardLast4: sale.card_last4,
          },
    drinks: sale.drinks.map((drink) => ({
      ingredients: drink.ingredient_names,
      pours: pours
        .filter((pour) => pour.drink_index === drink.drink_index)
        .map(({ ingredient, position, ml, ms, outcome }) => ({
          ingredient,
          position,
          ml,
          ms,
          outcome,
        })),
    })),
    refunds: refunds.map((refund) => refundView(refund, sale)),
  };
}

/** Without the card token that may follow the invoice of a payment. */
const referenceOf = (paymentId: string): string =>
  (readShift4Payment(paymentId)?.invoice ?? paymentId).slice(-shownCharacters);

const refundView = (refund: ShownRefund, { drinks }: OrderDetail['sale']) => ({
  drinkIndex: refund.drink_index,
  glasses: refund.glasses ?? drinks[refund.drink_index]?.quantity ?? 1,
  state: refund.state,
  amount: toDollars(refund.amount_cents),
  provider: refund.provider,
  error: refund.error,
  requestedBy: refund.requested_by,
  requestedAt: refund.requested_at.toISOString(),
  settledAt: refund.settled_at?.toISOString() ?? null,
});
