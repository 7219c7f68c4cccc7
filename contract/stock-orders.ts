/** Orders of stock at suppliers, and what is to be ordered. No response has a cost. */
import { z } from 'zod';
import { deliveryMessages } from '../rules/stock/deliveries.ts';
import {
  mostOrderLines,
  mostPar,
  stockOrderMessages,
  stockOrderStates,
} from '../rules/stock/stock-orders.ts';
import { caseSize, millilitres } from './costs.ts';
import { bottles } from './deliveries.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, line, plainText, timeOut } from './fields.ts';

/** An ingredient with what is to be ordered of it. */
const listed = z.object({
  ingredientId: z.string(),
  name: z.string(),
  /** The one that is set, else that of the cost; null without one. */
  supplierId: z.string().nullable(),
  supplier: z.string().nullable(),
  /** Of a bottle as it is bought. */
  bottleMl: z.number(),
  /** Bottles in a case; 1 where they are bought one by one. */
  caseSize: z.number(),
  /** What is set for this ingredient; null where it is as proposed, in the units, or as the cost has it. */
  set: z.object({
    supplierId: z.string().nullable(),
    par: z.number().nullable(),
    bottleMl: z.number().nullable(),
    caseSize: z.number().nullable(),
  }),
  /** Bottles to have after a delivery: the par that is set, else the proposed one; null without either. */
  par: z.number().nullable(),
  /** Null where the supplier has no days between deliveries, or too little is known. */
  proposedPar: z.number().nullable(),
  /** On hand in bottles as it is bought, to two decimals. */
  onHand: z.number(),
  /** False after sales of a unit that were not deducted. */
  levelKnown: z.boolean(),
  /** Bottles on order, to two decimals. */
  ordered: z.number(),
  /** Bottles to order, in whole cases; 0 without a par. */
  toOrder: z.number(),
});

export const getOrderList = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/order-list',
  summary:
    'What to order of each ingredient of a venue, by supplier and name: par less what is on hand and on order, in whole cases',
  permission: 'stock.read',
  query: z.object({
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  responses: { 200: z.array(listed) },
});

export const updateSupply = defineEndpoint({
  method: 'PUT',
  path: '/api/venues/{venueId}/ingredients/{id}/supply',
  summary: 'Set the par of an ingredient, and how it is bought',
  permission: 'costs.write',
  body: z.object({
    supplierId: id.nullable().default(null),
    /** Bottles to have after a delivery; the proposed par where it is null. */
    par: z
      .number({ error: stockOrderMessages.badPar })
      .int(stockOrderMessages.badPar)
      .min(0, stockOrderMessages.badPar)
      .max(mostPar, stockOrderMessages.badPar)
      .nullable()
      .default(null),
    /** As in the units where it is null. */
    bottleMl: millilitres.nullable().default(null),
    /** As the cost has it where it is null. */
    caseSize: caseSize.nullable().default(null),
  }),
  responses: {
    200: z.object({
      ingredientId: z.string(),
      supplierId: z.string().nullable(),
      par: z.number().nullable(),
      bottleMl: z.number().nullable(),
      caseSize: z.number().nullable(),
    }),
  },
});

const stockOrder = z.object({
  id: z.string(),
  supplier: z.string(),
  /** Address to which it was mailed; null where it was not. */
  mailedTo: z.string().nullable(),
  orderedAt: timeOut,
  /** Name of the person; null for a program. */
  by: z.string().nullable(),
  /** received once all has come; cancelled also after a part has. */
  state: z.enum(stockOrderStates),
  lines: z.array(
    z.object({
      ingredientId: z.string(),
      name: z.string(),
      bottles: z.number(),
      bottleMl: z.number(),
      caseSize: z.number(),
      /** Bottles that have come. */
      received: z.number(),
    }),
  ),
});

export const listStockOrders = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/stock-orders',
  summary: 'The last 200 orders of a venue at suppliers, newest first',
  permission: 'stock.read',
  responses: { 200: z.array(stockOrder) },
});

export const createStockOrder = defineEndpoint({
  method: 'POST',
  path: '/api/venues/{venueId}/stock-orders',
  summary: 'Order bottles of a supplier, by mail or otherwise; they count as ordered from then on',
  permission: 'costs.write',
  body: z.object({
    /** Chosen by the client: the same order again is made once. */
    key: line(100),
    supplierId: id,
    lines: z
      .array(z.object({ ingredientId: id, bottles }))
      .min(1, deliveryMessages.nothing)
      .max(mostOrderLines, deliveryMessages.tooMany),
    /** Mails the order to the address of the supplier. */
    mail: z.boolean().default(false),
  }),
  responses: { 201: stockOrder },
});

export const cancelStockOrder = defineEndpoint({
  method: 'DELETE',
  path: '/api/venues/{venueId}/stock-orders/{id}',
  summary: 'Cancel what has not come of an order; the supplier gets no mail',
  permission: 'costs.write',
  responses: { 200: stockOrder },
});

export const downloadStockOrderCsv = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/stock-orders/{id}/lines.csv',
  summary: 'The lines of an order as CSV, for the supplier',
  permission: 'costs.write',
  responses: { 200: z.string() },
  responseType: 'csv',
});
