/**
 * CSV of the sales report: one line per drink of each sale, two where some of its glasses are refunded, then the totals.
 */
import { byteOrderMark, csvCents, csvText } from '../../lib/csv-cell.ts';
import { servingsOf } from './sales-totals.ts';
import type { SalesTotals } from './sales-totals.ts';
import { dateAndTimeIn } from '../../lib/time-in-zone.ts';

/** One drink of a sale; amounts are for the whole line, in cents, as split over the drinks of the sale. */
export interface SalesCsvRow {
  /** Id of the sale, shared by its drinks. */
  readonly saleId: string;
  /** Epoch milliseconds. */
  readonly soldAtMs: number;
  readonly drinkName: string;
  readonly successQuantity: number;
  readonly isDouble: boolean;
  /** The charged unit price times the quantity, so that the column adds up to the sales. */
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  /** Empty when there was none. */
  readonly paymentReader: string;
  readonly feeCents: number | null;
  readonly status: string;
  readonly unitNumber: number;
}

const columns = [
  'Id',
  'Date',
  'Time',
  'Drink name',
  'Servings',
  'Price',
  'Tax',
  'Tips',
  'Payment Reader',
  'Processing Fee',
  'Status',
  'Unit #',
];

const endOfLine = '\r\n';

/** Byte order mark and header line, including its line break. */
export function csvHeader(lead = ''): string {
  return byteOrderMark + lead + columns.join(',') + endOfLine;
}

/** First cell of each line of a file about several venues. */
export const venueLead = (name: string): string => `${csvText(name)},`;

/**
 * Status cell of a drink: a refund that did not go through a card provider has a status of its own.
 * @param refund how it was refunded, where that is known
 */
export function csvStatus(status: string, refund: string | null | undefined): string {
  if (status !== 'refunded') return status;
  if (refund === 'cash') return 'refunded in cash';
  return refund === 'unsent' ? 'refunded without the card' : status;
}

/**
 * Line of one drink, including its line break. Price is the line price (unit price times quantity), so the Price, Tax
 * and Tips columns over the lines that were not refunded add up to Total Sales, Taxes and Tips. Servings ignores the
 * quantity. Status is 'comp' for a free drink, even a refunded one. An unknown fee is an empty cell.
 * @param timezone IANA name of the zone for date and time
 * @param lead cells before it, such as the venue
 */
export function csvRow(row: SalesCsvRow, timezone: string, lead = ''): string {
  const { date, time } = dateAndTimeIn(row.soldAtMs, timezone);
  const status = row.priceCents === 0 ? 'comp' : csvText(row.status);
  const fee = row.feeCents === null ? '' : csvCents(row.feeCents);
  return (
    `${lead}${csvText(row.saleId)},${date},${time},${csvText(row.drinkName)},${servingsOf(row)},` +
    `${csvCents(row.priceCents)},${csvCents(row.taxCents)},${csvCents(row.tipCents)},` +
    `${csvText(row.paymentReader)},${fee},${status},${row.unitNumber}${endOfLine}`
  );
}

/**
 * Lines of a drink of which some glasses are refunded: what is paid for, with the servings and the fee of all, and what
 * was refunded.
 */
export function csvRowsOf(
  row: SalesCsvRow,
  refunded: Pick<SalesCsvRow, 'priceCents' | 'taxCents' | 'tipCents' | 'status'>,
  timezone: string,
  lead = '',
): string {
  const paid = {
    ...row,
    priceCents: row.priceCents - refunded.priceCents,
    taxCents: row.taxCents - refunded.taxCents,
    tipCents: row.tipCents - refunded.tipCents,
  };
  const back = { ...row, ...refunded, successQuantity: 0, feeCents: null };
  return csvRow(paid, timezone, lead) + csvRow(back, timezone, lead);
}

/** A label under Id and an amount under Price; the other ten cells are empty. */
const totalRow = (label: string, cents: number) =>
  `${label},,,,,${csvCents(cents)},,,,,,${endOfLine}`;

/**
 * Trailing lines, each as wide as the table: label under Id, amount under Price. Net Sales (net volume less taxes and
 * tips) and Net Volume are included only when net volume is known.
 */
export function csvTotals(totals: SalesTotals, lead = ''): string {
  const { salesCents, taxCents, tipCents, refundCents, grossCents, netVolumeCents } = totals;
  const hasNet = netVolumeCents !== null;
  const rows = [
    lead + totalRow('Total Sales', salesCents),
    hasNet ? lead + totalRow('Net Sales', netVolumeCents - taxCents - tipCents) : '',
    lead + totalRow('Taxes', taxCents),
    lead + totalRow('Tips', tipCents),
    lead + totalRow('Refunds', refundCents),
    lead + totalRow('Gross Volume', grossCents),
    hasNet ? lead + totalRow('Net Volume', netVolumeCents) : '',
  ];
  return rows.join('');
}

/** File name for the chosen days, both `YYYY-MM-DD`. */
export function csvFileName(from: string, to: string): string {
  return `sales-${from}-${to}.csv`;
}
