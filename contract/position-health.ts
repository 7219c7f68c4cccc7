/** Failed pours of the positions of a unit. */
import { z } from 'zod';
import { positionStates } from '../rules/health/position-health.ts';
import { dateMessages } from '../lib/time-in-zone.ts';
import { defineEndpoint } from './endpoint.ts';
import { plainText } from './fields.ts';
import { day } from './nights.ts';
import { unitParams } from './units.ts';

const counts = {
  pours: z.number(),
  /** The sum of the outcomes below; pours that were cancelled by hand are none of them. */
  failed: z.number(),
  empty: z.number(),
  blocked: z.number(),
  timeout: z.number(),
  partial: z.number(),
};

export const getPositionHealth = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/positions/health',
  summary:
    'Pours of each position of a unit that failed, against the other positions; at most 92 days',
  access: 'dashboard',
  permission: 'units.maintenance',
  params: unitParams,
  query: z
    .object({
      /** First and last day, both included: business days of the venue, or calendar days of the time zone. */
      from: day,
      to: day,
      timezone: plainText(64).optional(),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: dateMessages.daysReversed }),
  responses: {
    200: z.object({
      unitNumber: z.number(),
      /** Those that poured, in their order. */
      positions: z.array(
        z.object({
          position: z.number(),
          ...counts,
          /** A fraction; null with fewer than 20 pours. */
          rate: z.number().nullable(),
          /** Wilson interval (95 %) of the rate. */
          low: z.number(),
          high: z.number(),
          /** failing: surely more than three times the rate of the other positions. few: too few pours to say. */
          state: z.enum(positionStates),
          /** Most pours first; by their name, also when they were deleted. */
          ingredients: z.array(z.object({ ingredientId: z.string(), name: z.string(), ...counts })),
        }),
      ),
    }),
  },
});
