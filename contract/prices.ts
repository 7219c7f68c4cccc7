/** Changes of many prices of drinks at once. */
import { z } from 'zod';
import {
  priceChangeMessages,
  priceOperations,
  roundingNames,
} from '../rules/prices/price-change.ts';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { dollars, id, timeOut } from './fields.ts';
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
export const newPrices = z.object({
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

/** True where each drink has a price of its own or there is a change. */
export const saysAll = ({ drinks, change }: z.output<typeof newPrices>): boolean =>
  change !== undefined || drinks.every(({ price }) => price !== undefined);
export const noChange = { path: ['change'], error: priceChangeMessages.noChange };

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
  permission: 'prices.write',
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
  permission: 'prices.write',
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
  permission: 'prices.write',
  responses: {
    200: z.object({
      undone: z.number(),
      /** Drinks that were changed or deleted since, with their price; null for a deleted one. */
      kept: z.array(pricedDrink.extend({ price: money().nullable() })),
    }),
  },
});
