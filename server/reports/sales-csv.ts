/** Streams the sales of a range as CSV: PostgreSQL's COPY emits the rows, each of which becomes a line. */
import type pg from 'pg';
import { escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import {
  csvHeader,
  csvRow,
  csvRowsOf,
  csvStatus,
  csvTotals,
} from '../../rules/reports/sales-csv.ts';
import type { SalesTotals } from '../../rules/reports/sales-totals.ts';
import { lineReader } from './copy-lines.ts';
import type { SalesScope } from './sales-sums.queries.ts';

const time = (ms: number) => escapeLiteral(new Date(ms).toISOString());

/** SELECT statement of the download; `toCsvLines` reads its columns in this order. */
export function copySalesStatement(
  { venueId, unitId }: SalesScope,
  { startMs, endMs }: Stretch,
): string {
  return `copy (
    select
      sale.id, (extract(epoch from sale.sold_at) * 1000)::bigint, drink.name, drink.success_quantity, drink.is_double,
      drink.price_cents * drink.quantity, drink.tax_cents, drink.tip_cents, sale.payment_reader_device_name,
      drink.fee_cents, drink.refunded_at is not null, sale.unit_number,
      case when drink.refunded_at is not null or drink.refunded_quantity > 0 then (
        select min(refund.provider) from refunds as refund
        where refund.venue_id = ${escapeLiteral(venueId)} and refund.order_id = drink.order_id
          and refund.drink_index = drink.drink_index and refund.state = 'refunded'
      ) end,
      drink.price_cents * drink.refunded_quantity, drink.refunded_tax_cents, drink.refunded_tip_cents
    from orders as sale
    join ordered_drinks as drink on drink.venue_id = ${escapeLiteral(venueId)} and drink.order_id = sale.id
    where sale.venue_id = ${escapeLiteral(venueId)}
      and sale.sold_at >= ${time(startMs)} and sale.sold_at < ${time(endMs)}
      ${unitId === null ? '' : `and sale.unit_id = ${escapeLiteral(unitId)}`}
    order by sale.sold_at, sale.id, drink.drink_index
  ) to stdout`;
}

/** Yields the whole download in chunks; `client` is in the transaction in which the totals were read. */
export async function* salesCsv(
  client: pg.PoolClient,
  scope: SalesScope,
  range: Stretch,
  totals: SalesTotals,
  timezone: string,
): AsyncGenerator<string> {
  yield csvHeader();
  const readLines = lineReader();
  const copied: AsyncIterable<Buffer> = client.query(copyTo(copySalesStatement(scope, range)));
  for await (const chunk of copied) {
    const lines = readLines(chunk);
    if (lines.length > 0) yield lines.map((fields) => toCsvLines(fields, timezone)).join('');
  }
  yield csvTotals(totals);
}

/** A line of which some glasses are refunded is two: what is paid for, and what was refunded. */
function toCsvLines(fields: readonly (string | null)[], timezone: string): string {
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
    isDouble: isDouble === 't',
    priceCents: Number(price),
    taxCents: Number(tax),
    tipCents: Number(tip),
    paymentReader: reader ?? '',
    feeCents: fee === null || fee === undefined ? null : Number(fee),
    status: csvStatus(refunded === 't' ? 'refunded' : 'paid', refundedBy),
    unitNumber: Number(unitNumber),
  };
  const isInPart = refunded !== 't' && Number(refundedPrice) > 0;
  if (!isInPart) return csvRow(line, timezone);
  return csvRowsOf(
    line,
    {
      priceCents: Number(refundedPrice),
      taxCents: Number(refundedTax),
      tipCents: Number(refundedTip),
      status: csvStatus('refunded', refundedBy),
    },
    timezone,
  );
}
