/** Stock on hand of a venue, its storerooms, and counts. */
import { z } from 'zod';
import { defineEndpoint, largeBodyBytes } from './endpoint.ts';
import { id, line, plainText, pointInTime, timeOut } from './fields.ts';
import { isInSteps } from './stock.ts';
import { unitName } from './units.ts';
import { forecastMessages } from '../rules/forecast/forecast-messages.ts';
import { countLineResults, mostCountedMl, stockCountMessages } from '../rules/stock/stock-count.ts';

const store = z.object({ id: z.string(), name: z.string() });

/** A position of a unit, or a storeroom. */
const place = {
  unitId: z.string().nullable(),
  unitNumber: z.number().nullable(),
  unitName: unitName.nullable(),
  position: z.number().nullable(),
  storeId: z.string().nullable(),
  storeName: z.string().nullable(),
};

export const getStock = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/stock',
  summary: 'What a venue has of each ingredient in its units and storerooms, and for how many days',
  permission: 'stock.read',
  query: z.object({
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  responses: {
    200: z.object({
      asOf: timeOut,
      stores: z.array(store),
      /** Id of the open count; null without one. */
      countId: z.string().nullable(),
      ingredients: z.array(
        z.object({
          ingredientId: z.string(),
          name: z.string(),
          /** Of a new bottle, bag or keg. */
          bottleMl: z.number(),
          onHandMl: z.number(),
          /** On hand in bottles, to two decimals. */
          bottles: z.number(),
          /** Whole nights that it lasts, at most 99; null where too little is known or nothing is used. */
          daysLeft: z.number().nullable(),
          /** False after sales of a unit that were not deducted. */
          levelKnown: z.boolean(),
          places: z.array(z.object({ ...place, ml: z.number() })),
        }),
      ),
    }),
  },
});

export const createStore = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/stores',
  summary: 'Add a storeroom to a venue',
  permission: 'ingredients.write',
  body: z.object({ name: line(60) }),
  responses: { 201: store },
});

export const updateStore = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/stores/{id}',
  summary: 'Rename a storeroom',
  permission: 'ingredients.write',
  body: z.object({ name: line(60) }),
  responses: { 200: store },
});

export const deleteStore = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/stores/{id}',
  summary:
    'Remove a storeroom that is empty; its deliveries, counts and movements stay, with its name',
  permission: 'ingredients.write',
  responses: { 200: z.object({ id: z.string() }) },
});

const countLine = z.object({
  key: z.string(),
  /** The place may have held another ingredient than now. */
  ingredientId: z.string(),
  name: z.string(),
  at: timeOut,
  ml: z.number(),
  /** Name of the person; null for a program. */
  by: z.string().nullable(),
  /** True for the one that is taken: the latest unless another one is chosen at the end. */
  taken: z.boolean(),
  /** Counted less the level by the books at its time; null where they cannot be compared. */
  differenceMl: z.number().nullable(),
  /** Result, or the expected one before the end; null for a line that was not taken. */
  result: z.enum(countLineResults).nullable(),
});

const stockCount = z.object({
  id: z.string(),
  startedAt: timeOut,
  startedBy: z.string().nullable(),
  endedAt: timeOut.nullable(),
  /** In the order of units and positions, storerooms last. Those without lines are not counted yet. */
  places: z.array(
    z.object({
      ...place,
      ingredientId: z.string(),
      name: z.string(),
      /** Of the bottle that stands there, or of a new one in a storeroom. */
      sizeMl: z.number(),
      /** Grams of an empty one, and grams per ml; null where they are not known. */
      tareWeight: z.number().nullable(),
      density: z.number().nullable(),
      /** By time; more than one where the place was counted more than once. */
      lines: z.array(countLine),
    }),
  ),
});

export const startStockCount = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/counts',
  summary:
    'Start a count of the stock of a venue, or return the open one; nothing is locked, and sales go on',
  permission: 'stock.refill',
  body: z.object({}).default({}),
  responses: { 200: stockCount },
});

export const getStockCount = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/counts/{id}',
  summary: 'A count with the lines of each place, and the difference of each to the books',
  permission: 'stock.read',
  responses: { 200: stockCount },
});

const mostLines = 500;

const newLine = z
  .object({
    /** Chosen by the client: the same line again changes nothing. */
    key: line(100, forecastMessages.badKey),
    unitId: id.optional(),
    position: z.number().int().min(1).max(999).optional(),
    storeId: id.optional(),
    ingredientId: id,
    /** When it was counted; pours since then are deducted from it. */
    at: pointInTime,
    ml: z
      .number({ error: stockCountMessages.badAmount })
      .min(0, stockCountMessages.badAmount)
      .max(mostCountedMl, stockCountMessages.badAmount)
      .refine(isInSteps, stockCountMessages.badAmount),
  })
  .refine(
    ({ unitId, position, storeId }) =>
      (unitId === undefined) === (position === undefined) &&
      (unitId === undefined) !== (storeId === undefined),
    { error: stockCountMessages.badPlace, path: ['position'] },
  );

export const addCountLines = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/counts/{id}/lines',
  summary: 'Add what was found in places, each with its own time; the levels stay until the end',
  permission: 'stock.refill',
  body: z.object({
    lines: z
      .array(newLine)
      .min(1, stockCountMessages.nothing)
      .max(mostLines, stockCountMessages.tooMany(mostLines)),
  }),
  bodyLimit: largeBodyBytes,
  responses: { 200: stockCount },
});

export const endStockCount = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/counts/{id}/end',
  summary:
    'End a count: one movement per place, with its level less what was poured since its line',
  permission: 'stock.refill',
  body: z.object({
    /** Keys of lines to take instead of the latest of their places. */
    chosen: z.array(line(100, forecastMessages.badKey)).max(mostLines).default([]),
  }),
  responses: { 200: stockCount },
});

export const discardStockCount = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/counts/{id}',
  summary: 'Discard an open count with its lines; no level changes',
  permission: 'stock.refill',
  responses: { 200: z.object({ id: z.string() }) },
});
