/** What the units of a venue did hour by hour, and what happened to one of them. */
import { z } from 'zod';
import { unitEventKinds } from '../rules/health/unit-events.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { unitParams } from './units.ts';

/** A number of each hour of UTC, the first hour first. */
const hourly = z.array(z.number());

const activity = {
  /** Number of sales. */
  orders: hourly,
  /** Glasses that were paid for and not poured. */
  failed: hourly,
};

/** Times without contact of more than a quarter of an hour, and the present one of a unit that is offline. */
const offline = z.array(z.object({ from: timeOut, until: timeOut.nullable() }));

export const listUnitStrips = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/unit-strips',
  summary:
    'Sales, failures and times without contact of each unit in the last 24 hours, by the hour',
  access: 'dashboard',
  permission: 'tonight.read',
  params: z.object({ venueId: id }),
  responses: {
    200: z.object({
      asOf: timeOut,
      /** Start of the first hour; the last is the running one. */
      from: timeOut,
      units: z.array(z.object({ unitId: z.string(), ...activity, offline })),
    }),
  },
});

export const getUnitHistory = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/history',
  summary: 'The last 14 nights of a unit by the hour, and what happened to it, newest first',
  access: 'dashboard',
  permission: 'tonight.read',
  params: unitParams,
  /** Of a venue without a clock. */
  query: z.object({ timezone: plainText(64).default('UTC') }),
  responses: {
    200: z.object({
      unitId: z.string(),
      unitNumber: z.number(),
      venueId: z.string(),
      asOf: timeOut,
      timezone: z.string(),
      /** Newest first; those before the unit was created are left out. An hour is of the night in which it begins. */
      nights: z.array(
        z.object({
          day: z.string(),
          closed: z.boolean(),
          /** Start of the first hour. */
          from: timeOut,
          ...activity,
          glasses: hourly,
        }),
      ),
      offline,
      events: z.array(z.object({ at: timeOut, kind: z.enum(unitEventKinds), text: z.string() })),
    }),
  },
});
