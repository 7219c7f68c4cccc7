/** Resident memory of the server process with its worker: at rest, and after a download of a year of sales. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { urlOf } from '../db/testing/target.ts';
import { widenDays } from '../lib/day-range.ts';
import { fleetYear, reportPath } from '../resilience/testing/fleet.ts';
import { report } from '../resilience/testing/outcome.ts';
import { startProduct } from '../resilience/testing/running-product.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { residentMb } from './process.ts';

/** The worker has run each of its jobs of every minute by then. */
const settleMs = 70_000;

export async function benchMemory(): Promise<void> {
  const database = await openBenchDatabase(1_000_000, 8);
  const { token, ownerId, venueId } = await openSession(database.connection);
  const folder = await mkdtemp(join(tmpdir(), 'barback-memory-'));
  const product = await startProduct(folder, {
    DATABASE_URL: urlOf(database.embedded.target),
    SEED: 'none',
    LOG_LEVEL: 'silent',
  });
  const get = async (path: string) => {
    const response = await fetch(product.url + path, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    });
    if (response.status !== 200 || !response.body) throw new Error(await response.text());
    for await (const _ of response.body);
    return response;
  };
  try {
    for (let nth = 0; nth < 20; nth += 1) {
      await get('/');
      await get(`/api/users/${ownerId}/venues`);
      await get(reportPath(venueId));
    }
    await wait(settleMs);
    const restMb = residentMb(product.pid);
    const { startDate, endDate } = widenDays(fleetYear);
    const query = `venueId=${venueId}&startDate=${startDate}&endDate=${endDate}&timezone=UTC`;
    const { headers } = await get(`/api/orders/sales/report.csv?${query}`);
    const rows = Number(headers.get('x-total-count')).toLocaleString('en-US');
    const peakMb = residentMb(product.pid);
    await wait(settleMs);
    const afterMb = residentMb(product.pid);
    report('memory of the server at rest, in MB', restMb, { most: 120 }, 'with its worker');
    report(
      'after the CSV of a year, in MB',
      afterMb,
      { most: 150 },
      `${rows} rows; ${peakMb.toFixed(0)} MB at its end`,
    );
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
    await database.close();
  }
}
