/** An order as a whole, with its pours, its payment and its refunds. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { id, timeOut } from './fields.ts';
import { money } from './money.ts';
import { sale } from './orders.ts';

/** One pour as reported by the unit, with the name of its ingredient where that still exists. */
const shownPour = z.object({
  ingredient: z.string().nullable(),
  position: z.number(),
  ml: z.number(),
  ms: z.number(),
  outcome: z.string(),
});

/** A refund of glasses of one drink, by its ordinal in the order; amount in dollars. */
const shownRefund = z.object({
  drinkIndex: z.number(),
  glasses: z.number(),
  state: z.enum(['requested', 'refunded', 'failed']),
  amount: money(),
  provider: z.enum(['stripe', 'shift4', 'demo', 'cash', 'unsent']),
  error: z.string().nullable(),
  requestedBy: z.string().nullable(),
  requestedAt: timeOut,
  settledAt: timeOut.nullable(),
});

/**
 * An order as a whole. Its drinks have their ingredients and pours in the order of the sale's. Of the reference of the
 * payment, only the last characters are shown.
 */
export const orderDetail = z.object({
  sale,
  venueId: z.string(),
  enteredBy: z.enum(['unit', 'manual', 'import']),
  receivedAt: timeOut,
  payment: z
    .object({
      provider: z.enum(['stripe', 'shift4', 'demo']).nullable(),
      reference: z.string(),
      /** Last four digits of the card; null where the unit sent none. */
      cardLast4: z.string().nullable(),
    })
    .nullable(),
  drinks: z.array(z.object({ ingredients: z.array(z.string()), pours: z.array(shownPour) })),
  refunds: z.array(shownRefund),
});

export const getOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  summary: 'An order with its pours, its payment and its refunds',
  access: 'dashboard',
  permission: 'sales.read',
  params: z.object({ id }),
  responses: { 200: orderDetail },
});
