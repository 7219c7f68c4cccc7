import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { copiedRows } from '../../db/pool/copied-rows.ts';
import { mostDownloads } from '../../db/pool/lanes.ts';
import { queriesOn } from '../../db/pool/queries-on.ts';
import type { Db } from '../../db/tables/tables.ts';
import { currentTenant, setTenantSql } from '../../db/tenant.ts';
import { copyFields, copyLines } from '../../lib/copy-text.ts';
import { refusalMessages } from '../../rules/messages.ts';
import { exportMessages } from '../../rules/reports/report-messages.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import {
  csvHeader,
  csvRow,
  csvRowsOf,
  csvStatus,
  csvTotals,
  venueLead,
} from '../../rules/reports/sales-csv.ts';
import {
  addUp,
  reportTotals,
  type SaleSums,
  type SalesTotals,
} from '../../rules/reports/sales-totals.ts';
import { type SalesScope, sumSales } from './sales-sums.queries.ts';
import { HttpError } from '../shared/errors.ts';

const longestStatementMs = 10 * 60_000;
/** Time in which an export is made or has failed. Nothing of it is sent before. */
export const longestExportMs = longestStatementMs + 60_000;

let underWay = 0;

interface Export {
  pieces: AsyncGenerator<string | Buffer>;
  sales: number;
}

/** Starts the export of a range; the totals are read in the snapshot of the rows. */
export const readSalesCsv = (
  downloads: Pool,
  account: string,
  scope: SalesScope,
  range: TimeRange,
  as: { timezone: string; feesReported: boolean },
): Promise<{ csv: Readable; sales: number }> =>
  startExport(downloads, account, async (client) => {
    const sums = await sumSales(queriesOn(client), scope, range);
    const pieces = salesCsv(client, scope, range, reportTotals(sums, as), as.timezone);
    return { pieces, sales: sums.orders };
  });

/** A venue of a file about several, with its own days. */
export interface ExportedVenue {
  id: string;
  name: string;
  range: TimeRange;
  timezone: string;
  feesReported: boolean;
}

/** Starts the export of several venues: the sales of each, then its totals, and in the end those of all. */
export const readVenuesCsv = (
  downloads: Pool,
  account: string,
  venues: readonly ExportedVenue[],
): Promise<{ csv: Readable; sales: number }> =>
  startExport(downloads, account, async (client) => {
    const sums: SaleSums[] = [];
    for (const { id, range } of venues)
      sums.push(await sumSales(queriesOn(client), { venueId: id, unitId: null }, range));
    const total = addUp(sums);
    return { pieces: venuesCsv(client, venues, sums, total), sales: total.orders };
  });

async function* venuesCsv(
  client: PoolClient,
  venues: readonly ExportedVenue[],
  sums: readonly SaleSums[],
  total: SaleSums,
): AsyncGenerator<string> {
  yield csvHeader(venueLead('Venue'));
  for (const [nth, venue] of venues.entries()) {
    const scope = { venueId: venue.id, unitId: null };
    const lead = venueLead(venue.name);
    yield* salesLines(client, scope, venue.range, venue.timezone, lead);
    yield csvTotals(reportTotals(sums[nth] ?? addUp([]), venue), lead);
  }
  const feesReported = venues.every((venue) => venue.feesReported);
  yield csvTotals(reportTotals(total, { feesReported }), venueLead(exportMessages.allVenues));
}

/**
 * Starts an export from one snapshot: rows and totals match, even while orders arrive. Allows one at a
 * time per account (429 otherwise) over all processes that read from the same server, and a few in this process. Releases the connection when the
 * stream closes, even when it was never read.
 */
export async function startExport(
  downloads: Pool,
  account: string,
  read: (client: PoolClient) => Promise<Export>,
): Promise<{ csv: Readable; sales: number }> {
  if (underWay >= mostDownloads)
    throw new HttpError(429, refusalMessages.tooMany, { retryAfterSeconds: 10 });
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
    await client.query(`set local statement_timeout = ${longestStatementMs}`);
    const lock = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free',
      [`export ${account}`],
    );
    if (!lock.rows[0]?.free)
      throw new HttpError(429, exportMessages.oneExport, { retryAfterSeconds: 10 });
    const { pieces, sales } = await read(client);
    const whole = ending(pieces, client);
    const csv = Readable.from(whole.pieces);
    csv.once('close', () => leave(!whole.isEnded()));
    return { csv, sales };
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
  pieces: Export['pieces'],
  client: PoolClient,
): { pieces: Export['pieces']; isEnded: () => boolean } {
  let ended = false;
  async function* all(): Export['pieces'] {
    yield* pieces;
    ended = await isRolledBack(client);
  }
  return { pieces: all(), isEnded: () => ended };
}

