import { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { mostDownloads } from '../../db/pool/lanes.ts';
import { queriesOn } from '../../db/pool/queries-on.ts';
import { currentTenant, setTenantSql } from '../../db/tenant.ts';
import { errorMessages } from '../../rules/messages.ts';
import { reportMessages } from '../../rules/reports/report-messages.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import { reportTotals } from '../../rules/reports/sales-totals.ts';
import { HttpError } from '../shared/errors.ts';
import { salesCsv } from './sales-csv.ts';
import { type SalesScope, sumSales } from './sales-sums.queries.ts';

const longestExport = '10min';
let underWay = 0;

/**
 * Starts the export of a range from one snapshot: rows and totals match, even while orders arrive. Allows one at a
 * time per account (429 otherwise) over all processes that read from the same server, and a few in this process. Releases the connection when the
 * stream closes, even when it was never read.
 */
export async function readSalesCsv(
  downloads: Pool,
  account: string,
  scope: SalesScope,
  range: Stretch,
  as: { timezone: string; feesReported: boolean },
): Promise<{ csv: Readable; sales: number }> {
  if (underWay >= mostDownloads)
    throw new HttpError(429, errorMessages.tooMany, { retryAfterSeconds: 10 });
  underWay += 1;
  let client: PoolClient | null = null;
  const leave = (isBroken: boolean): void => {
    underWay -= 1;
    client?.release(isBroken);
  };
  try {
    client = await downloads.connect();
    const rows = currentTenant();
    const begin = 'begin isolation level repeatable read, read only';
    await client.query(rows === null ? begin : `${begin}; ${setTenantSql(rows)}`);
    await client.query(`set local statement_timeout = '${longestExport}'`);
    const lock = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [`export ${account}`],
    );
    if (!lock.rows[0]?.free)
      throw new HttpError(429, reportMessages.oneExport, { retryAfterSeconds: 10 });
    const sums = await sumSales(queriesOn(client), scope, range);
    const pieces = salesCsv(client, scope, range, reportTotals(sums, as), as.timezone);
    const whole = ending(pieces, client);
    const csv = Readable.from(whole.pieces);
    csv.once('close', () => leave(!whole.isEnded()));
    return { csv, sales: sums.orders };
  } catch (error) {
    leave(!(error instanceof HttpError && (await isRolledBack(client))));
    throw error;
  }
}

/** The transaction is read-only: after a rollback the connection is reusable. */
const isRolledBack = async (client: PoolClient | null): Promise<boolean> =>
  client !== null &&
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Ends the snapshot after the last chunk. When the client disconnects midway, the connection cannot be reused. */
function ending(
  pieces: AsyncGenerator<string>,
  client: PoolClient,
): { pieces: AsyncGenerator<string>; isEnded: () => boolean } {
  let ended = false;
  async function* all(): AsyncGenerator<string> {
    yield* pieces;
    ended = await isRolledBack(client);
  }
  return { pieces: all(), isEnded: () => ended };
}
