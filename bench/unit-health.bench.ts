/** The health and the strips of 1,000 units of a venue, against the 100 ms that each may take. */
import { openBenchDatabase } from './bench-database.ts';
import { unitsOfLargeVenue, withLargeVenue } from './large-venue.ts';
import { p95, median, report, timesMs } from './outcome.ts';
import { serve } from './process.ts';
import { openSession } from './session.ts';

const runs = 40;
const limitMs = 100;

export async function benchUnitHealth(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { token, ownerId } = await openSession(connection);
  await withLargeVenue(connection.db, ownerId, async (venueId) => {
    const server = await serve('serve.ts', embedded.target);
    const look = (path: string) => async () => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${server.url}/api/venues/${venueId}/${path}`, { headers });
      const body = await response.text();
      if (response.status !== 200) throw new Error(body);
    };
    const started = performance.now();
    await look('health')();
    const firstMs = performance.now() - started;
    for (const path of ['health', 'unit-strips']) {
      const times = await timesMs(runs, look(path));
      report(
        `${path} of ${unitsOfLargeVenue.toLocaleString('en-US')} units, p95 / ${limitMs} ms`,
        p95(times) / limitMs,
        { most: 1 },
        `median ${median(times).toFixed(0)} ms, p95 ${p95(times).toFixed(0)} ms${path === 'health' ? `, first ${firstMs.toFixed(0)} ms` : ''}`,
      );
    }
    await server.stop();
  });
  await database.close();
}
