/** What was taken out of positions without being sold, such as by cleaning. */
import { z } from 'zod';
import { forecastMessages } from '../rules/forecast/forecast-messages.ts';
import { discardMessages } from '../rules/stock/discard-messages.ts';
import { discardResults, mostDiscardedMl } from '../rules/stock/discard.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line } from './fields.ts';
import { unitParams } from './units.ts';

const mostDiscards = 100;

const discard = z.object({
  /** Chosen by the client: the same again changes nothing. */
  key: line(100, forecastMessages.badKey),
  position: z.number().int().min(1).max(999),
  ingredientId: id,
  ml: z
    .number({ error: discardMessages.badAmount })
    .gt(0, discardMessages.badAmount)
    .max(mostDiscardedMl, discardMessages.badAmount)
    .refine((ml) => Number.isInteger(Math.round(ml * 1e6) / 1e4), discardMessages.badAmount),
});

export const discardStock = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/discards',
  summary: 'Record what cleaning took from positions of a unit; their levels become lower by that',
  access: 'dashboard',
  permission: 'stock.refill',
  params: unitParams,
  body: z.object({
    discards: z
      .array(discard)
      .min(1, discardMessages.nothing)
      .max(mostDiscards, discardMessages.tooMany(mostDiscards)),
  }),
  responses: {
    200: z.object({
      /** In the order of the request. moved: the position holds another ingredient by now, or none. */
      discards: z.array(
        z.object({
          key: z.string(),
          position: z.number(),
          result: z.enum(discardResults),
          /** Level afterwards; null where it is not there. */
          remainingMl: z.number().nullable(),
        }),
      ),
    }),
  },
});
