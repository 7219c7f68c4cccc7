/** Contact to units: their heartbeats, and what is known from them. */
import { z } from 'zod';
import { placeStates, readerStates } from '../rules/units/unit-contact.ts';
import { defineEndpoint } from './endpoint.ts';
import { clockTime, optionalLine, timeOut } from './fields.ts';
import { newService } from './unit-health.ts';
import { unitParams } from './units.ts';

const count = z
  .number({ error: 'Use a whole number' })
  .int('Use a whole number')
  .min(0, 'Cannot be negative')
  .max(1_000_000, 'Use at most 1,000,000');

/**
 * All fields may be left out. clock is the time of the unit's own clock when it sends; queuedSales counts sales that it
 * could not send yet; positions are its places. service says that it is in service from now on,
 * and null that it is not: that ends what the unit began, and not what a person did.
 */
const heartbeat = z.object({
  software: optionalLine(60).optional(),
  startedAt: clockTime.optional(),
  clock: clockTime.optional(),
  reader: z.enum(readerStates, { error: `Use ${readerStates.join(', ')}` }).optional(),
  queuedSales: count.optional(),
  positions: z
    .array(
      z.object({
        position: z
          .string({ error: 'Use a position such as "3"' })
          .regex(/^[1-9]\d?$/, 'Use a position such as "3"'),
        state: z.enum(placeStates, { error: `Use ${placeStates.join(', ')}` }),
      }),
    )
    .max(99, 'Use at most 99 positions')
    .optional(),
  service: newService.nullable().optional(),
});

export const sendHeartbeat = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/heartbeat',
  summary: 'Report the state of a unit; optional, as every request of a unit is a contact',
  access: 'unit',
  permission: 'units.write',
  params: unitParams,
  body: heartbeat,
  responses: {
    /** Our time, and how long to wait until the next heartbeat. */
    200: z.object({ now: timeOut, nextAfterMs: z.number() }),
  },
});

/**
 * lastContactAt is the last request with a key of the unit, to the minute; since is the end of the last time without
 * contact of more than 15 minutes. heartbeat is null for a unit that has sent none. clockSkewMs is its clock minus ours,
 * the median of its last five heartbeats; positions are those that are not ok.
 */
const unitContact = z.object({
  lastContactAt: timeOut.nullable(),
  since: timeOut.nullable(),
  heartbeat: z
    .object({
      receivedAt: timeOut,
      software: z.string(),
      startedAt: timeOut.nullable(),
      reader: z.enum(readerStates),
      queuedSales: z.number().nullable(),
      clockSkewMs: z.number().nullable(),
      positions: z.array(z.object({ position: z.string(), state: z.enum(placeStates) })),
    })
    .nullable(),
});

export const getUnitContact = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/contact',
  summary: 'Last contact to a unit, and what it reports',
  access: 'dashboard',
  permission: 'units.read',
  params: unitParams,
  responses: { 200: unitContact },
});
