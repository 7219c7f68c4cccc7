/** Raw rows of a million lines, compared with PostgreSQL's own COPY of the same columns. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { urlOf } from '../db/testing/target.ts';
import { fleetYear } from '../resilience/testing/fleet.ts';
import { report } from '../resilience/testing/outcome.ts';
import { startProduct } from '../resilience/testing/running-product.ts';
import { widenDays } from '../lib/day-range.ts';
import { exportFormats } from '../rules/exports/raw-rows.ts';
import { openBenchDatabase, openSession } from './bench-database.ts';
import { memoryDuring, residentMb, timed } from './process.ts';

/** One line each. */
const sales = 1_000_000;

const mostGrowthMb = 64;

export async function benchExports(): Promise<void> {
  const database = await openBenchDatabase(sales);
  const { connection, embedded } = database;
  const session = await openSession(connection);
  const { startDate, endDate } = widenDays(fleetYear);
  const copy = async () => {
    // A pipelined connection cannot copy.
    const client = await connection.downloads.connect();
    const copied: AsyncIterable<Buffer> = client.query(
      copyTo(`copy (
        select line.order_id, orders.sold_at, drink_index, drink_id, name, quantity, success_quantity, is_double,
          list_price_cents, line.price_cents, line.tax_cents, line.tip_cents, line.fee_cents, refunded_at,
          refunded_quantity, refunded_tax_cents, refunded_tip_cents
        from orders
        join ordered_drinks as line on line.venue_id = orders.venue_id and line.order_id = orders.id
        where orders.venue_id = '${session.venueId}'
          and orders.sold_at >= '${new Date(startDate).toISOString()}'
          and orders.sold_at < '${new Date(endDate + 1).toISOString()}'
        order by orders.sold_at, orders.id, drink_index
      ) to stdout (format csv)`),
    );
    let lines = 0;
    for await (const chunk of copied) lines += linesIn(chunk);
    client.release();
    return lines;
  };
  await copy();
  const [copyMs, rows] = await timed(copy);
  const perSecond = (ms: number) => Math.round(rows / (ms / 1000)).toLocaleString('en-US');

  const folder = await mkdtemp(join(tmpdir(), 'barback-exports-'));
  for (const format of exportFormats) {
    const server = await startProduct(folder, {
      DATABASE_URL: urlOf(embedded.target),
      SEED: 'none',
      LOG_LEVEL: 'silent',
    });
    const download = async (from: number) => {
      const url = `${server.url}/api/exports/lines?venueId=${session.venueId}&startDate=${from}&endDate=${endDate}&format=${format}`;
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${session.token}`, 'accept-encoding': 'identity' },
      });
      if (response.status !== 200 || !response.body) throw new Error(await response.text());
      let lines = 0;
      for await (const chunk of response.body) lines += linesIn(chunk);
      return lines;
    };
    // A week, after which the server has all of its code.
    await download(endDate - 7 * 86_400_000);
    const { before, most, result } = await memoryDuring(
      () => residentMb(server.pid),
      () => timed(() => download(startDate)),
    );
    const [ms, lines] = result;
    await server.stop();
    const speeds = `${rows.toLocaleString('en-US')} lines, ${perSecond(ms)} / ${perSecond(copyMs)} a second`;
    if (format === 'csv') {
      if (lines !== rows + 1) throw new Error(`${lines} lines instead of ${rows + 1}`);
      report('CSV lines per second / COPY lines per second', copyMs / ms, { least: 0.5 }, speeds);
    }
    report(
      `memory the server grows by for ${format}, in MB`,
      most - before,
      { most: mostGrowthMb },
      `from ${before.toFixed(0)} to ${most.toFixed(0)} MB; ${speeds}`,
    );
  }
  await rm(folder, { recursive: true });
  await database.close();
}

const newLine = 10;

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(newLine); at !== -1; at = chunk.indexOf(newLine, at + 1)) lines += 1;
  return lines;
}
