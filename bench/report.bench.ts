/** Sales report over two million sales: a year takes as long as a day. */
import { sql } from 'kysely';
import { type BenchDatabase, openSession } from './bench-database.ts';
import { fleetYear, reportPath } from '../resilience/testing/fleet.ts';
import { serve } from './process.ts';
import { load, send } from './requests.ts';
import { type DaysInZone, widenDays } from '../lib/day-range.ts';
import { median, p95, report, timesMs } from '../resilience/testing/outcome.ts';
import { nightRange, nightsOf } from '../rules/nights/nights.ts';

const ms = (value: number) => `${value.toFixed(1)} ms`;

export async function benchReport({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const server = await serve('serve', embedded.target);
  const year = widenDays(fleetYear);
  const day = { ...fleetYear, from: '2024-06-15', to: '2024-06-15' };

  const look = (days: DaysInZone, page = 1) => lookAt(widenDays(days), page);
  const lookAt = (range: { startDate: number; endDate: number }, page = 1) => {
    const url = `${server.url}${reportPath(session.venueId, range)}&pagination[current]=${page}`;
    return send(url, session.token);
  };
  const dayMs = median(await timesMs(200, () => look(day)));
  // The same year in nights that start at 5 AM, which the sums by hour answer; in turns, so that load meets both.
  const nights = {
    clocks: [{ fromDay: '2020-01-01', timezone: fleetYear.timezone, startsMinutes: 300 }],
    ends: new Map<string, number>(),
  };
  const { startMs, endMs } = nightRange(nights, fleetYear.from, fleetYear.to);
  const ofNights = { startDate: startMs, endDate: endMs - 1 };
  const times = { year: [] as number[], nights: [] as number[] };
  for (let turn = 0; turn < 10; turn += 1) {
    times.year.push(...(await timesMs(20, () => look(fleetYear))));
    times.nights.push(...(await timesMs(20, () => lookAt(ofNights))));
  }
  const yearMs = median(times.year);
  const nightsMs = median(times.nights);
  const listMs = median(
    await timesMs(50, async () => nightsOf(nights, '2015-01-01', '2024-12-31')),
  );
  const deepMs = median(await timesMs(50, () => look(fleetYear, 150_000)));
  // A year against the one before, 364 days back.
  const compareUrl = `${server.url}/api/reports/compare?venueId=${session.venueId}&from=${fleetYear.from}&to=${fleetYear.to}&timezone=${fleetYear.timezone}&against=year`;
  const compareMs = p95(await timesMs(100, () => send(compareUrl, session.token)));
  const plainMs = median(
    await timesMs(3, () =>
      sql`
        select sum(drink.price_cents * drink.quantity) filter (where drink.refunded_at is null), sum(drink.tax_cents), sum(drink.tip_cents)
        from orders as sale
        join ordered_drinks as drink on drink.venue_id = sale.venue_id and drink.order_id = sale.id
        where sale.venue_id = ${session.venueId}
        and sale.sold_at >= ${new Date(year.startDate)} and sale.sold_at <= ${new Date(year.endDate)}
      `.execute(connection.db),
    ),
  );
  await server.stop();
  report(
    'report of a year / of a day',
    yearMs / dayMs,
    { most: 2 },
    `${ms(yearMs)} / ${ms(dayMs)}`,
  );
  report(
    'report of a year by business days / by calendar days',
    nightsMs / yearMs,
    { most: 1.3 },
    `${ms(nightsMs)} / ${ms(yearMs)}`,
  );
  report('nights of ten years', listMs, { most: 20 }, ms(listMs));
  report('year compared with a year, p95', compareMs, { most: 60 }, ms(compareMs));
  report(
    'plain aggregate / report of a year',
    plainMs / yearMs,
    { least: 20 },
    `${ms(plainMs)} / ${ms(yearMs)}`,
  );
  report(
    'page 150,000 / page 1 of a year',
    deepMs / yearMs,
    { most: 4 },
    `${ms(deepMs)} / ${ms(yearMs)}`,
  );
}

const connections = 20;
const rounds = 5;
const seconds = 3;
/** Requests after which the server runs compiled code. */
const warmUp = 2_000;

interface Run {
  /** Requests a second. */
  rate: number;
  /** Processor time per request. */
  ms: number;
}

/**
 * Reports of a year from one account at 20 connections, compared with a signed-in GET of the same server, alternately:
 * processor time of the server per request, which depends less on what else the machine does than a rate.
 */
export async function benchReportRate({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const server = await serve('serve', embedded.target);
  const paths = {
    reports: reportPath(session.venueId),
    gets: `/api/users/${session.ownerId}/venues`,
  };
  const run = async (
    path: string,
    limit: { amount: number } | { duration: number },
  ): Promise<Run> => {
    const before = server.cpuMs();
    const { requests } = await load(server.url + path, session.token, { connections, ...limit });
    return { rate: requests.average, ms: (server.cpuMs() - before) / requests.total };
  };
  for (const path of Object.values(paths)) await run(path, { amount: warmUp });
  const reports: Run[] = [];
  const gets: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    reports.push(await run(paths.reports, { duration: seconds }));
    gets.push(await run(paths.gets, { duration: seconds }));
  }
  await server.stop();
  const middle = (runs: readonly Run[]) => ({
    rate: median(runs.map(({ rate }) => rate)).toFixed(0),
    ms: median(runs.map(({ ms }) => ms)),
  });
  const [ofReport, ofGet] = [middle(reports), middle(gets)];
  report(
    `processor time of a report of a year / of a signed-in GET at ${connections} connections`,
    ofReport.ms / ofGet.ms,
    { most: 2.8 },
    `${ofReport.ms.toFixed(2)} / ${ofGet.ms.toFixed(2)} ms, ${ofReport.rate} / ${ofGet.rate} a second`,
  );
}
