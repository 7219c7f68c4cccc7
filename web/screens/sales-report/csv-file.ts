/** The report as a file; fetched when the first one is asked for. */
import { csvFileName } from '../../../rules/reports/sales-csv.ts';
import { fetchFullReport, fullReportSize, openSalesCsv } from '../../api/reports.ts';
import { csvOfReport } from './csv-of-report.ts';
import { readCsv } from './csv-stream.ts';
import type { CsvProgress } from './csv-stream.ts';
import type { CsvSubject } from './use-csv-download.ts';

export const fileNameOf = ({ from, to }: CsvSubject): string => csvFileName(from, to);

/** A file is made here of one answer, as long as one answer holds it all; a longer one is streamed. */
export async function makeFile(
  { range, timezone, total }: CsvSubject,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<Blob> {
  if (total <= fullReportSize) {
    const report = await fetchFullReport(range, signal);
    // Sales may have come in since the page was shown.
    if (report.pagination.total <= fullReportSize) {
      return new Blob([csvOfReport(report, timezone)], { type: 'text/csv' });
    }
  }
  onProgress({ sales: 0, total });
  return readCsv(await openSalesCsv(range, timezone, signal), onProgress);
}
