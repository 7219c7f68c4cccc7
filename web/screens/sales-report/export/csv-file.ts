/** Report as a file; loaded on first use. */
import { toCents } from '../../../../lib/money.ts';
import {
  csvFileName,
  csvHeader,
  csvRow,
  csvRowsOf,
  csvStatus,
  csvTotals,
} from '../../../../rules/reports/sales-csv.ts';
import {
  fetchFullReport,
  fullReportSize,
  openSalesCsv,
  type SalesRange,
  type SalesReport,
} from '../../../api/reports.ts';

/** Data of a file: the report as looked up, independent of later changes to the controls. */
export interface CsvSubject {
  readonly range: SalesRange;
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timezone: string;
  /** Number of sales known from the page shown. */
  readonly total: number;
}

export const fileNameOf = ({ from, to }: CsvSubject): string => csvFileName(from, to);

/** Builds the file from one response when that holds the whole report; a longer report is streamed. */
export async function makeFile(
  { range, timezone, total }: CsvSubject,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<Blob> {
  if (total <= fullReportSize) {
    const report = await fetchFullReport(range, signal);
    // New sales may have arrived since the page was shown.
    if (report.pagination.total <= fullReportSize) {
      return new Blob([csvOfReport(report, timezone)], { type: 'text/csv' });
    }
  }
  onProgress({ sales: 0, total });
  return readCsv(await openSalesCsv(range, timezone, signal), onProgress);
}

/**
 * CSV of a full report as one text, identical to what the server streams for a longer one.
 * @param timezone IANA name
 */
export function csvOfReport(report: SalesReport, timezone: string): string {
  const rows = report.sales.flatMap((sale) =>
    sale.drinks.map((drink) => {
      const line = {
        saleId: sale.id,
        soldAtMs: Date.parse(sale.date),
        drinkName: drink.name,
        successQuantity: drink.successQuantity,
        isDouble: drink.isDouble,
        priceCents: toCents(drink.price) * drink.quantity,
        taxCents: toCents(drink.tax),
        tipCents: toCents(drink.tips),
        paymentReader: sale.paymentReaderDeviceName,
        feeCents: drink.processingFee === null ? null : toCents(drink.processingFee),
        status: csvStatus(drink.status, drink.refund),
        unitNumber: sale.unitNumber,
      };
      if (!drink.refundedQuantity) return csvRow(line, timezone);
      const refunded = {
        priceCents: toCents(drink.price) * drink.refundedQuantity,
        taxCents: toCents(drink.refundedTax ?? 0),
        tipCents: toCents(drink.refundedTips ?? 0),
        status: csvStatus('refunded', drink.refund),
      };
      return csvRowsOf(line, refunded, timezone);
    }),
  );
  const totals = csvTotals({
    salesCents: toCents(report.totalSales),
    taxCents: toCents(report.totalTaxes),
    tipCents: toCents(report.totalTips),
    refundCents: toCents(report.totalRefunds),
    grossCents: toCents(report.grossVolume),
    netVolumeCents: report.netVolume === undefined ? null : toCents(report.netVolume),
    servings: report.totalServings,
    priceCents: toCents(report.totalPrice),
    averagePriceCents: toCents(report.averagePrice),
    averageDurationMs: report.averageDuration ?? null,
  });
  return csvHeader() + rows.join('') + totals;
}

// Reads a streamed report that is too long for one response.

const lineFeed = 10;
const comma = 44;

/**
 * Counts received sales: lines of one sale are adjacent and begin with its id, so a sale is counted where the first
 * cell changes.
 */
export function saleCounter(): (chunk: Uint8Array) => number {
  let sales = 0;
  let inFirstCell = true;
  let cell = '';
  let before = 'Id';
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === lineFeed) {
        inFirstCell = true;
        cell = '';
      } else if (inFirstCell && byte === comma) {
        inFirstCell = false;
        if (cell !== before) sales += 1;
        before = cell;
      } else if (inFirstCell) {
        cell += String.fromCodePoint(byte);
      }
    }
    return sales;
  };
}

export interface CsvProgress {
  readonly sales: number;
  /** 0 while unknown. */
  readonly total: number;
}

/**
 * @param response its header X-Total-Count is the number of sales to come
 * @param onProgress throttled, not called for every chunk
 */
export async function readCsv(
  response: Response,
  onProgress: (progress: CsvProgress) => void,
): Promise<Blob> {
  const total = Number(response.headers.get('X-Total-Count') ?? 0) || 0;
  const count = saleCounter();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let reportedAtMs = 0;
  await response.body?.pipeTo(
    new WritableStream<Uint8Array<ArrayBuffer>>({
      write(piece) {
        pieces.push(piece);
        const sales = Math.min(count(piece), total || Number.MAX_SAFE_INTEGER);
        if (performance.now() - reportedAtMs < 100) return;
        reportedAtMs = performance.now();
        onProgress({ sales, total });
      },
    }),
  );
  return new Blob(pieces, { type: 'text/csv' });
}
