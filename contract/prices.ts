/** Changes of many prices of drinks at once. */
import { z } from 'zod';
import {
  priceChangeMessages,
  priceOperations,
  roundingNames,
} from '../rules/prices/price-change.ts';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { dollars, id, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';

const amount = 'Enter a number such as 12.50 or -10';

export const priceChange = z.object({
  operation: z.enum(priceOperations),
  /** Percent, or dollars; below 0 for a reduction. With `set`, the price. */
  by: z.number({ error: amount }).min(-100_000, amount).max(100_000, amount),
  /** To the nearest multiple of an amount, or price that ends so. */
  rounding: z.enum(roundingNames).default('none'),
  /** Dollars; no price becomes less. */
  floor: dollars.optional(),
});

/** Drinks with a change of all of them, or a price for each. */
const newPrices = z.object({
  drinks: z
    .array(
      z.object({
        id,
        /** A price of its own, in place of the change. */
        price: dollars.optional(),
        doublePrice: dollars.optional(),
        /** That the sender saw. */
        expected: dollars.optional(),
      }),
    )
    .min(1, 'Choose at least one drink')
    .max(5_000, 'Choose at most 5,000 drinks'),
  change: priceChange.optional(),
});

const saysAll = ({ drinks, change }: z.output<typeof newPrices>): boolean =>
  change !== undefined || drinks.every(({ price }) => price !== undefined);
const noChange = { path: ['change'], error: priceChangeMessages.noChange };

export const pricedDrink = z.object({
  id: z.string(),
  name: z.string(),
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
});

/** Of doubles where the venue sells them. */
export const changedDrink = pricedDrink.extend({
  was: money(),
  is: money(),
  doubleWas: money().optional(),
  doubleIs: money().optional(),
});

export const changePrices = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/price-changes',
  summary:
    'Change prices of up to 5,000 drinks, all or none; with preview, only what they would be. 409 with the drinks whose price is not the expected one',
  access: 'dashboard',
  permission: 'prices.write',
  params: z.object({ venueId: id }),
  body: newPrices.extend({ preview: z.boolean().default(false) }).refine(saysAll, noChange),
  bodyLimit: largeBodyBytes,
  responses: {
    200: z.object({
      /** To undo it; null for a preview, and where no price changes. */
      id: z.string().nullable(),
      drinks: z.array(changedDrink),
    }),
  },
});

export const listPriceChanges = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/price-changes',
  summary: 'Changes of prices in the last 30 days, newest first, at most 50',
  access: 'dashboard',
  permission: 'prices.write',
  params: z.object({ venueId: id }),
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        at: timeOut,
        person: z.string(),
        /** "−15%, to .50". */
        change: z.string(),
        drinks: z.number(),
        /** Name of the drink where it is one; else null. */
        name: z.string().nullable(),
        undoneAt: timeOut.nullable(),
      }),
    ),
  },
});

export const undoPriceChange = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/price-changes/{id}/undo',
  summary:
    'Set prices back to what they were before a change of the last 30 days, where they are still those of the change',
  access: 'dashboard',
  permission: 'prices.write',
  params: z.object({ venueId: id, id }),
  responses: {
    200: z.object({
      undone: z.number(),
      /** Drinks that were changed or deleted since, with their price; null for a deleted one. */
      kept: z.array(pricedDrink.extend({ price: money().nullable() })),
    }),
  },
});

export const rehearsePrices = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/price-rehearsal',
  summary:
    'What a change of prices would have earned in the last 28 nights, with what was sold then; changes nothing',
  access: 'dashboard',
  permission: 'prices.write',
  reads: true,
  params: z.object({ venueId: id }),
  body: newPrices
    .extend({
      /** By how much percent fewer glasses are sold for each percent of the price. */
      elasticity: z
        .number({ error: 'Use a number from -3 to 0' })
        .min(-3, 'Use a number from -3 to 0')
        .max(0, 'Use a number from -3 to 0')
        .default(0),
      /** Of a venue without a clock. */
      timezone: plainText(64).default('UTC'),
    })
    .refine(saysAll, noChange),
  bodyLimit: largeBodyBytes,
  responses: {
    200: z.object({
      /** First and last night. */
      from: z.string(),
      to: z.string(),
      /** That were poured and paid, without refunded and free ones. */
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
    }),
  },
});
