/** Charts of sales: series over time, heat map, and mix of drinks. */
import { z } from 'zod';
import { dateMessages } from '../lib/time-in-zone.ts';
import { chartMessages } from '../rules/charts/chart-messages.ts';
import { measureNames, seriesSteps } from '../rules/charts/series.ts';
import { compareMessages } from '../rules/compare/compare-messages.ts';
import { againstNames } from '../rules/compare/compared-nights.ts';
import { comparison, yesOrNo } from './comparisons.ts';
import { breakdownKinds, breakdownMessages } from '../rules/reports/breakdown.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { day } from './nights.ts';

/** Days of a venue or of one of its units, both included: business days, or calendar days of the time zone. */
const period = z.object({
  venueId: id,
  /** Id or number; "all" is the same as none. */
  unitId: id.optional(),
  from: day,
  to: day,
  timezone: plainText(64).optional(),
});

/** Compared by the rules of GET /api/reports/compare. */
const compared = {
  against: z.enum(againstNames, { error: compareMessages.unknownAgainst }).optional(),
  soFar: yesOrNo.default('true'),
  sameUnits: yesOrNo.default('true'),
};

const inOrder = { path: ['to'], error: dateMessages.daysReversed };
const measure = z.enum(measureNames, { error: chartMessages.unknownMeasure }).default('gross');

/** An hour, night, week or month; value is in dollars or a count, and null for an average without orders. */
const point = z.object({
  start: timeOut,
  end: timeOut,
  /** First and last day. */
  from: z.string(),
  to: z.string(),
  hours: z.number(),
  /** True for the one that is not over. */
  running: z.boolean(),
  value: money().nullable(),
  /** The same without the units that a comparison leaves out, beside the value of the other days. */
  same: money().nullable(),
  /** Null where there is nothing to compare with. */
  other: money().nullable(),
});

export const getSeries = defineEndpoint({
  method: 'GET',
  path: '/api/reports/series',
  summary:
    'A figure of the sales report by hour, night, week or month; the points together are the report of the period',
  permission: 'reports.read',
  query: period
    .extend({
      by: z.enum(seriesSteps, { error: chartMessages.unknownStep }).default('night'),
      measure,
      ...compared,
    })
    .refine(({ from, to }) => from <= to, inOrder),
  responses: {
    200: z.object({
      /** Longer than requested where there would be more than 2,000 points; the note says so. */
      by: z.enum(seriesSteps),
      measure: z.enum(measureNames),
      points: z.array(point),
      total: money().nullable(),
      comparison: comparison.nullable(),
      note: z.string().nullable(),
      asOf: timeOut,
    }),
  },
});

export const getHeatMap = defineEndpoint({
  method: 'GET',
  path: '/api/reports/heatmap',
  summary: 'An average hour of each weekday by the clock of the venue',
  permission: 'reports.read',
  query: period
    .extend({
      measure,
      /** usual leaves closed and special nights out. */
      nights: z.enum(['all', 'usual'], { error: chartMessages.unknownNights }).default('all'),
    })
    .refine(({ from, to }) => from <= to, inOrder),
  responses: {
    200: z.object({
      measure: z.enum(measureNames),
      /** The days that are shown: fewer where single sales have to be read; the note says so. */
      from: z.string(),
      to: z.string(),
      /** Hours of the clock in the order of a night, 24 of them. */
      readings: z.array(z.number()),
      /** From Monday (0) to Sunday, of the day on which a night begins. */
      rows: z.array(
        z.object({
          weekday: z.number(),
          /** Nights that count. */
          nights: z.array(z.string()),
          /** Null where the hour did not occur. */
          cells: z.array(
            z
              .object({
                /** Average of the hour: total / hours. */
                value: money().nullable(),
                total: money().nullable(),
                /** Times that the hour occurred. */
                hours: z.number(),
                /** Figure in each night of the row, null where the hour did not occur; sums add up to the total. */
                byNight: z.array(money().nullable()),
              })
              .nullable(),
          ),
        }),
      ),
      leftOut: z.array(z.string()),
      note: z.string().nullable(),
      asOf: timeOut,
    }),
  },
});

export const getMix = defineEndpoint({
  method: 'GET',
  path: '/api/reports/mix',
  summary: 'Share of each drink in the sales, its change and its trend; most sales first',
  permission: 'reports.read',
  query: period.extend(compared).refine(({ from, to }) => from <= to, inOrder),
  responses: {
    200: z.object({
      drinks: z.array(
        z.object({
          name: z.string(),
          /** That were poured. */
          glasses: z.number(),
          /** Before tax and tips, without refunds. */
          sales: money(),
          /** From 0 to 1. */
          share: z.number(),
          /** Of the same units on the days that are compared with. */
          other: z.object({ glasses: z.number(), sales: money(), share: z.number() }).nullable(),
          /** Share without units that a comparison leaves out, less the other share. */
          shareChange: z.number().nullable(),
          /** Sales of the last eight whole weeks, oldest first. */
          weeks: z.array(money()),
          /** Change from week to week in parts of the mean, and the odds that it is no coincidence. */
          trend: z.object({ slope: z.number(), odds: z.number() }).nullable(),
        }),
      ),
      totalSales: money(),
      /** Number of the first drinks that make 80 % of the sales. */
      most: z.number(),
      /** Units that the comparison leaves out. */
      leftOut: z.array(z.number()),
      asOf: timeOut,
    }),
  },
});

const figureOrNone = money().nullable();

/** Null where this kind of breakdown does not have a figure. */
const brokenDown = {
  sales: figureOrNone,
  orders: z.number().nullable(),
  /** As in the sales report. */
  servings: z.number().nullable(),
  /** That were poured. */
  glasses: z.number().nullable(),
  /** Price of a sale before tax and tips, refunded or not; by drink, that of a glass that is not refunded. */
  average: figureOrNone,
  refunds: figureOrNone,
  tips: figureOrNone,
  taxes: figureOrNone,
};

export const getBreakdown = defineEndpoint({
  method: 'GET',
  path: '/api/reports/breakdown',
  summary:
    'Figures by drink, ingredient category, unit, hour, weekday, person who refunded or payment method; the rows together are the sales report of the period',
  permission: 'reports.read',
  query: period
    .extend({ by: z.enum(breakdownKinds, { error: breakdownMessages.unknownKind }) })
    .refine(({ from, to }) => from <= to, inOrder),
  responses: {
    200: z.object({
      by: z.enum(breakdownKinds),
      /** The days that are shown: fewer where single sales have to be read; the note says so. */
      from: z.string(),
      to: z.string(),
      rows: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          ...brokenDown,
          /** Of the sales, by person of the refunds; from 0 to 1. */
          share: z.number().nullable(),
        }),
      ),
      total: z.object(brokenDown),
      note: z.string().nullable(),
      asOf: timeOut,
    }),
  },
});
