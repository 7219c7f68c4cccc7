import type { Pool } from 'pg';
import type { z } from 'zod';
import * as charts from '../../contract/charts.ts';
import * as comparisons from '../../contract/comparisons.ts';
import { sale as saleOut } from '../../contract/orders.ts';
import * as endpoints from '../../contract/reports.ts';
import { takeShares } from '../../db/pool/lanes.ts';
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';
import { toDollars } from '../../lib/money.ts';
import { weekdayNumber } from '../../rules/venues/first-weekday.ts';
import { flagNamed } from '../../rules/flags/flag-names.ts';
import { weekdayIndex } from '../../lib/day-range.ts';
import { hoursOfNights } from '../../rules/charts/series.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import { figuresOf } from '../../rules/compare/figures.ts';
import { countDays, nightAt, nightsOf, wholeNights } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { type AccountActor, type Actor, maySeeDurations } from '../../rules/permissions.ts';
import { isFilter } from '../../rules/reports/sale-filter.ts';
import { csvFileName } from '../../rules/reports/sales-csv.ts';
import { reportTotals } from '../../rules/reports/sales-totals.ts';
import { venueFlags } from '../adapters/flags/port.ts';
import { extendIdleTimeout } from '../http/connections.ts';
import type { Mount } from '../http/mount.ts';
import { streamJson } from '../http/json.ts';
import { requireConfirmedEmail } from '../recipients/confirmations.ts';
import { readBreakdown } from './breakdown/read-breakdown.ts';
import { readHeatMap, readMix, readSeries } from './charts.ts';
import { breakdownView, heatMapView, mixView, seriesView } from './charts.view.ts';
import { compareSales, mostNights } from './compare-sales.ts';
import { downloadSalesCsv, mailSalesReport } from './download-sales-csv.ts';
import { longestExportMs } from './sales-csv.ts';
import { sumHours } from './sales-in-parts.queries.ts';
import { type SalesScope, sumDrinks } from './sales-sums.queries.ts';
import { comparisonView, salesReportView, salesView } from './reports.view.ts';
import { pageStart } from './page-start.ts';
import { findSaleCursor } from './sales-page.queries.ts';
import { readSalesReport } from './sales-report.queries.ts';
import { findCurrentDrink } from './current-drink.ts';
import { findCertifiedNights } from './certified-nights.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { localWorkLimit, sharedRateLimit } from '../shared/rate-limit.ts';
import { requireAccount } from '../shared/require.ts';
import { requireUnitOf } from '../units/unit-access.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { requireNightRules, requireTimezone } from '../venues/nights.ts';
import { requireVenue } from '../venues/venue-access.ts';

type RangeQuery = Pick<
  z.output<typeof endpoints.getSalesReport.query>,
  'venueId' | 'unitId' | 'startDate' | 'endDate'
>;

