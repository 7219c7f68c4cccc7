import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { AppDeps } from '../shared/deps.ts';
import { queriesOn } from '../../db/pool/queries-on.ts';
import { currentTenant, setTenantSql } from '../../db/tenant.ts';
import { errorMessages, reportMessages } from '../../rules/messages.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import { reportTotals } from '../../rules/reports/sales-totals.ts';
import { HttpError } from '../shared/errors.ts';
import { salesCsv } from './sales-csv.ts';
import { type SalesScope, sumSales } from './sales-sums.queries.ts';

const longestExport = '10min';
/** Each holds a connection for as long as its reader takes; the rest of the pool is for everybody else. */
const mostAtOnce = 5;
let underWay = 0;

/**
 * Starts the download of a range: rows and totals are of one moment, however many orders arrive meanwhile. One at a
 * time for each account (429 otherwise), over all API processes, and a few for all accounts in this one. The connection
 * is given back when the stream closes, also when nobody has begun to read it.
 */
export async function downloadSalesCsv(
  { pool }: Pick<AppDeps, 'pool'>,
  account: string,
  scope: SalesScope,
  range: Stretch,
  as: { timezone: string; feesReported: boolean },
): Promise<{ csv: Readable; sales: number }> {
  if (underWay >= mostAtOnce)
    throw new HttpError(429, errorMessages.tooMany, { retryAfterSeconds: 10 });
  underWay += 1;
  let client: PoolClient | null = null;
  const leave = (isBroken: boolean): void => {
    underWay -= 1;
    client?.release(isBroken);
  };
  try {
    client = await pool.connect();
    await client.query('begin isolation level repeatable read, read only');
    const rows = currentTenant();
    if (rows !== null) await client.query(setTenantSql(rows));
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

/** Nothing was written: what is rolled back leaves the connection as good as it was. */
const isRolledBack = async (client: PoolClient | null): Promise<boolean> =>
  client !== null &&
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Ends the snapshot behind the last piece. Where the reader goes away in the middle, the connection cannot be used again. */
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
