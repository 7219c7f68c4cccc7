/** Failed pours and flow of the positions of a unit. */
import { z } from 'zod';
import { positionStates } from '../rules/health/position-health.ts';
import { dateMessages } from '../lib/time-in-zone.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText } from './fields.ts';
import { money } from './money.ts';
import { day } from './nights.ts';

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
    'Pours of each position of a unit that failed, against the other positions, in at most 92 days; its flow in the last seven of them, against the 28 before, and faults that stayed or moved in these 35',
  permission: 'units.maintenance',
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
          /** Of whole pours, medians of nights; null where too few are known. */
          flow: z.object({ mlPerSecond: z.number(), usual: z.number() }).nullable(),
          /** The 28 nights up to `to`, oldest first; flow of whole pours, null without any. */
          nights: z.array(
            z.object({
              day,
              pours: z.number(),
              failed: z.number(),
              mlPerSecond: z.number().nullable(),
            }),
          ),
          /**
           * failing: surely more than three times the rate of the other positions. slowing: the flow surely falls, and is
           * below 85 % of the usual. few: too few pours to say.
           */
          state: z.enum(positionStates),
          /** Most pours first; by their name, also when they were deleted. */
          ingredients: z.array(z.object({ ingredientId: z.string(), name: z.string(), ...counts })),
        }),
      ),
      /** Of ingredients that were moved to another position while they failed. */
      movedFaults: z.array(
        z.object({
          ingredientId: z.string(),
          name: z.string(),
          from: z.number(),
          to: z.number(),
          /** What to look at. */
          fault: z.enum(['position', 'bottle']),
          text: z.string(),
        }),
      ),
    }),
  },
});

const twin = z.object({
  unitNumber: z.number(),
  unitName: z.string().nullable(),
  pours: z.number(),
  failed: z.number(),
  /** Of whole pours, ml/s; null without any. */
  mlPerSecond: z.number().nullable(),
  /** Hours in contact. */
  contactHours: z.number(),
  /** Null with less than an hour in contact. */
  salesPerHour: money().nullable(),
});

export const listTwins = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/twins',
  summary:
    'Pairs of units of a venue that have at least 80 % of their sales of the last 28 nights in common, compared: failed pours, flow, sales for each hour in contact, prices. Each unit is in a pair with the one that it has most in common with',
  permission: 'units.maintenance',
  query: z.object({
    /** Only pairs with this unit. */
    unitNumber: id.optional(),
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  responses: {
    200: z.object({
      from: day,
      to: day,
      twins: z.array(
        z.object({
          /** The one with the higher rate of failed pours first. */
          units: z.tuple([twin, twin]),
          /** Share of sales in common, of the one that has less. */
          common: z.number(),
          /** Of the rates of failed pours; null where there are too few. low and high are its interval (95 %). */
          ratio: z.object({ ratio: z.number(), low: z.number(), high: z.number() }).nullable(),
          /** Of the first unit, where most of its pours failed. */
          positions: z.array(z.number()),
          /** Drinks with other mean prices of a single, in the order of units; at most ten. */
          prices: z.array(z.object({ name: z.string(), one: money(), other: money() })),
          text: z.string(),
        }),
      ),
    }),
  },
});
