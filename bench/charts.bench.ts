/**
 * Charts of a year of 500,000 and of 5 million sales on 10 units: series by night, heat map and mix of drinks; and 100
 * venues of one owner, with 10 units each, side by side.
 */
import { sql } from 'kysely';
import { median, p95, report, timesMs } from '../resilience/testing/outcome.ts';
import { fleetYear } from '../resilience/testing/fleet.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';
import type { Db } from '../db/tables/tables.ts';

const units = 10;
const usualSales = 500_000;
const manySales = 5_000_000;
const rounds = 40;

const charts = [
  { name: 'series of a year by night', path: 'series', more: { by: 'night' }, most: 40 },
  { name: 'heat map of a year', path: 'heatmap', more: {}, most: 120 },
  { name: 'mix of a year', path: 'mix', more: {}, most: 100 },
] as const;

const comparison = '100 venues over a year';

type Name = (typeof charts)[number]['name'] | typeof comparison;

export async function benchCharts(): Promise<void> {
  const usual = await timeCharts(usualSales);
  for (const { name, most } of charts) reportTimes(name, usual, most);
  reportTimes(comparison, usual, 300);
  const many = await timeCharts(manySales);
  for (const [name, times] of many) {
    const usualMs = median(usual.get(name) ?? []);
    report(
      `${name}, of 5 million sales / of 500,000`,
      median(times) / usualMs,
      { most: 1.5 },
      `${median(times).toFixed(1)} / ${usualMs.toFixed(1)} ms`,
    );
  }
}

function reportTimes(name: Name, all: ReadonlyMap<Name, number[]>, most: number): void {
  const times = all.get(name) ?? [];
  const said = `${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms`;
  report(name, median(times), { most }, said);
}

/** @returns milliseconds of each request, by chart */
async function timeCharts(sales: number): Promise<Map<Name, number[]>> {
  const database = await openBenchDatabase(sales, units);
  const session = await openSession(database.connection);
  const server = await serve('serve', database.embedded.target);
  const timeRequests = (count: number, path: string, search: Record<string, string>) =>
    timesMs(count, () => {
      const query = new URLSearchParams({ ...fleetYear, ...search }).toString();
      return send(`${server.url}/api/reports/${path}?${query}`, session.token);
    });
  const times = new Map<Name, number[]>();
  const { venueId } = session;
  for (const { name, path, more } of charts)
    times.set(name, await timeRequests(rounds, path, { venueId, ...more }));
  await withAllVenues(database.connection.db, session.ownerId, async () => {
    times.set(comparison, await timeRequests(comparisons, 'venues', { against: 'year' }));
  });
  await server.stop();
  await database.close();
  return times;
}

/** An account may compare 1,200 venues a minute. */
const comparisons = 8;

/** Gives all venues of the fleet to one owner meanwhile. */
async function withAllVenues(db: Db, ownerId: string, work: () => Promise<void>): Promise<void> {
  await sql`update venues set owner_id = ${ownerId} where name like 'Venue %'`.execute(db);
  try {
    await work();
  } finally {
    await sql`
      update venues set owner_id = users.id from users
      where users.name = replace(venues.name, 'Venue', 'Owner') and venues.name like 'Venue %'
    `.execute(db);
  }
}
