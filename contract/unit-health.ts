/** Health of the units of a venue, and the times in which they are in service. */
import { z } from 'zod';
import { contactStates } from '../rules/health/contact-state.ts';
import { findingKinds } from '../rules/health/findings.ts';
import { healthMessages } from '../rules/health/health-messages.ts';
import {
  leastServiceMinutes,
  mostServiceMinutes,
  serviceReasons,
  usualServiceMinutes,
} from '../rules/health/service-reasons.ts';
import { readerStates } from '../rules/units/unit-contact.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { unitName, unitParams } from './units.ts';

const serviceTime = z.object({ from: timeOut, until: timeOut, reason: z.enum(serviceReasons) });

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
  /** Number of refused sales that are not settled. */
  refused: z.number(),
  /** True while a sale is dated ahead. */
  future: z.boolean(),
  inService: serviceTime.nullable(),
  /** Ingredients that are out or at their threshold; 0 without inventory management. */
  lowStock: z.number(),
});

export const getVenueHealth = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/health',
  summary: 'How each unit of a venue is, and what is found wrong with them, most urgent first',
  access: 'dashboard',
  permission: 'tonight.read',
  params: z.object({ venueId: id }),
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

export const newService = z.object({
  minutes: z
    .number({ error: healthMessages.badMinutes })
    .int(healthMessages.badMinutes)
    .min(leastServiceMinutes, healthMessages.badMinutes)
    .max(mostServiceMinutes, healthMessages.badMinutes)
    .default(usualServiceMinutes),
  reason: z.enum(serviceReasons, { error: healthMessages.badReason }).default('other'),
});

const service = z.object({ service: serviceTime.nullable() });

export const beginService = defineEndpoint({
  method: 'POST',
  path: '/api/units/{unitNumber}/service',
  summary: 'Take a unit into service: nothing is found wrong with it until the time is over',
  access: 'dashboard',
  permission: 'units.service',
  params: unitParams,
  /** From now on; again while it lasts, it ends as long from now. */
  body: newService,
  responses: { 200: service },
});

export const endService = defineEndpoint({
  method: 'DELETE',
  path: '/api/units/{unitNumber}/service',
  summary: 'End the time in service of a unit; nothing happens when it is not in service',
  access: 'dashboard',
  permission: 'units.service',
  params: unitParams,
  responses: { 200: service },
});
