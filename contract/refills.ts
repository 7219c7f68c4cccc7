/** Refills: what to bring to each unit, and what was refilled. */
import { z } from 'zod';
import { forecastMessages } from '../rules/forecast/forecast-messages.ts';
import { leftovers, refillResults } from '../rules/stock/refill.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line, plainText, pointInTime, timeOut } from './fields.ts';
import { money } from './money.ts';
import { horizonQuery } from './stock-forecast.ts';
import { unitName, unitParams } from './units.ts';

/** A place to refill. */
const item = z.object({
  position: z.number(),
  ingredientId: z.string(),
  name: z.string(),
  levelPercent: z.number(),
  /** Of the bottle, bag or keg to bring. */
  sizeMl: z.number(),
  /** When the ingredient runs out; null where it is out, or where that is beyond the range. */
  earliest: timeOut.nullable(),
  likely: timeOut.nullable(),
  odds: z.number(),
  /** Of the ingredient, in all of its places. */
  atRisk: money(),
  note: z.string().nullable(),
});

export const getRefillList = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/refill-list',
  summary:
    'Places to refill so that nothing runs out with odds above 5 %, by unit, what runs out first at the top',
  access: 'dashboard',
  permission: 'stock.read',
  params: z.object({ venueId: id }),
  query: z.object({ ...horizonQuery, until: horizonQuery.until.default('refill') }),
  responses: {
    200: z.object({
      asOf: timeOut,
      timezone: z.string(),
      until: timeOut,
      /** Time of day of the planned refill, `16:00`; null without one. */
      plan: z.string().nullable(),
      units: z.array(
        z.object({
          unitId: z.string(),
          unitNumber: z.number(),
          unitName,
          /** False where inventory management is off: nothing can be reported as refilled. */
          tracked: z.boolean(),
          atRisk: money(),
          items: z.array(item),
        }),
      ),
      /** All units together. */
      load: z.array(z.object({ name: z.string(), sizeMl: z.number(), bottles: z.number() })),
      atRisk: money(),
    }),
  },
});

const mostRefills = 100;

const refill = z.object({
  /** Chosen by the client: the same refill again changes nothing. */
  key: line(100, forecastMessages.badKey),
  position: z.number().int().min(1).max(999),
  ingredientId: id,
  levelPercent: z
    .number()
    .min(1, forecastMessages.badLevel)
    .max(100, forecastMessages.badLevel)
    .default(100),
  /** What became of the rest in the old bottle. */
  leftover: z.enum(leftovers, { error: forecastMessages.badLeftover }).default('poured_over'),
  /** When it was refilled; now, where it is not named. Sales since then are deducted from it. */
  at: pointInTime.optional(),
});

export const refillPositions = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/refills',
  summary: 'Record that positions of a unit were refilled, each by itself and in this order',
  access: 'dashboard',
  permission: 'stock.refill',
  params: unitParams,
  body: z.object({
    refills: z
      .array(refill)
      .min(1, forecastMessages.nothing)
      .max(mostRefills, forecastMessages.tooMany(mostRefills)),
  }),
  responses: {
    200: z.object({
      /**
       * In the order of the request. superseded: the position was changed after this refill, which stands; moved: it
       * holds another ingredient by now, or none.
       */
      refills: z.array(
        z.object({
          key: z.string(),
          position: z.number(),
          result: z.enum(refillResults),
          levelPercent: z.number().nullable(),
        }),
      ),
    }),
  },
});

export const updateRefillPlan = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/refill-plan',
  summary: 'Set or clear the time of day at which the units of a venue are refilled',
  access: 'dashboard',
  permission: 'ingredients.write',
  params: z.object({ venueId: id }),
  body: z.object({ at: plainText(5).nullable() }),
  responses: { 200: z.object({ at: z.string().nullable() }) },
});
