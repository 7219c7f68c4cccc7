/** Sales of all venues of an owner side by side. */
import { z } from 'zod';
import { dateMessages } from '../lib/time-in-zone.ts';
import { compareMessages } from '../rules/compare/compare-messages.ts';
import { againstNames } from '../rules/compare/compared-nights.ts';
import { figures, yesOrNo } from './comparisons.ts';
import { defineEndpoint } from './endpoint.ts';
import { cursorPaging, id, plainText } from './fields.ts';
import { money } from './money.ts';
import { badDay, day } from './nights.ts';
import { sale } from './orders.ts';
import { besideSale, hasOneNeighbour, salesReport, shownSales, twoNeighbours } from './reports.ts';
import { exportMessages } from '../rules/reports/report-messages.ts';

/** Two periods side by side, of the units that were in contact in both; ratio is null where the other figure is 0. */
const sides = z.object({
  current: figures,
  other: figures,
  change: z.object({ by: money(), ratio: z.number().nullable() }),
});

const venueSales = z.object({
  venueId: z.string(),
  name: z.string(),
  /** IANA name, by whose clock its days begin. */
  timezone: z.string(),
  /** Whether it is open now, by its opening hours or the mark of its night; null where neither says it. */
  isOpen: z.boolean().nullable(),
  units: z.number(),
  /** As in its sales report. */
  figures,
  /** Null where there is nothing to compare with. */
  compared: sides.nullable(),
  /** Open in both periods. */
  isLikeForLike: z.boolean(),
  /** Gross volume of each night until now; empty for periods of more than 35 nights. */
  nights: z.array(z.object({ day: z.string(), gross: money() })),
  /** Nights of the period on which a unit sold, added up over its units; null for periods of more than 35 nights. */
  unitNights: z.number().nullable(),
  /**
   * What units missed while they were offline in opening hours: what they usually sell in these hours, at the pace of the
   * units that were in contact. Null for periods of more than 35 nights.
   */
  missed: z
    .object({
      gross: money(),
      units: z.array(
        z.object({
          unitNumber: z.number(),
          name: z.string().nullable(),
          /** Offline while the venue was open. */
          hours: z.number(),
          gross: money(),
        }),
      ),
    })
    .nullable(),
  /** Open issues that the caller may read, neither seen nor snoozed. */
  issues: z.object({ all: z.number(), urgent: z.number() }),
  /** The most urgent one; null without any. */
  firstIssue: z.string().nullable(),
});

const daysOfVenues = z.object({
  /** Of a super admin: whose venues. */
  ownerId: id.optional(),
  /** First and last day, both included: business days of each venue, or calendar days where it has no clock. */
  from: day,
  to: day,
  /** Of venues without a clock. */
  timezone: plainText(64).default('UTC'),
});

const inOrder = { path: ['to'], error: dateMessages.daysReversed };

export const compareVenues = defineEndpoint({
  method: 'GET',
  path: '/api/reports/venues',
  summary:
    'Figures of a period, or of tonight, of every venue that the caller may see, each by its own clock, beside those of another period; the venue that is furthest below what it usually sells comes first',
  permission: 'reports.read',
  query: daysOfVenues
    .extend({
      /** Without both, the running night of each venue, or today where it has no clock. */
      from: day.optional(),
      to: day.optional(),
      against: z.enum(againstNames, { error: compareMessages.unknownAgainst }).default('previous'),
      /** Whether units that were not in contact throughout are left out of the comparisons. */
      sameUnits: yesOrNo.default('true'),
    })
    .refine(({ from, to }) => from !== undefined || to === undefined, {
      path: ['from'],
      error: badDay,
    })
    .refine(({ from, to }) => to !== undefined || from === undefined, {
      path: ['to'],
      error: badDay,
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, inOrder),
  responses: {
    200: z.object({
      against: z.enum(againstNames),
      /** Of all venues that could be read. */
      total: figures,
      /** Of the venues that were open in both periods; null without any. */
      likeForLike: z.object({ venues: z.number(), ...sides.shape }).nullable(),
      venues: z.array(venueSales),
      /** Venues that could not be read; no figure includes them. */
      missing: z.array(z.object({ venueId: z.string(), name: z.string() })),
    }),
  },
});

export const downloadVenuesCsv = defineEndpoint({
  method: 'GET',
  path: '/api/reports/venues.csv',
  summary:
    'The sales of every venue that the caller may see as one CSV, streamed: each by its own clock, with its totals and those of all',
  permission: 'reports.export',
  query: daysOfVenues.refine(({ from, to }) => from <= to, inOrder),
  responses: { 200: z.string() },
  responseType: 'csv',
});

export const listSalesOfVenues = defineEndpoint({
  method: 'GET',
  path: '/api/reports/venues/sales',
  summary:
    'Totals of the sales of every venue that the caller may see, and a page of them in the order of time, each venue by its own clock; laterThan and earlierThan continue from a sale',
  permission: 'reports.read',
  query: daysOfVenues
    .extend({
      pagination: cursorPaging(10, 100, exportMessages.useNeighbour),
      ...besideSale,
      ...shownSales,
    })
    .refine(({ from, to }) => from <= to, inOrder)
    .refine(hasOneNeighbour, twoNeighbours),
  responses: {
    /** Totals as in the sales reports of the venues, added up; netVolume where all of them have it. */
    200: salesReport
      .omit({
        averageDuration: true,
        certified: true,
        currentDrink: true,
        lateSince: true,
        listed: true,
      })
      .extend({
        sales: z.array(
          sale.extend({
            /** The date of the sale is shown in its time zone. */
            venue: z.object({ id: z.string(), name: z.string(), timezone: z.string() }),
          }),
        ),
      }),
  },
});
