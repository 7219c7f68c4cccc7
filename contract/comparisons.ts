/** Comparison of the sales of a period with those of another. */
import { z } from 'zod';
import { dateMessages } from '../lib/time-in-zone.ts';
import { compareMessages } from '../rules/compare/compare-messages.ts';
import { againstNames } from '../rules/compare/compared-nights.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { day } from './nights.ts';
import { unitName } from './units.ts';

/** Those of the sales report, in dollars; gross = sales + taxes + tips + refunds. A mean has orders with a decimal. */
export const figures = z.object({
  gross: money(),
  sales: money(),
  taxes: money(),
  tips: money(),
  refunds: money(),
  orders: z.number(),
  servings: z.number(),
  averagePrice: money(),
  asOf: timeOut,
});

/**
 * lateSince is what of these sales arrived more than 15 minutes after it was sold, imports aside, as in the sales report;
 * of a mean, its mean.
 */
const comparedFigures = figures.extend({
  lateSince: z.object({ orders: z.number(), gross: money() }),
});

/** ratio is null where the other figure is 0. */
const amountChange = z.object({ by: money(), ratio: z.number().nullable() });
const countChange = z.object({ by: z.number(), ratio: z.number().nullable() });

const span = z.object({ start: timeOut, end: timeOut });

/** A unit that was not in contact for two hours or more in which the venue sells; until is null while it is not. */
const silentUnit = z.object({
  unitNumber: z.number(),
  unitName,
  lastContactAt: timeOut,
  from: timeOut,
  until: timeOut.nullable(),
});

export const yesOrNo = z.enum(['true', 'false'], { error: 'Use true or false' });

export const comparison = z.object({
  against: z.enum(againstNames),
  current: comparedFigures,
  /** Null where there is nothing to compare with; the notes say why. */
  other: comparedFigures.nullable(),
  /** Latest time on the clock since the running day began; null where whole days are compared. */
  soFar: z.object({ reading: z.string() }).nullable(),
  hours: z.object({ current: z.number(), other: z.number().nullable() }),
  spans: z.object({ current: span, others: z.array(span) }),
  change: z
    .object({
      gross: amountChange,
      sales: amountChange,
      taxes: amountChange,
      tips: amountChange,
      refunds: amountChange,
      averagePrice: amountChange,
      orders: countChange,
      servings: countChange,
    })
    .nullable(),
  nights: z.array(z.object({ current: z.string(), others: z.array(z.string()) })),
  /** Units that are left out of both sides. */
  leftOut: z.array(silentUnit),
  /** Units that would be left out with sameUnits. */
  broughtBack: z.array(silentUnit),
  notes: z.array(z.string()),
});

export const compareSales = defineEndpoint({
  method: 'GET',
  path: '/api/reports/compare',
  summary:
    'Figures of a period beside those of another: until the same time on the clock while it goes on, and of the units that were in contact on both sides',
  permission: 'reports.read',
  query: z
    .object({
      venueId: id,
      /** Id or number; "all" is the same as none. */
      unitId: id.optional(),
      /** First and last day, both included: business days of the venue, or calendar days of the time zone. */
      from: day,
      to: day,
      timezone: plainText(64).optional(),
      against: z.enum(againstNames, { error: compareMessages.unknownAgainst }),
      /** Whether the running day is compared until now; else whole days are. */
      soFar: yesOrNo.default('true'),
      /** Whether units that were not in contact throughout are left out. */
      sameUnits: yesOrNo.default('true'),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: dateMessages.daysReversed }),
  responses: {
    200: comparison,
  },
});
