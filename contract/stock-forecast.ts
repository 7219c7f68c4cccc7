/** Forecast of what runs out in the units of a venue. */
import { z } from 'zod';
import { horizons } from '../rules/forecast/refill-horizon.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';

/** Until close of tonight, close of the night after it, or the next planned refill. */
export const horizonQuery = {
  until: z.enum(horizons, { error: 'Use close, night or refill' }),
  /** Of a venue without a clock. */
  timezone: plainText(64).default('UTC'),
};

/**
 * What a forecast is based on: nights on which the ingredient was there, of the same weekday or of all weekdays;
 * measured is false where the unit reports no pours, and recipes are counted instead.
 */
const basis = z.object({
  nights: z.number(),
  method: z.enum(['weekday', 'hourly']),
  measured: z.boolean(),
});

/**
 * Times of running out with odds of 10, 50 and 90 %; null where they lie beyond the range. odds and atRisk are those of
 * the range: atRisk is what would not be lost if this ingredient did not run out.
 */
export const runOut = z.object({
  ingredientId: z.string(),
  name: z.string(),
  positions: z.array(z.number()),
  /** Whole servings; null after sales that were not deducted. */
  left: z.number().nullable(),
  /** Servings in the next hour; null where too little is known. */
  ratePerHour: z.number().nullable(),
  earliest: timeOut.nullable(),
  likely: timeOut.nullable(),
  latest: timeOut.nullable(),
  odds: z.number(),
  atRisk: money(),
  /** Places to check. */
  notes: z.array(z.string()),
  /** Null with fewer than three same nights and fewer than seven nights in all. */
  basis: basis.nullable(),
});

export const getStockForecast = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/runout',
  summary:
    'When each ingredient of the units of a venue runs out, and what that is expected to cost',
  access: 'dashboard',
  permission: 'stock.read',
  params: z.object({ venueId: id }),
  query: z.object({ ...horizonQuery, until: horizonQuery.until.default('close') }),
  responses: {
    200: z.object({
      asOf: timeOut,
      timezone: z.string(),
      until: timeOut,
      units: z.array(
        z.object({
          unitId: z.string(),
          unitNumber: z.number(),
          unitName,
          /** False where inventory management is off: levels are those that were entered last. */
          tracked: z.boolean(),
          /** Of tonight's sales: 1 as usual. */
          pace: z.number(),
          /** Of all its drinks, each counted once. */
          atRisk: money(),
          ingredients: z.array(runOut),
        }),
      ),
    }),
  },
});
