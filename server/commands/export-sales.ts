import { Readable } from 'node:stream';
import type { AppDeps } from '../deps.ts';
import { queriesOn } from '../../db/queries-on.ts';
import { rowsReached, tellReach } from '../../db/reach.ts';
import { reportMessages } from '../../rules/messages.ts';
import type { Stretch } from '../../rules/rollup-cover.ts';
import { reportTotals } from '../../rules/sales-totals.ts';
import { Problem } from '../problems.ts';
import { salesCsv } from '../reports/sales-csv.ts';
import { type SalesScope, sumSales } from '../reports/sales-sums.queries.ts';

const longestExport = '10min';

/**
 * Starts the download of a range: rows and totals are of one moment, however many orders arrive meanwhile. One at a
 * time for each account (429 otherwise), over all API processes.
 */
export async function exportSales(
  { pool }: Pick<AppDeps, 'pool'>,
  account: string,
  scope: SalesScope,
  range: Stretch,
  as: { timezone: string; feesReported: boolean },
): Promise<{ csv: Readable; sales: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const rows = rowsReached();
    if (rows !== null) await client.query(tellReach(rows));
    await client.query(`set local statement_timeout = '${longestExport}'`);
    const lock = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [`export ${account}`],
    );
    if (!lock.rows[0]?.free)
      throw new Problem(429, reportMessages.oneExport, { retryAfterSeconds: 10 });
    const sums = await sumSales(queriesOn(client), scope, range);
    const pieces = salesCsv(client, scope, range, reportTotals(sums, as), as.timezone);
    return { csv: Readable.from(closing(pieces, client)), sales: sums.orders };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Gives the connection back when the last piece was read, and drops it when the reader goes away before that. */
async function* closing(
  pieces: AsyncGenerator<string>,
  client: { query(text: string): Promise<unknown>; release(destroy?: boolean): void },
): AsyncGenerator<string> {
  let whole = false;
  try {
    yield* pieces;
    await client.query('commit');
    whole = true;
  } finally {
    client.release(!whole);
  }
}
