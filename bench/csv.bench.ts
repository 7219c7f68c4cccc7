/** Download of a million rows, compared with PostgreSQL's own COPY of the same select. */
import { to as copyTo } from 'pg-copy-streams';
import { widenDays } from '../lib/day-range.ts';
import { copySalesStatement } from '../server/reports/sales-csv.ts';
import { type BenchDatabase, openSession } from './bench-database.ts';
import { fleetYear } from '../resilience/testing/fleet.ts';
import { msOf, report } from '../resilience/testing/outcome.ts';
import { memoryDuring, serve, timed } from './process.ts';

// Half a year of the first venue, about a million rows.
const days = { ...fleetYear, to: '2024-07-01' };

export async function benchCsv({ connection, embedded }: BenchDatabase): Promise<void> {
  const session = await openSession(connection);
  const server = await serve('serve', embedded.target);
  const { startDate, endDate } = widenDays(days);

  const download = async () => {
    const url = `${server.url}/api/orders/sales/report.csv?venueId=${session.venueId}&startDate=${startDate}&endDate=${endDate}&timezone=${days.timezone}`;
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${session.token}`, 'accept-encoding': 'identity' },
    });
    if (response.status !== 200 || !response.body) throw new Error(await response.text());
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    if (bytes === 0) throw new Error('Nothing was downloaded');
    // Every sale of the fleet is one drink, and so one row.
    return Number(response.headers.get('x-total-count'));
  };
  const copy = async () => {
    // A pipelined connection cannot copy.
    const client = await connection.downloads.connect();
    const statement = copySalesStatement(
      { venueId: session.venueId, unitId: null },
      { startMs: startDate, endMs: endDate + 1 },
    );
    let bytes = 0;
    const copied: AsyncIterable<Buffer> = client.query(copyTo(statement));
    for await (const chunk of copied) bytes += chunk.length;
    client.release();
    return bytes;
  };

  await copy();
  const copyMs = await msOf(copy);
  await download();
  const { before, most, result } = await memoryDuring(
    () => server.memoryMb(),
    () => timed(download),
  );
  const [downloadMs, rows] = result;
  await server.stop();
  const perSecond = (ms: number) => Math.round(rows / (ms / 1000));
  report(
    'CSV rows per second / COPY rows per second',
    perSecond(downloadMs) / perSecond(copyMs),
    { least: 0.5 },
    `${rows.toLocaleString('en-US')} rows, ${perSecond(downloadMs).toLocaleString('en-US')} / ${perSecond(copyMs).toLocaleString('en-US')} a second`,
  );
  report(
    'memory the server grows by, in MB',
    most - before,
    { most: 64 },
    `from ${before.toFixed(0)} to ${most.toFixed(0)} MB`,
  );
}
