/** Costs of ingredients, by venue. Never part of another response, and not for bartenders. */
import { z } from 'zod';
import { costMessages } from '../rules/loss/costs.ts';
import { defineEndpoint } from './endpoint.ts';
import { dollars, optionalLine, pointInTime, timeOut } from './fields.ts';
import { money } from './money.ts';

export const millilitres = z
  .number({ error: costMessages.bottleMl })
  .min(1, costMessages.bottleMl)
  .max(1_000_000, costMessages.bottleMl);

export const caseSize = z
  .number({ error: costMessages.caseSize })
  .int(costMessages.caseSize)
  .min(1, costMessages.caseSize)
  .max(1_000, costMessages.caseSize);

/** Cost of a bottle, bag or keg from a time on. */
const cost = z.object({
  from: timeOut,
  cost: money(),
  /** That it holds. */
  bottleMl: z.number(),
  /** Bottles in a case; null where they are bought one by one. */
  caseSize: z.number().nullable(),
  supplier: z.string(),
});

export const listCosts = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/costs',
  summary: 'What each ingredient of a venue costs now, by name; null where no cost is entered',
  permission: 'costs.read',
  responses: {
    200: z.array(
      z.object({
        ingredientId: z.string(),
        name: z.string(),
        /** Of a bottle in the units. */
        sizeMl: z.number(),
        cost: cost.nullable(),
      }),
    ),
  },
});

export const listIngredientCosts = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/ingredients/{id}/costs',
  summary: 'What an ingredient costs and cost before, newest first',
  permission: 'costs.read',
  responses: { 200: z.array(cost) },
});

export const updateIngredientCosts = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/ingredients/{id}/costs',
  summary:
    'Set what an ingredient costs from a time on, now where none is named; null removes the cost that holds from there',
  permission: 'costs.write',
  body: z.object({
    from: pointInTime.optional(),
    /** Of a bottle, bag or keg. */
    cost: dollars.nullable(),
    /** As in the units where it is left out. */
    bottleMl: millilitres.optional(),
    caseSize: caseSize.nullable().default(null),
    supplier: optionalLine(100).default(''),
  }),
  responses: { 200: z.array(cost) },
});