export function reportRoutes(mount: Mount, deps: AppDeps): void {
  const limits = reportLimits(deps.pool);

  mount(endpoints.getSalesReport, async ({ actor, query, reads }) => {
    const { scope, feesReported } = await requireSalesScope(deps, actor, query);
    const range = rangeOf(query);
    const account = requireAccount(actor);
    const asOf = deps.now();
    const hours = await hoursOfReport(deps, scope.venueId, query);
    const { sums, late, sales, examined, certified, listedSums, current } = await limits.limitPage(
      account,
      query.pagination.size,
      () =>
        reads.query(async (db) => {
          const start = await pageStart(query, (id) => findSaleCursor(db, scope, id));
          const { sort, show, drink, currentDrink, reader, payment } = query;
          const asked = { show, drink, currentDrink, reader, payment };
          const current = currentDrink
            ? await findCurrentDrink(db, scope, range, currentDrink)
            : null;
          const isAsked = isFilter(asked);
          const filter =
            isAsked || hours ? { ...asked, hour: query.hour, drinkKeys: current?.keys } : undefined;
          const page = { ...query.pagination, sort, start, filter, hours };
          return {
            ...(await readSalesReport(db, scope, range, page)),
            current,
            certified: await findCertifiedNights(db, scope, range),
            listedSums: hours && !isAsked ? await sumHours(db, scope, hours) : null,
          };
        }),
    );
    const withDurations = maySeeDurations(actor);
    const pagination = { ...query.pagination, total: sums.orders };
    const totals = reportTotals(sums, { feesReported });
    const [first = [], ...more] = sales;
    const listed = listedSums && figuresOf(listedSums);
    const figures = { totals, late, examined, asOf, certified, listed, current };
    const report = salesReportView(figures, first, pagination, withDurations);
    if (more.length === 0) return report;
    return streamJson(endpoints.getSalesReport.responses[200], report, {
      name: 'sales',
      element: saleOut,
      slices: more.map((slice) => () => salesView(slice, withDurations)),
    });
  });

  mount(endpoints.getDrinkStatistics, async ({ actor, query, reads }) => {
    await limits.countStatistics(requireAccount(actor));
    const { scope } = await requireSalesScope(deps, actor, query);
    const drinks = await reads.query((db) => sumDrinks(db, scope, rangeOf(query)));
    return drinks.map(({ name, quantity, amountCents }) => ({
      name,
      quantity,
      totalAmount: toDollars(amountCents),
    }));
  });

  mount(comparisons.compareSales, async ({ actor, query, reads }) => {
    await limits.countStatistics(requireAccount(actor));
    const { scope } = await requireSalesScope(deps, actor, query);
    const compared = await compareSales({ ...deps, reads }, scope, comparedPeriod(query));
    return comparisonView(compared);
  });

  mount(charts.getSeries, async ({ actor, query, reads }) => {
    await limits.countStatistics(requireAccount(actor));
    const { scope, firstWeekday } = await requireSalesScope(deps, actor, query);
    const period = { ...comparedPeriod(query), firstWeekday };
    return seriesView(await readSeries({ ...deps, reads }, scope, period));
  });

  mount(charts.getHeatMap, async ({ actor, query, reads }) => {
    await limits.countStatistics(requireAccount(actor));
    const { scope } = await requireSalesScope(deps, actor, query);
    const { timezone, nights, ...period } = query;
    const of = { ...period, timezone, onlyUsual: nights === 'usual' };
    return heatMapView(await readHeatMap({ ...deps, reads }, scope, of));
  });

  mount(charts.getMix, async ({ actor, query, reads }) => {
    await limits.countStatistics(requireAccount(actor));
    const { scope } = await requireSalesScope(deps, actor, query);
    return mixView(await readMix({ ...deps, reads }, scope, comparedPeriod(query)));
  });

  mount(charts.getBreakdown, async ({ actor, query, reads }) => {
    await limits.countBreakdown(requireAccount(actor));
    const { scope } = await requireSalesScope(deps, actor, query);
    const { by, from, to, timezone } = query;
    return breakdownView(
      await readBreakdown({ ...deps, reads }, scope, { by, from, to, timezone }),
    );
  });

  mount(endpoints.downloadSalesCsv, async ({ actor, query, reads, raw, reply }) => {
    const timezone = requireTimezone(query.timezone);
    const { scope, feesReported } = await requireSalesScope(deps, actor, query);
    await limits.countDownload(requireAccount(actor));
    const account = requireAccount(actor).userId;
    const { dataDir } = deps;
    const range = rangeOf(query);
    const as = { timezone, feesReported };
    // Before the export, whose file waits for a reader from then on.
    const { from, to } = await daysOf(deps, scope, query);
    extendIdleTimeout(raw, longestExportMs);
    const { csv, sales } = await downloadSalesCsv({ reads, dataDir }, account, scope, range, as);
    reply.type('text/csv; charset=utf-8');
    reply.header('x-total-count', sales);
    reply.header('content-disposition', `attachment; filename="${csvFileName(from, to)}"`);
    return csv;
  });

  mount(endpoints.mailSalesReport, async ({ actor, body, reads, raw }) => {
    const timezone = requireTimezone(body.timezone);
    const { venueName, scope, feesReported } = await requireSalesScope(deps, actor, body);
    const to = requireAccount(actor);
    await requireConfirmedEmail(deps, to);
    await limits.countMail(to, raw.ip);
    const what = { scope, range: rangeOf(body), venueName, days: await daysOf(deps, scope, body) };
    await mailSalesReport({ ...deps, reads }, to, what, { timezone, feesReported });
    return { recipient: to.email };
  });
}

const comparedPeriod = <
  Query extends Pick<z.output<typeof charts.getMix.query>, 'timezone' | 'soFar' | 'sameUnits'>,
>({
  timezone,
  soFar,
  sameUnits,
  ...period
}: Query) => ({ ...period, timezone, soFar: soFar === 'true', sameUnits: sameUnits === 'true' });

/** Days that name a range: business days where it consists of whole nights of the venue, else those of the time zone. */
async function daysOf(
  { db }: AppDeps,
  { venueId }: SalesScope,
  { startDate, endDate, timezone }: RangeQuery & { timezone: string },
): Promise<{ from: string; to: string }> {
  const rules = await findNightRules(db, venueId);
  const days = rules && wholeNights(rules, { startMs: startDate, endMs: endDate + 1 });
  return (
    days ?? {
      from: dateAndTimeIn(startDate, timezone).date,
      to: dateAndTimeIn(endDate, timezone).date,
    }
  );
}

