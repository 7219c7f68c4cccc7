/** Pours against sales, at cost. Not for bartenders. */
import { z } from 'zod';
import { causes } from '../rules/cases/cases.ts';
import { lossMessages } from '../rules/loss/loss-text.ts';
import { packParts } from '../rules/loss/pack.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { daysOfUnit } from './nights.ts';

/** Poured is the sum of sold, comped, refunded, wasted and over-poured. */
const amounts = (amount: () => z.ZodNumber) =>
  z.object({
    poured: amount(),
    sold: amount(),
    /** Of a price of 0. */
    comped: amount(),
    /** Of poured glasses that were refunded. */
    refunded: amount(),
    /** Beyond the glasses that were poured whole, of lines with a failed one. */
    wasted: amount(),
    /** Beyond the servings, of the other lines; negative where less was poured. */
    overPoured: amount(),
    /** By cleaning; no part of the others. */
    discarded: amount(),
    /**
     * By what counts differ from the levels; negative where more was there. Null without a count in these days, and where
     * stock was not managed.
     */
    unexplained: amount().nullable(),
  });
const ml = amounts(() => z.number());
const cost = amounts(money);

const sums = {
  ml,
  /** In dollars, at the cost of the time; null where no cost is entered. */
  cost: cost.nullable(),
  /** Sales of it, without refunded glasses, tax and tips. */
  sales: money(),
  /** Waste, over-pour and what is not explained, at what an ml that was sold earned; null where none was sold. */
  lostSales: money().nullable(),
  /** Of what was poured, that of lines without pours: counted as poured as set. */
  notMeasuredMl: z.number(),
  /** A fraction of what was set; null where nothing was measured. */
  overPourRatio: z.number().nullable(),
  /** True where something was poured before the first cost, which values it then. */
  isEstimated: z.boolean(),
};

export const getLoss = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/loss',
  summary:
    'What was poured of each ingredient against what was sold, and what is missing besides, in ml and at cost; at most 92 days',
  permission: 'costs.read',
  query: daysOfUnit,
  responses: {
    200: z.object({
      /** Costs are those of the ingredients that have one. */
      total: z.object(sums),
      /** The greatest loss first. */
      ingredients: z.array(
        z.object({
          ingredientId: z.string(),
          name: z.string(),
          /** Of a bottle in the units. */
          sizeMl: z.number(),
          ...sums,
        }),
      ),
      /** Positions that poured 3 % more or less than set over at least 200 servings. */
      meters: z.array(
        z.object({
          ingredientId: z.string(),
          unitId: z.string(),
          /** Its name and number. */
          unit: z.string(),
          position: z.number(),
          servings: z.number(),
          /** A fraction of what was set. */
          ratio: z.number(),
          ml: z.number(),
        }),
      ),
    }),
  },
});

const monthOfUnit = z.object({
  unitId: id.optional(),
  /** Business days of the venue, or calendar days of the time zone. */
  month: z
    .string({ error: lossMessages.badMonth })
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, lossMessages.badMonth),
  timezone: plainText(64).optional(),
});

const packed = {
  ml: z.number(),
  /** In dollars, at the cost of the time; null where no cost is entered. */
  cost: money().nullable(),
  /** In dollars, at what an ml that was sold in the month earned; null where none was sold. */
  menuPrice: money().nullable(),
};

export const getLossPack = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/loss-pack',
  summary:
    'What was free, spilt, discarded and taken out in a month, with the sales and movements behind it; it adds up to the loss report of the month',
  permission: 'costs.read',
  query: monthOfUnit,
  responses: {
    200: z.object({
      month: z.string(),
      /** First and last day. */
      from: z.string(),
      to: z.string(),
      parts: z.array(z.object({ part: z.enum(packParts), ...packed })),
      /** By part, then by ingredient. */
      lines: z.array(
        z.object({
          part: z.enum(packParts),
          /** Of failed pours; null for the other parts. */
          cause: z.enum(causes).nullable(),
          ingredientId: z.string(),
          name: z.string(),
          /** Of a bottle in the units. */
          sizeMl: z.number(),
          bottles: z.number(),
          ...packed,
          /** Number of the sales and movements; the CSV has all of them. */
          count: z.number(),
          /** The 100 greatest sales and movements, in the order of time. */
          entries: z.array(
            z.object({
              at: timeOut,
              /** Its name and number. */
              unit: z.string(),
              /** Of a movement; null for a sale. */
              position: z.number().nullable(),
              orderId: z.string().nullable(),
              movementId: z.string().nullable(),
              /** Of a movement; empty for a sale. */
              note: z.string(),
              ...packed,
            }),
          ),
        }),
      ),
    }),
  },
});

export const downloadLossPackCsv = defineEndpoint({
  method: 'GET',
  path: '/api/venues/{venueId}/loss-pack.csv',
  summary: 'The same as CSV: one line for each ingredient of each sale and movement',
  permission: 'costs.read',
  query: monthOfUnit,
  responses: { 200: z.string() },
  responseType: 'csv',
});
