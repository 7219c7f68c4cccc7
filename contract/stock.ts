/** Forecast of what runs out in the units of a venue. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, line, plainText, pointInTime, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';
import { forecastMessages } from '../rules/forecast/forecast-messages.ts';
import { horizons } from '../rules/forecast/refill-horizon.ts';
import {
  countMessages,
  discardMessages,
  stockMovementMessages,
} from '../rules/stock/stock-messages.ts';
import {
  countResults,
  discardResults,
  leftovers,
  mostDiscardedMl,
  refillResults,
} from '../rules/stock/ingredient.ts';
import { movementKinds } from '../rules/stock/movement-text.ts';

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
  permission: 'stock.read',
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

/** Refills: what to bring to each unit, and what was refilled. */
export const getRefillList = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/refill-list',
  summary:
    'Places to refill so that nothing runs out with odds above 5 %, by unit, what runs out first at the top',
  permission: 'stock.read',
  query: z.object({ ...horizonQuery, until: horizonQuery.until.default('refill') }),
  responses: {
    200: z.object({
      asOf: timeOut,
      timezone: z.string(),
      until: timeOut,
      /** Time of day of the planned refill, `16:00`; null without one. */
      plan: z.string().nullable(),
      /** False where no unit of the venue counts its stock: nothing is known to run out. */
      tracked: z.boolean(),
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
  permission: 'stock.refill',
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
  permission: 'ingredients.write',
  body: z.object({ at: plainText(5).nullable() }),
  responses: { 200: z.object({ at: z.string().nullable() }) },
});

/** A change of the level of a position that is no sale. Levels are in millilitres. */
const movement = z.object({
  id: z.string(),
  at: timeOut,
  kind: z.enum(movementKinds),
  /** The kind in words. */
  text: z.string(),
  position: z.string(),
  ingredientId: z.string(),
  ingredient: z.string(),
  levelBefore: z.number(),
  levelAfter: z.number(),
  /** Name of the person; null for the unit itself. */
  by: z.string().nullable(),
});

/** Movements of the stock ledger: how the levels of a unit came about, besides its sales. */
export const listUnitMovements = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/movements',
  summary:
    'Movements of the stock of a unit, newest first; the next page is before the last of them',
  permission: 'stock.read',
  query: z.object({
    ingredientId: id.optional(),
    position: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, stockMovementMessages.badPosition)
      .optional(),
    /** Id of the last movement of the previous page. */
    before: id.optional(),
    pagination: cursorPaging(50, 100, stockMovementMessages.useBefore),
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  responses: {
    200: z.object({
      /** Of the venue, at its present clock. */
      timezone: z.string(),
      movements: z.array(movement),
      isLast: z.boolean(),
    }),
  },
});

const mostDiscards = 100;

/** A position whose level a person changes. */
const changedPosition = {
  /** Chosen by the client: the same again changes nothing. */
  key: line(100, forecastMessages.badKey),
  position: z.number().int().min(1).max(999),
  ingredientId: id,
};

/** In steps of 0.01 ml. */
export const isInSteps = (ml: number): boolean => Number.isInteger(Math.round(ml * 1e6) / 1e4);

const discard = z.object({
  ...changedPosition,
  ml: z
    .number({ error: discardMessages.badAmount })
    .gt(0, discardMessages.badAmount)
    .max(mostDiscardedMl, discardMessages.badAmount)
    .refine(isInSteps, discardMessages.badAmount),
});

/** What was taken out of positions without being sold, such as by cleaning. */
export const discardStock = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/discards',
  summary: 'Record what cleaning took from positions of a unit; their levels become lower by that',
  permission: 'stock.refill',
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

const count = z.object({
  ...changedPosition,
  /** Millilitres in it. */
  ml: z
    .number({ error: countMessages.badAmount })
    .min(0, countMessages.badAmount)
    .refine(isInSteps, countMessages.badAmount),
});

/** Counts of positions; the difference to the levels by the books is not explained by pours. */
export const countStock = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/counts',
  summary: 'Set levels of positions of a unit to what was counted in them',
  permission: 'stock.refill',
  body: z.object({
    counts: z
      .array(count)
      .min(1, countMessages.nothing)
      .max(mostDiscards, countMessages.tooMany(mostDiscards)),
  }),
  responses: {
    200: z.object({
      /** In the order of the request. moved: the position holds another ingredient by now, or none. */
      counts: z.array(
        z.object({
          key: z.string(),
          position: z.number(),
          result: z.enum(countResults),
          /** Level afterwards; null where it is not there. */
          remainingMl: z.number().nullable(),
        }),
      ),
    }),
  },
});
