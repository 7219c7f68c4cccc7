/** Sales that units sent and that were refused: taking them into the books, or dismissing them. */
import { z } from 'zod';
import { refusedSaleMessages } from '../rules/orders/refused-sale-messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';

/** A drink of a refused sale; prices of one, in dollars. */
const refusedDrink = z.object({
  /** Null for a drink that the unit does not have. */
  name: z.string().nullable(),
  quantity: z.number(),
  isDouble: z.boolean(),
  /** Price that the guest was charged, if the unit sent it. */
  charged: money().nullable(),
  /** Price on the menu now. */
  listed: money().nullable(),
});

/**
 * A sale that was refused, with the field and the message of the response. The same body with the same idempotency key
 * is one refused sale, and so is the same body without a key until it is settled; times is how often it was sent.
 */
const refusedSale = z.object({
  id: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  firstAt: timeOut,
  lastAt: timeOut,
  times: z.number(),
  status: z.number(),
  field: z.string(),
  message: z.string(),
  /** Null if the order does not say, or cannot be read. */
  soldAt: timeOut.nullable(),
  /** Empty for an order that cannot be read. */
  drinks: z.array(refusedDrink),
  /** Dollars charged for all drinks, before tax and tips; null if the unit did not send every price. */
  amount: money().nullable(),
  state: z.enum(['open', 'taken', 'dismissed']),
  /** False for an order that cannot be read: it can only be dismissed. */
  canBeTaken: z.boolean(),
});

export const listRefusedSales = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/refused-sales',
  summary:
    'Refused sales of the units of a venue, newest first; the next page is before the last of them',
  access: 'dashboard',
  permission: 'sales.read',
  params: z.object({ venueId: id }),
  query: z.object({
    state: z.enum(['open', 'taken', 'dismissed'], { error: 'Use a known state' }).default('open'),
    unitId: id.optional(),
    /** Id of the last refused sale of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(50, 100, refusedSaleMessages.useBefore),
  }),
  responses: { 200: z.array(refusedSale) },
});

export const settleRefusedSale = defineEndpoint({
  method: 'POST',
  path: '/api/refused-sales/{id}',
  summary:
    'Take a refused sale into the books at the prices that were charged, or dismiss it; a unit that sends a taken sale again gets that sale',
  access: 'dashboard',
  permission: 'sales.write',
  params: z.object({ id }),
  body: z.object({ action: z.enum(['take', 'dismiss'], { error: 'Use take or dismiss' }) }),
  responses: { 200: refusedSale },
});
