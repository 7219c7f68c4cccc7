/** Tonight of a venue as it happens. */
import { z } from 'zod';
import { severities } from '../rules/alerts/alert-kinds.ts';
import { causes } from '../rules/cases/cases.ts';
import { contactStates } from '../rules/health/contact-state.ts';
import { findingKinds } from '../rules/health/findings.ts';
import { compareSales, figures } from './comparisons.ts';
import { defineEndpoint } from './endpoint.ts';
import { plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { night } from './nights.ts';
import { runOut } from './stock.ts';
import { unitName } from './units.ts';

/** Charged is price, tax and tip of all its drinks; refunded is what went back of it. */
const liveSale = z.object({
  id: z.string(),
  unitNumber: z.number(),
  soldAt: timeOut,
  drinks: z.array(
    z.object({
      name: z.string(),
      isDouble: z.boolean(),
      quantity: z.number(),
      failedGlasses: z.number(),
      refundedGlasses: z.number(),
    }),
  ),
  charged: money(),
  refunded: money(),
});

/** Minutes on the clock of the venue since the night started; what was taken until then, after refunds. */
const curvePoint = z.object({ minute: z.number(), taken: money(), drinks: z.number() });

const liveCases = z.object({
  /** Failed pours as the list of issues counts them: groups that are neither seen nor snoozed. */
  open: z.number(),
  glasses: z.number(),
  owed: money(),
  /** Those opened last, at most five. */
  latest: z.array(
    z.object({
      id: z.string(),
      orderId: z.string(),
      unitNumber: z.number(),
      soldAt: timeOut,
      drink: z.string(),
      failedGlasses: z.number(),
      cause: z.enum(causes),
      owed: money(),
    }),
  ),
});

/** Parts that are computed every 20 seconds for all streams of a venue. */
const slowParts = {
  night,
  /** The night so far against the same weekday of the week before; null where nothing is compared. */
  compare: compareSales.responses[200].nullable(),
  /** Curve of that night; empty where it sold nothing. */
  before: z.array(curvePoint),
  /** Least and most of the last four nights of the weekday, without closed, special and empty ones. */
  band: z.array(
    z.object({
      minute: z.number(),
      leastTaken: money(),
      mostTaken: money(),
      leastDrinks: z.number(),
      mostDrinks: z.number(),
    }),
  ),
  /** Of the whole night, after refunds: 80 of 100 nights end between low and high. Null where too little is known. */
  pace: z
    .object({
      low: money(),
      likely: money(),
      high: money(),
      lowDrinks: z.number(),
      likelyDrinks: z.number(),
      highDrinks: z.number(),
    })
    .nullable(),
  /** What runs out before close, first to last, at most ten. */
  runout: z.array(z.object({ unitNumber: z.number(), unitName, ...runOut.shape })),
  units: z.array(
    z.object({
      unitId: z.string(),
      unitNumber: z.number(),
      unitName,
      state: z.enum(contactStates),
      /** The state in words. */
      text: z.string(),
      /** True when something is wrong with it; what is over does not count. */
      troubled: z.boolean(),
    }),
  ),
  findings: z.array(
    z.object({ kind: z.enum(findingKinds), unitNumber: z.number().nullable(), text: z.string() }),
  ),
};

/** Open alerts of the venue. */
const liveAlerts = z.object({
  /** Counts the changes of its alerts. */
  version: z.number(),
  /** Neither acknowledged, snoozed nor resolved. */
  waiting: z.object({ all: z.number(), urgent: z.number() }),
  /** The newest of those that wait, most urgent first, at most five. */
  latest: z.array(
    z.object({
      id: z.string(),
      severity: z.enum(severities),
      text: z.string(),
      unitNumber: z.number().nullable(),
      unitName,
      openedAt: timeOut,
    }),
  ),
});

const fastParts = {
  /** As in the sales report. */
  figures,
  cases: liveCases,
  alerts: liveAlerts,
};

/** First event of a stream, named `snapshot`. */
export const liveNight = z.object({
  ...slowParts,
  ...fastParts,
  /** Tonight until now. */
  curve: z.array(curvePoint),
  /** Those dated last, at most 20, latest first. */
  sales: z.array(liveSale),
});

/**
 * Names of the other events: a sale, or one that was corrected; a refund, at each of its steps; a case; a change of
 * stock; of a unit; of alerts; of the night.
 */
export const liveEventNames = [
  'sale',
  'refund',
  'case',
  'stock',
  'unit',
  'alert',
  'night',
] as const;
export type LiveEventName = (typeof liveEventNames)[number];

/**
 * Data of all events but the first: only what has changed. unitNumber and number name the entry of the change log; null
 * for what changes with time.
 */
export const liveEvent = z.object({
  unitNumber: z.number().nullable(),
  number: z.number().nullable(),
  sale: liveSale.optional(),
  /** End of the curve: replaces all points from the minute of its first on. */
  curve: z.array(curvePoint).optional(),
  ...z.object({ ...slowParts, ...fastParts }).partial().shape,
});

export const getLiveNight = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/live',
  summary:
    'Tonight of a venue as it is now; with Accept: text/event-stream as a stream of events, whose first is this response',
  permission: 'live.read',
  query: z.object({
    /** Of a venue without a clock. */
    timezone: plainText(64).default('UTC'),
  }),
  headers: z.object({
    accept: z.string().optional(),
    /** The id of the last event that the client has read: the stream goes on after it, or begins with a snapshot. */
    'last-event-id': z.string().optional(),
  }),
  responses: { 200: liveNight },
});
