/** Movements of the stock ledger: how the levels of a unit came about, besides its sales. */
import { z } from 'zod';
import { stockMovementMessages } from '../rules/stock/movement-messages.ts';
import { movementKinds } from '../rules/stock/movement-text.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, plainText, timeOut } from './fields.ts';
import { unitParams } from './units.ts';

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

export const listUnitMovements = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/movements',
  summary:
    'Movements of the stock of a unit, newest first; the next page is before the last of them',
  access: 'dashboard',
  permission: 'stock.read',
  params: unitParams,
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
