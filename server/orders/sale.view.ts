import type { z } from 'zod';
import type { order, orderDetail, sale } from '../../contract/orders.ts';
import { toDollars } from '../../lib/money.ts';
import { paymentReference } from '../../rules/orders/payment-provider.ts';
import { refundTarget } from '../../rules/refunds/refund.ts';
import type { ShownDrink, ShownSale } from './orders.queries.ts';
import type { OrderDetail, PlainOrderRow, ShownRefund } from './shown-orders.queries.ts';

/** API representation of a sale; includes the duration only for those who may see it. */
export function saleView(row: ShownSale, withDuration: boolean): z.output<typeof sale> {
  return {
    id: row.id,
    date: row.sold_at.toISOString(),
    price: toDollars(row.price_cents),
    tax: toDollars(row.tax_cents),
    tips: toDollars(row.tip_cents),
    ...(withDuration ? { duration: row.duration_ms } : {}),
    unitNumber: row.unit_number,
    status: row.drinks.every((drink) => drink.refunded_at !== null) ? 'refunded' : 'paid',
    paymentReaderDeviceName: row.payment_reader_device_name,
    processingFee: row.fee_cents === null ? null : toDollars(row.fee_cents),
    refundTo: refundTarget(row.payment_id, row.payment_provider),
    drinks: row.drinks.map(soldDrinkView),
  };
}

const soldDrinkView = (row: ShownDrink) => ({
  _id: row.id,
  name: row.name,
  quantity: row.quantity,
  status: row.refunded_at === null ? ('paid' as const) : ('refunded' as const),
  successQuantity: row.success_quantity,
  price: toDollars(row.price_cents),
  isDouble: row.is_double,
  tax: toDollars(row.tax_cents),
  tips: toDollars(row.tip_cents),
  processingFee: row.fee_cents === null ? null : toDollars(row.fee_cents),
  ...(row.refund ? { refund: row.refund } : {}),
  ...(row.is_current_drink === undefined ? {} : { isCurrentDrink: row.is_current_drink }),
  ...(row.refunded_at === null && row.refunded_quantity > 0
    ? {
        refundedQuantity: row.refunded_quantity,
        refundedTax: toDollars(row.refunded_tax_cents),
        refundedTips: toDollars(row.refunded_tip_cents),
      }
    : {}),
});

export function plainOrderView(row: PlainOrderRow): z.output<typeof order> {
  return { id: row.id, ingredients: row.ingredients, date: row.sold_at.toISOString() };
}

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
            reference: paymentReference(sale.payment_id),
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
