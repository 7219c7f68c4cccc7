/** Sales report, its CSV and the statistics by drink. */
import { z } from 'zod';
import { exportMessages, reportMessages } from '../rules/reports/report-messages.ts';
import { readPayment } from '../rules/reports/sale-filter.ts';
import { defineEndpoint } from './endpoint.ts';
import { epochMs, id, pagination, paginationQuery, plainText, timeOut } from './fields.ts';
import { money } from './money.ts';
import { longestSoldName, sale } from './orders.ts';

/**
 * A time range with both ends included, for a whole venue or one unit (unitId: id or number; "all" is the same as
 * none).
 */
const range = z.object({
  venueId: id,
  unitId: id.optional(),
  startDate: epochMs('Choose a start date'),
  endDate: epochMs('Choose an end date'),
});

const upTo = (most: number) =>
  z.coerce
    .number({ error: `Use a number from 0 to ${most}` })
    .int(`Use a number from 0 to ${most}`)
    .min(0, `Use a number from 0 to ${most}`)
    .max(most, `Use a number from 0 to ${most}`);

const inOrder = { path: ['endDate'], error: 'The end date is before the start date' };

/**
 * Sums over the whole range, in dollars, and one page of its sales. totalPrice is the price of
 * everything sold, refunded or not, before tax and tips; averagePrice is its mean per sale. grossVolume is everything
 * charged; totalRefunds everything refunded, including tax and tips; totalTaxes and totalTips are of drinks that were
 * not refunded; totalSales is the price of those. So grossVolume = totalSales + totalTaxes + totalTips + totalRefunds.
 * netVolume (grossVolume - totalRefunds - processing fees) is present when the venue's card provider reports fees.
 * averageDuration (ms) is for super admins only. The sums are of the whole range, whatever the filter of the sales.
 * The figures are as of asOf. lateSince is what of them arrived more than 15 minutes after it was sold, imports aside: a
 * report that was read before then did not have it.
 * certified has the nights of the range with a certificate, of which some may be checked, where the range of a whole
 * venue starts with a night and has at most 35 days.
 * listed has the sums of all sales of a weekday and hour, where nothing else is asked for.
 * currentDrink has what was sold of a drink by its present name, where it is asked for; each drink of the sales then says
 * whether it is that one (isCurrentDrink).
 * searchedUntil is the last sale that a filter examined, where it stopped before the end of the range: the search
 * continues from it with laterThan or earlierThan.
 */
export const salesReport = z.object({
  sales: z.array(sale),
  totalSales: money(),
  totalTaxes: money(),
  totalTips: money(),
  totalRefunds: money(),
  totalServings: z.number(),
  grossVolume: money(),
  netVolume: money().optional(),
  averageDuration: z.number().nullable().optional(),
  averagePrice: money(),
  totalPrice: money(),
  asOf: timeOut,
  certified: z
    .object({
      nights: z.number(),
      checking: z.number(),
      from: z.string(),
      to: z.string(),
      madeAt: timeOut,
    })
    .optional(),
  lateSince: z.object({ orders: z.number(), gross: money() }),
  listed: z
    .object({
      orders: z.number(),
      servings: z.number(),
      gross: money(),
      sales: money(),
      tips: money(),
      refunds: money(),
    })
    .optional(),
  currentDrink: z.object({ name: z.string(), sales: money() }).optional(),
  searchedUntil: z.object({ sale: z.string(), date: timeOut }).optional(),
  pagination,
});

/** Start of a page of sales, and their order. */
export const besideSale = {
  sort: z.enum(['oldest', 'newest'], { error: 'Use oldest or newest' }).default('oldest'),
  /** Id of a sale: the page has those that follow it in time. */
  laterThan: id.optional(),
  /** Id of a sale: the page has those that precede it in time. */
  earlierThan: id.optional(),
};

/** A page is next to one sale at most. */
export const hasOneNeighbour = (query: { laterThan?: unknown; earlierThan?: unknown }): boolean =>
  query.laterThan === undefined || query.earlierThan === undefined;

export const twoNeighbours = { path: ['earlierThan'], error: exportMessages.oneNeighbour };

/** Which sales are listed. */
export const shownSales = {
  /** Only sales with a drink of which fewer were poured than ordered, that was free, or that is refunded. */
  show: z
    .enum(['failed', 'comp', 'refunded'], { error: 'Use failed, comp or refunded' })
    .optional(),
  /** Only sales with a drink of this name; together with show, with one that is both. */
  drink: plainText(longestSoldName).optional(),
  /** Only sales through the card reader of this name. */
  reader: plainText(100).optional(),
  /** Only sales that charged this amount in dollars, with tax and tip, or a card with these last four digits: `$14.50`, `4242`. */
  payment: plainText(12)
    .refine((text) => readPayment(text) !== null, reportMessages.noPayment)
    .optional(),
};

export const getSalesReport = defineEndpoint({
  method: 'GET',
  path: '/api/orders/sales/report',
  summary:
    'Totals of a range and a page of its sales; laterThan and earlierThan continue from a sale, whatever the page number',
  permission: 'reports.read',
  query: range
    .extend({
      pagination: paginationQuery(10, 10_000),
      ...besideSale,
      ...shownSales,
      /** Only sales with a drink that has this name now, whatever its name was when it was sold: a row of the breakdown by drink. */
      currentDrink: plainText(longestSoldName).optional(),
      /** Only sales of nights of this weekday (0 is Monday), in hour: that of a cell of the heat map. */
      weekday: upTo(6).optional(),
      /** Hour of the clock; with weekday. */
      hour: upTo(23).optional(),
      /** Of calendar days, for weekday and hour; business days of the venue without one. */
      timezone: plainText(64).optional(),
    })
    .refine((query) => query.startDate <= query.endDate, inOrder)
    .refine(hasOneNeighbour, twoNeighbours)
    .refine((query) => (query.weekday === undefined) === (query.hour === undefined), {
      path: ['hour'],
      error: 'Use weekday and hour together',
    }),
  responses: { 200: salesReport },
});

const rangeInZone = range
  .extend({ timezone: plainText(64).default('America/Los_Angeles') })
  .refine((query) => query.startDate <= query.endDate, inOrder);

export const downloadSalesCsv = defineEndpoint({
  method: 'GET',
  path: '/api/orders/sales/report.csv',
  summary: 'The whole range as CSV, streamed; X-Total-Count is the number of sales',
  permission: 'reports.export',
  query: rangeInZone,
  responses: { 200: z.string() },
  responseType: 'csv',
});

export const mailSalesReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports/sales/mail',
  summary: "Mail the same CSV to the caller's own address, at most ten times an hour",
  permission: 'reports.export',
  body: rangeInZone,
  responses: { 202: z.object({ recipient: z.string() }) },
});

export const getDrinkStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/reports/drinks',
  summary: 'What was sold by drink name, most sold first',
  permission: 'reports.read',
  query: range.refine((query) => query.startDate <= query.endDate, inOrder),
  responses: {
    200: z.array(z.object({ name: z.string(), quantity: z.number(), totalAmount: money() })),
  },
});
