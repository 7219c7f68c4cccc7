/** What a change of prices, or a price plan, would have earned in the past. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { id, plainText } from './fields.ts';
import { money } from './money.ts';
import { planSettings } from './price-plans.ts';
import { newPrices, noChange, saysAll } from './prices.ts';

const elasticityError = 'Use a number from -3 to 0';

export const rehearsePrices = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/price-rehearsal',
  summary:
    'What a change of prices, or a price plan, would have earned in the last 28 nights, with what was sold then; changes nothing',
  permission: 'prices.write',
  reads: true,
  body: newPrices
    .extend({
      drinks: newPrices.shape.drinks.optional(),
      /** In place of drinks and their change; its days from and to do not count. */
      plan: planSettings
        .extend({
          /** Plan that this one takes the place of. */
          id: id.optional(),
        })
        .optional(),
      /** By how much percent fewer glasses are sold for each percent of the price. */
      elasticity: z
        .number({ error: elasticityError })
        .min(-3, elasticityError)
        .max(0, elasticityError)
        .default(0),
      /** Of a venue without a clock. */
      timezone: plainText(64).default('UTC'),
    })
    .refine(
      ({ drinks, change, plan }) =>
        plan ? drinks === undefined : drinks !== undefined && saysAll({ drinks, change }),
      noChange,
    ),
  bodyLimit: largeBodyBytes,
  responses: {
    200: z.object({
      /** First and last night. */
      from: z.string(),
      to: z.string(),
      /** That were poured and paid, without refunded and free ones; of a plan, those at its times. */
      glasses: z.number(),
      /** Sales of these glasses before tax and tips. */
      before: money(),
      after: money(),
      change: money(),
      /** Share of the glasses that may stay away for the sales, or the margin, to be the same; 0 where they do not grow. */
      breakEven: z.number(),
      /** True when breakEven is that of the margin: the ingredients of all these drinks have costs. */
      isOfMargin: z.boolean(),
      /** False where too few were sold to say. */
      isEnough: z.boolean(),
      /** Names of drinks that were added since the first night. */
      added: z.array(z.string()),
      /**
       * Night of the latest change of prices of some of these drinks, and the elasticity that it showed: by their share
       * in all glasses of the 28 nights before and after. Null without such a change, or with too few glasses.
       */
      pastChange: z.object({ on: z.string(), elasticity: z.number() }).nullable(),
    }),
  },
});
