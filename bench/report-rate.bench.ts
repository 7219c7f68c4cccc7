/**
 * Reports of a year from one account at 20 connections, compared with a signed-in GET of the same server, alternately:
 * processor time of the server per request, which depends less on what else the machine does than a rate.
 */
import autocannon from 'autocannon';
import type { BenchDatabase } from './bench-database.ts';
import { reportPath } from './fleet.ts';
import { median, report } from './outcome.ts';
import { serve } from './process.ts';
import { openSession } from './session.ts';

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

export async function benchReportRate({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const server = await serve('serve.ts', embedded.target);
  const paths = {
    reports: reportPath(session.venueId),
    gets: `/api/users/${session.ownerId}/venues`,
  };
  const run = async (
    path: string,
    limit: { amount: number } | { duration: number },
  ): Promise<Run> => {
    const before = server.cpuMs();
    const { requests, non2xx, errors } = await autocannon({
      url: server.url + path,
      headers: { authorization: `Bearer ${session.token}` },
      connections,
      ...limit,
    });
    if (non2xx > 0 || errors > 0) throw new Error(`${path} failed under load`);
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
