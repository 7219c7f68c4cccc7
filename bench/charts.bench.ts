/**
 * Charts of a year of 500,000 sales on 16 units: series by night, heat map and mix of drinks; and 100 venues of one
 * owner, with 16 units each, side by side.
 */
import { sql } from 'kysely';
import { median, p95, report, timesMs } from '../resilience/testing/outcome.ts';
import { fleetYear } from '../resilience/testing/fleet.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { serve } from './process.ts';
import type { Db } from '../db/tables/tables.ts';

const sales = 500_000;
const rounds = 40;

const charts = [
  ['series of a year by night', 'series', '&by=night', 40],
  ['heat map of a year', 'heatmap', '', 120],
  ['mix of a year', 'mix', '', 100],
] as const;

export async function benchCharts(): Promise<void> {
  const database = await openBenchDatabase(sales);
  const session = await openSession(database.connection);
  const server = await serve('serve.ts', database.embedded.target);
  const { from, to, timezone } = fleetYear;
  const of = new URLSearchParams({ venueId: session.venueId, from, to, timezone }).toString();
  for (const [name, path, more, most] of charts) {
    const times = await timesMs(rounds, async () => {
      const response = await fetch(`${server.url}/api/reports/${path}?${of}${more}`, {
        headers: { authorization: `Bearer ${session.token}` },
      });
      if (response.status !== 200) throw new Error(await response.text());
      return response.json();
    });
    report(
      name,
      median(times),
      { most },
      `${median(times).toFixed(1)} ms, p95 ${p95(times).toFixed(1)} ms`,
    );
  }
  await withAllVenues(database.connection.db, session.ownerId, async () => {
    const times = await timesMs(comparisons, async () => {
      const response = await fetch(
        `${server.url}/api/reports/venues?${new URLSearchParams({ ...fleetYear, against: 'year' }).toString()}`,
        { headers: { authorization: `Bearer ${session.token}` } },
      );
      if (response.status !== 200) throw new Error(await response.text());
      return response.json();
    });
    report(
      '100 venues over a year',
      median(times),
      { most: 300 },
      `${median(times).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms`,
    );
  });
  await server.stop();
  await database.close();
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