/** The API includes both bounds, to the millisecond. */
const rangeOf = ({ startDate, endDate }: RangeQuery) => ({
  startMs: startDate,
  endMs: endDate + 1,
});

/** Hours of the nights of a report that have this weekday and reading of the clock; undefined for all hours. */
async function hoursOfReport(
  deps: AppDeps,
  venueId: string,
  query: z.output<typeof endpoints.getSalesReport.query>,
): Promise<TimeRange[] | undefined> {
  const { weekday, hour, timezone } = query;
  if (weekday === undefined) return undefined;
  const rules = await requireNightRules(deps, venueId, timezone);
  const { startMs, endMs } = rangeOf(query);
  const [from, to] = [nightAt(rules, startMs).day, nightAt(rules, endMs - 1).day];
  if (countDays(from, to) > mostNights)
    throw fieldError({ endDate: compareMessages.tooManyNights(mostNights) });
  return hoursOfNights(nightsOf(rules, from, to).filter(({ day }) => weekdayIndex(day) === weekday))
    .filter(({ reading }) => reading === hour)
    .map((one) => ({
      startMs: Math.max(one.startMs, startMs),
      endMs: Math.min(one.endMs, endMs),
    }))
    .filter((one) => one.startMs < one.endMs);
}

async function requireSalesScope(
  deps: AppDeps,
  actor: Actor,
  { venueId, unitId }: Pick<RangeQuery, 'venueId' | 'unitId'>,
): Promise<{
  scope: SalesScope;
  feesReported: boolean;
  venueName: string;
  firstWeekday: number;
}> {
  const venue = await requireVenue(deps, actor, venueId);
  const flags = await deps.flags.flagsOn(venueFlags(venue));
  const feesReported = !flags.has(flagNamed.paxShift4);
  const scope = {
    venueId: venue.id,
    unitId: await requireUnitOf(deps, actor, venue.id, unitId),
  };
  const firstWeekday = weekdayNumber[venue.first_weekday];
  return { scope, feesReported, venueName: venue.name, firstWeekday };
}

// Rate limits of reports, per account.

const hourSeconds = 60 * 60;
type Account = Pick<AccountActor, 'userId'>;

/** Rows of sales that take about as long as the statistics by drink. */
const rowsPerPoint = 50;
/** Twelve pages of 10,000 sales a minute; each takes most of a second of processor time. */
const mostPoints = 2400;
const pointsOfStatistics = 1;
const pointsOfBreakdown = 10;
const pointsOfDownload = 10;
const mostRowsUnlimited = 100;

export interface ReportLimits {
  /** Limits large pages by the rows that they return; of one account, they are read one after the other. */
  limitPage<T extends { sales: readonly (readonly unknown[])[] }>(
    account: Account,
    size: number,
    read: () => Promise<T>,
  ): Promise<T>;
  countStatistics(account: Account): Promise<void>;
  countBreakdown(account: Account): Promise<void>;
  countDownload(account: Account): Promise<void>;
  /** Ten an hour per account, and fifty per network, from which many accounts could be registered. */
  countMail(account: Account, address: string): Promise<void>;
}

export function reportLimits(pool: Pool): ReportLimits {
  const work = localWorkLimit({ name: 'reports', most: mostPoints, windowSeconds: 60 });
  const mailsToAccount = sharedRateLimit(pool, {
    name: 'mail report account',
    most: 10,
    windowSeconds: hourSeconds,
  });
  const mailsOfNetwork = sharedRateLimit(pool, {
    name: 'mail report network',
    most: 50,
    windowSeconds: hourSeconds,
  });
  return {
    limitPage: async ({ userId }, size, read) => {
      if (size <= mostRowsUnlimited) return read();
      const points = pointsOf(size);
      await work.count(userId, points);
      const free = await takeShares([{ key: `large pages ${userId}`, most: 1 }]);
      try {
        const page = await read();
        await work.giveBack(userId, points - pointsOf(page.sales.flat().length));
        return page;
      } finally {
        free();
      }
    },
    countStatistics: ({ userId }) => work.count(userId, pointsOfStatistics),
    countBreakdown: ({ userId }) => work.count(userId, pointsOfBreakdown),
    countDownload: ({ userId }) => work.count(userId, pointsOfDownload),
    countMail: async ({ userId }, address) => {
      await mailsToAccount.count(userId);
      await mailsOfNetwork.count(networkOf(address));
    },
  };
}

const pointsOf = (rows: number): number => Math.ceil(rows / rowsPerPoint);
