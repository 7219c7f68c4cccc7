/** Units of all owners, for the support of the operator. */
import { z } from 'zod';
import { cohortKinds } from '../rules/fleet/cohorts.ts';
import { fleetMessages } from '../rules/fleet/fleet-messages.ts';
import { fleetSorts, fleetStates } from '../rules/fleet/fleet.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, optionalLine, timeOut } from './fields.ts';
import { money } from './money.ts';
import { unitName } from './units.ts';

/**
 * failureRate is the share of the last 50 glasses within a day that failed where four did, else of the glasses of the last
 * 24 hours; null without any. expectedPerHour is what the unit is expected to sell in the next hour, and atRiskPerHour what
 * of it is at risk: all while it is offline or does not sell, else the share that fails; in whole dollars.
 */
export const fleetUnit = z.object({
  unitId: z.string(),
  unitNumber: z.number(),
  unitName,
  venue: z.object({ id: z.string(), name: z.string() }),
  owner: z.object({ id: z.string(), name: z.string() }),
  timezone: z.string(),
  state: z.enum(fleetStates),
  /** As the unit reports it; empty where it does not. */
  software: z.string(),
  failed: z.number(),
  glasses: z.number(),
  failureRate: z.number().nullable(),
  /** Position that fails surely more often than the others. */
  worstPosition: z.number().nullable(),
  /** Number of refused sales that are not settled. */
  refused: z.number(),
  /** Number of tickets that are not closed, as of now. */
  tickets: z.number(),
  expectedPerHour: money(),
  atRiskPerHour: money(),
  lastContactAt: timeOut.nullable(),
  /** When these figures were made. */
  figuresAt: timeOut,
});

export const listFleet = defineEndpoint({
  method: 'GET',
  path: '/api/admins/fleet',
  summary:
    'Units of all owners, those with the most dollars at risk first. The next page is after next, of the figures of the first page: while states change, no unit is missing or there twice',
  permission: 'platform.manage',
  hidden: true,
  query: z.object({
    state: z.enum(fleetStates, { error: fleetMessages.unknownState }).optional(),
    software: optionalLine(60).optional(),
    /** Id of an owner. */
    owner: id.optional(),
    /** Part of the name of the owner, the venue or the unit, or its number. */
    search: optionalLine(100).optional(),
    sort: z.enum(fleetSorts, { error: fleetMessages.unknownSort }).default('atRisk'),
    /** next of the previous page. */
    cursor: z
      .string()
      .max(2000, fleetMessages.badAfter)
      .regex(/^[\w-]+$/, fleetMessages.badAfter)
      .optional(),
    pagination: cursorPaging(50, 200, fleetMessages.useAfter),
  }),
  responses: {
    200: z.object({
      units: z.array(fleetUnit),
      /** Null for the last page; taken for 15 minutes after the first one. */
      next: z.string().nullable(),
      /** Of all units that the query selects. */
      total: z.object({ units: z.number(), atRiskPerHour: money() }),
      /** Oldest and newest figures of these; null without units. */
      figures: z.object({ oldest: timeOut, newest: timeOut }).nullable(),
    }),
  },
});

export const listFleetCohorts = defineEndpoint({
  method: 'GET',
  path: '/api/admins/fleet/cohorts',
  summary:
    'Failure rates of the units of all owners in the last 24 hours, by software, category or age; marked is a cohort that fails surely more than one and a half times as often as the others',
  permission: 'platform.manage',
  hidden: true,
  query: z.object({
    by: z.enum(cohortKinds, { error: fleetMessages.unknownCohorts }).default('software'),
  }),
  responses: {
    200: z.object({
      cohorts: z.array(
        z.object({
          /** Software, category, or age in words; empty for units that report no software. */
          name: z.string(),
          units: z.number(),
          failed: z.number(),
          glasses: z.number(),
          rate: z.number().nullable(),
          /** 95 % interval of the rate. */
          low: z.number(),
          high: z.number(),
          /** Rate of all others; null without any. */
          others: z.number().nullable(),
          marked: z.boolean(),
        }),
      ),
      figures: z.object({ oldest: timeOut, newest: timeOut }).nullable(),
    }),
  },
});