// Streams the sales of a range as CSV: PostgreSQL's COPY emits the rows, each of which becomes a line.

const time = (ms: number) => escapeLiteral(new Date(ms).toISOString());

/** Columns of a line of the CSV, in the order in which `toCsvLines` reads them. */
const lineColumns = (venueId: string): string[] => [
  'sale.id',
  '(extract(epoch from sale.sold_at) * 1000)::bigint',
  'drink.name',
  'drink.success_quantity',
  'drink.is_double::int',
  'drink.price_cents * drink.quantity',
  'drink.tax_cents',
  'drink.tip_cents',
  'sale.payment_reader_device_name',
  'drink.fee_cents',
  '(drink.refunded_at is not null)::int',
  'sale.unit_number',
  `case when drink.refunded_at is not null or drink.refunded_quantity > 0 then (
        select min(refund.provider) from refunds as refund
        where refund.venue_id = ${escapeLiteral(venueId)} and refund.order_id = drink.order_id
          and refund.drink_index = drink.drink_index and refund.state = 'refunded'
      ) end`,
  'drink.price_cents * drink.refunded_quantity',
  'drink.refunded_tax_cents',
  'drink.refunded_tip_cents',
];

const selectLines = (
  columns: string,
  { venueId, unitId }: SalesScope,
  { startMs, endMs }: TimeRange,
): string => `
    select ${columns}
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = ${escapeLiteral(venueId)} and drink.order_id = sale.id
    where sale.venue_id = ${escapeLiteral(venueId)}
      and sale.sold_at >= ${time(startMs)} and sale.sold_at < ${time(endMs)}
      ${unitId === null ? '' : `and sale.unit_id = ${escapeLiteral(unitId)}`}
    order by sale.sold_at, sale.id, drink.drink_index`;

/** COPY statement of the download. */
export const copySalesStatement = (scope: SalesScope, range: TimeRange): string =>
  `copy (${selectLines(lineColumns(scope.venueId).join(', '), scope, range)}
  ) to stdout (null '')`;

/** Lines of the CSV of a range without its header and totals, for a range that fits into memory. */
export async function readCsvLines(db: Db, scope: SalesScope, range: TimeRange): Promise<string> {
  const fields = lineColumns(scope.venueId).map((column) => `(${column})::text`);
  const { rows } = await sql
    .raw<{
      fields: (string | null)[];
    }>(selectLines(`array[${fields.join(', ')}] as fields`, scope, range))
    .execute(db);
  return rows
    .map(({ fields: cells }) =>
      toCsvLines(
        cells.map((cell) => cell ?? ''),
        'UTC',
        '',
      ),
    )
    .join('');
}

/** Yields the whole download in chunks; `client` is in the transaction in which the totals were read. */
export async function* salesCsv(
  client: PoolClient,
  scope: SalesScope,
  range: TimeRange,
  totals: SalesTotals,
  timezone: string,
): AsyncGenerator<string> {
  yield csvHeader();
  yield* salesLines(client, scope, range, timezone);
  yield csvTotals(totals);
}

/** @param lead cells before each line */
async function* salesLines(
  client: PoolClient,
  scope: SalesScope,
  range: TimeRange,
  timezone: string,
  lead = '',
): AsyncGenerator<string> {
  for await (const rows of copiedRows(client, copySalesStatement(scope, range)))
    yield copyLines(rows)
      .map((row) => toCsvLines(copyFields(row), timezone, lead))
      .join('');
}

/** A line of which some glasses are refunded is two: what is paid for, and what was refunded. */
function toCsvLines(fields: readonly string[], timezone: string, lead: string): string {
  const [
    saleId,
    soldAtMs,
    name,
    success,
    isDouble,
    price,
    tax,
    tip,
    reader,
    fee,
    refunded,
    unitNumber,
    refundedBy,
    refundedPrice,
    refundedTax,
    refundedTip,
  ] = fields;
  const line = {
    saleId: saleId ?? '',
    soldAtMs: Number(soldAtMs),
    drinkName: name ?? '',
    successQuantity: Number(success),
    isDouble: isDouble === '1',
    priceCents: Number(price),
    taxCents: Number(tax),
    tipCents: Number(tip),
    paymentReader: reader ?? '',
    feeCents: fee === '' ? null : Number(fee),
    status: csvStatus(refunded === '1' ? 'refunded' : 'paid', refundedBy),
    unitNumber: Number(unitNumber),
  };
  const isInPart = refunded !== '1' && Number(refundedPrice) > 0;
  if (!isInPart) return csvRow(line, timezone, lead);
  return csvRowsOf(
    line,
    {
      priceCents: Number(refundedPrice),
      taxCents: Number(refundedTax),
      tipCents: Number(refundedTip),
      status: csvStatus('refunded', refundedBy),
    },
    timezone,
    lead,
  );
}
