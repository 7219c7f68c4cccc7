/** Report as a file; loaded on first use. */
import { csvFileName } from '../../../rules/reports/sales-csv.ts';
import { fetchFullReport, fullReportSize, openSalesCsv } from '../../api/reports.ts';
import type { SalesRange } from '../../api/reports.ts';
import { csvOfReport } from './csv-of-report.ts';
import { readCsv } from './csv-stream.ts';
import type { CsvProgress } from './csv-stream.ts';

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
