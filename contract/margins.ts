/** Margins of drinks. Not for bartenders. */
import { z } from 'zod';
import { corners } from '../rules/loss/margins.ts';
import { defineEndpoint } from './endpoint.ts';
import { money } from './money.ts';
import { daysOfUnit } from './nights.ts';

export const getMargins = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/margins',
  summary:
    'Price, cost and margin of each drink on the menus now, with the glasses of a period of at most 366 days',
  permission: 'costs.read',
  query: daysOfUnit,
  responses: {
    200: z.object({
      /** Medians of the drinks with a cost, where the corners meet; null where fewer than four have one. */
      middle: z.object({ glasses: z.number(), margin: money() }).nullable(),
      /** Most earned first, then those without a cost by name. */
      drinks: z.array(
        z.object({
          /** Drinks of the same name, prices and cost, of several units. */
          drinkIds: z.array(z.string()),
          name: z.string(),
          /** Of a single, in dollars, as cost and margin. */
          price: money(),
          /** Of its ingredients, in force now; null where one has none. */
          cost: money().nullable(),
          margin: money().nullable(),
          /** Cost as a fraction of the price; null for a free drink too. */
          pourCostRatio: z.number().nullable(),
          /** Poured and not free; a double is one. */
          glasses: z.number(),
          /** Margin of all these glasses, in dollars; a double has two servings and its own price. */
          earned: money().nullable(),
          /** By the medians of glasses and margin. */
          corner: z.enum(corners).nullable(),
        }),
      ),
    }),
  },
});
