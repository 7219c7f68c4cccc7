/**
 * Reports of a year from one account at 20 connections, compared with a signed-in GET of the same server. Best rate of
 * each, measured alternately: background load on the machine only reduces a rate.
 */
import autocannon from 'autocannon';
import { widenDays } from '../lib/day-range.ts';
import type { BenchDatabase } from './bench-database.ts';
import { fleetYear } from './fleet.ts';
import { report } from './outcome.ts';
import { serve } from './process.ts';
import { openSession } from './session.ts';

const connections = 20;
const rounds = 5;
const seconds = 3;
/** Requests after which the server runs compiled code. */
const warmUp = 2_000;

export async function benchReportRate({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const server = await serve('serve.ts', embedded.target);
  const { startDate, endDate } = widenDays(fleetYear);
  const paths = {
    reports: `/api/orders/sales/report?venueId=${session.venueId}&startDate=${startDate}&endDate=${endDate}`,
    gets: `/api/users/${session.ownerId}/venues`,
  };
  const rateOf = async (
    path: string,
    limit: { amount: number } | { duration: number },
  ): Promise<number> => {
    const result = await autocannon({
      url: server.url + path,
      headers: { authorization: `Bearer ${session.token}` },
      connections,
      ...limit,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${path} failed under load`);
    return result.requests.average;
  };
  for (const path of Object.values(paths)) await rateOf(path, { amount: warmUp });
  const rates = { reports: 0, gets: 0 };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['reports', 'gets'] as const)
      rates[name] = Math.max(rates[name], await rateOf(paths[name], { duration: seconds }));
  }
  await server.stop();
  report(
    `reports of a year / signed-in GETs at ${connections} connections`,
    rates.reports / rates.gets,
    { least: 0.4 },
    `${rates.reports.toFixed(0)} / ${rates.gets.toFixed(0)} a second`,
  );
}
