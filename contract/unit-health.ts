/** Health of the units of a venue, and the times in which they are in service. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { clockTime, optionalLine, plainText, timeOut } from './fields.ts';
import { unitName } from './units.ts';
import { contactStates, placeStates, readerStates } from '../rules/health/contact-state.ts';
import { findingKinds } from '../rules/health/findings.ts';
import { healthMessages } from '../rules/health/health-messages.ts';
import {
  leastMaintenanceMinutes,
  mostMaintenanceMinutes,
  maintenanceReasons,
  usualMaintenanceMinutes,
} from '../rules/health/maintenance-reasons.ts';
import { unitEventKinds } from '../rules/health/unit-strip.ts';

const maintenanceTime = z.object({
  from: timeOut,
  until: timeOut,
  reason: z.enum(maintenanceReasons),
});

/** Something that is wrong with a unit, or with all units of the venue: these have no number. */
const finding = z.object({
  kind: z.enum(findingKinds),
  unitId: z.string().nullable(),
  unitNumber: z.number().nullable(),
  unitName,
  text: z.string(),
});

/**
 * expectedSince, odds and missedSales are the sales expected since the last one, the probability of none, and those
 * missing at the pace of tonight; null while there are fewer than seven nights to expect from. failureRate counts the
 * last 50 glasses; null while fewer than four failed within a day. queued and skewMs are what the unit reported.
 */
const unitHealth = z.object({
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  state: z.enum(contactStates),
  /** The state in words. */
  text: z.string(),
  lastContactAt: timeOut.nullable(),
  lastSoldAt: timeOut.nullable(),
  silent: z.boolean(),
  expectedSince: z.number().nullable(),
  odds: z.number().nullable(),
  missedSales: z.number().nullable(),
  failureRate: z
    .object({
      failed: z.number(),
      glasses: z.number(),
      low: z.number(),
      high: z.number(),
      usual: z.number(),
    })
    .nullable(),
  reader: z.enum(readerStates),
  queued: z.number().nullable(),
  skewMs: z.number().nullable(),
  software: z.string(),
  /** Of its software, as the unit reported it. */
  startedAt: timeOut.nullable(),
  /** Number of refused sales that are not settled. */
  refused: z.number(),
  /** True while a sale is dated ahead. */
  future: z.boolean(),
  inMaintenance: maintenanceTime.nullable(),
  /** Ingredients that are out or at their threshold; 0 without inventory management. */
  lowStock: z.number(),
});

export const getVenueHealth = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/health',
  summary: 'How each unit of a venue is, and what is found wrong with them, most urgent first',
  permission: 'tonight.read',
  /** Of a venue without a clock. */
  query: z.object({ timezone: plainText(64).default('UTC') }),
  responses: {
    200: z.object({
      asOf: timeOut,
      timezone: z.string(),
      /** The running night of a venue with a clock, which can be marked as closed. */
      night: z.object({ day: z.string(), closed: z.boolean() }).nullable(),
      isOpen: z.boolean(),
      findings: z.array(finding),
      units: z.array(unitHealth),
    }),
  },
});

export const newMaintenance = z.object({
  minutes: z
    .number({ error: healthMessages.badMinutes })
    .int(healthMessages.badMinutes)
    .min(leastMaintenanceMinutes, healthMessages.badMinutes)
    .max(mostMaintenanceMinutes, healthMessages.badMinutes)
    .default(usualMaintenanceMinutes),
  reason: z.enum(maintenanceReasons, { error: healthMessages.badReason }).default('other'),
});

const maintenance = z.object({ maintenance: maintenanceTime.nullable() });

export const startMaintenance = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/maintenance',
  summary: 'Pause a unit for maintenance: nothing is found wrong with it until the time is over',
  permission: 'units.maintenance',
  /** From now on; again while it lasts, it ends as long from now. */
  body: newMaintenance,
  responses: { 200: maintenance },
});

export const endMaintenance = defineEndpoint({
  method: 'DELETE',
  path: '/api/units/{unitNumber}/maintenance',
  summary: 'End the maintenance of a unit; nothing happens when it is not in maintenance',
  permission: 'units.maintenance',
  responses: { 200: maintenance },
});

const count = z
  .number({ error: 'Use a whole number' })
  .int('Use a whole number')
  .min(0, 'Cannot be negative')
  .max(1_000_000, 'Use at most 1,000,000');

/**
 * All fields may be left out. clock is the time of the unit's own clock when it sends; queuedSales counts sales that it
 * could not send yet; positions are its places; menuTag is the ETag of the menu that it shows. service says that it is in maintenance from now on,
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
  menuTag: optionalLine(100).optional(),
  service: newMaintenance.nullable().optional(),
});

/** Contact to units: their heartbeats, and what is known from them. */
export const sendHeartbeat = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/heartbeat',
  summary: 'Report the state of a unit; optional, as every request of a unit is a contact',
  access: 'unit',
  permission: 'units.write',
  body: heartbeat,
  responses: {
    /** Our time, the ETag of the menu to show, and how long to wait until the next heartbeat. */
    200: z.object({ now: timeOut, menuTag: z.string(), nextAfterMs: z.number() }),
  },
});

/**
 * lastContactAt is the last request with a key of the unit, to the minute; since is the end of the last time without
 * contact of more than 15 minutes. heartbeat is null for a unit that has sent none. clockSkewMs is its clock minus ours,
 * the median of its last five heartbeats; positions are those that are not ok.
 * oldMenuSince is the first heartbeat since which it has shown another menu than its own; null while it shows that.
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
      oldMenuSince: timeOut.nullable(),
    })
    .nullable(),
});

export const getUnitContact = defineEndpoint({
  method: 'GET',
  path: '/api/units/{unitNumber}/contact',
  summary: 'Last contact to a unit, and what it reports',
  permission: 'units.read',
  responses: { 200: unitContact },
});

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

/** What the units of a venue did hour by hour, and what happened to one of them. */
export const listUnitStrips = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/unit-strips',
  summary:
    'Sales, failures and times without contact of each unit in the last 24 hours, by the hour',
  permission: 'tonight.read',
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
  permission: 'tonight.read',
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
