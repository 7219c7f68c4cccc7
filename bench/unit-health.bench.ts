/** The health and the strips of 1,000 units of a venue, and the list of all units, against the 100 ms that each may take. */
import { openBenchDatabase, openSession } from './bench-database.ts';
import { unitsOfLargeVenue, withLargeVenue } from './menu.bench.ts';
import { serve } from './process.ts';
import { send } from './requests.ts';
import { median, msOf, report, reportP95, timesMs } from '../resilience/testing/outcome.ts';
import { tryRunOuts } from '../rules/simulation/run-out-trials.ts';

const runs = 40;
const limitMs = 100;

export async function benchUnitHealth(): Promise<void> {
  const database = await openBenchDatabase(20_000);
  const { connection, embedded } = database;
  const { token, ownerId } = await openSession(connection);
  await withLargeVenue(connection.db, ownerId, async (venueId) => {
    const server = await serve('serve', embedded.target);
    const look = (path: string) => () => send(`${server.url}/api/${path}`, token);
    const firstMs = await msOf(look(`venues/${venueId}/health`));
    const ofVenue = unitsOfLargeVenue.toLocaleString('en-US');
    const paths = {
      [`health of ${ofVenue} units`]: `venues/${venueId}/health`,
      [`unit-strips of ${ofVenue} units`]: `venues/${venueId}/unit-strips`,
      [`list of the units of all venues, ${ofVenue} of them in one`]: 'units',
    };
    for (const [name, path] of Object.entries(paths)) {
      const times = await timesMs(runs, look(path));
      reportP95(name, times, limitMs, path.endsWith('/health') ? firstMs : undefined);
    }
    await server.stop();
  });
  await database.close();
}

const evenings = 1_000;
const mostErrorMinutes = 40;

const minutes = (value = Number.NaN): string => `${value.toFixed(0)} min`;

/** Calibration of the run-out forecast on simulated evenings, beside two forecasts that others use. */
export function benchRunOut(): void {
  const trials = tryRunOuts(2, evenings);
  const held = trials.filter(({ isHeld }) => isHeld).length / trials.length;
  const percent = `${(100 * held).toFixed(1)} % of ${evenings} run-outs were within the 80 % span`;
  report('share of run-outs within the span', held, { least: 0.72 }, percent);
  report('share of run-outs within the span', held, { most: 0.9 }, percent);
  const [likely, flat, tonight] = (['likely', 'flatAverage', 'tonightPerHour'] as const).map(
    (name) => median(trials.map(({ errors }) => errors[name])),
  );
  report(
    `median error two hours ahead / ${mostErrorMinutes} min`,
    (likely ?? Number.NaN) / mostErrorMinutes,
    { most: 1 },
    minutes(likely),
  );
  report(
    'median error / that of the average of a week',
    (likely ?? Number.NaN) / (flat ?? Number.NaN),
    { most: 1 },
    `${minutes(likely)} against ${minutes(flat)}`,
  );
  report(
    'median error / that of the rate of tonight',
    (likely ?? Number.NaN) / (tonight ?? Number.NaN),
    { most: 1 },
    `${minutes(likely)} against ${minutes(tonight)}`,
  );
}
