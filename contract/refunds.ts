/** Refunds of sold drinks, and the messages of card providers about them. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { money } from './money.ts';

/** Zero-based ordinals in the order: `0,2`, repeated, or as JSON. */
const drinkIndexes = z.union([z.string(), z.array(z.string())]).default('');

/** Glasses of one drink; all that are paid for where it is left out. */
const glasses = z.coerce
  .number({ error: 'Use a number of glasses' })
  .int('Use a whole number')
  .min(1, 'Use at least 1')
  .max(100, 'Use at most 100')
  .optional();

export const refundDrinks = defineEndpoint({
  method: 'GET',
  path: '/api/orders/{orderId}/refund',
  summary:
    'Refund these drinks of an order, counted from 0, or glasses of one of them; needs the Authorization header and is never stored or repeated',
  permission: 'refunds.create',
  query: z.object({ drinkIndexes, glasses }),
  responses: {
    /** amount: dollars of all these drinks, as they were requested of the card provider or are given back in cash. */
    200: z.object({
      statusCode: z.literal(200),
      status: z.literal('refunded'),
      message: z.string(),
      amount: money(),
    }),
    /** Accepted by the card provider, which may still decline it; the report shows the outcome. */
    202: z.object({
      statusCode: z.literal(202),
      status: z.literal('requested'),
      message: z.string(),
      amount: money(),
    }),
  },
  errorShape: 'refund',
  guarded: true,
});

export const getRefundLimit = defineEndpoint({
  method: 'GET',
  path: '/api/users/me/refund-limit',
  summary: 'How much the caller may still refund; nulls without a limit',
  permission: 'refunds.create',
  responses: {
    200: z.object({
      /** Within 24 hours, in all venues of the caller. */
      limit: money().nullable(),
      left: money().nullable(),
    }),
  },
});

export const handleStripeWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/stripe/{venueId}',
  summary:
    "Receives the outcomes of refunds from a venue's Stripe account; the body is signed with the venue's webhook secret",
  permission: 'public',
  headers: z.object({ 'stripe-signature': z.string().max(1000).optional() }),
  body: z.looseObject({}),
  bodyType: 'raw',
  bodyLimit: largeBodyBytes,
  responses: { 200: z.object({ received: z.literal(true) }) },
  errorShape: 'message',
});
