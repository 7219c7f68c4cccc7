import { useEffect, useRef, useState } from 'react';
import { csvFileName } from '../../../rules/sales-csv.ts';
import { networkError, sentenceOf } from '../../calls/call-error.ts';
import { fetchFullReport, fullReportSize, openSalesCsv } from '../../calls/reports.ts';
import type { SalesRange } from '../../calls/reports.ts';
import { saveFile } from '../../ui/save-file.ts';
import { csvOfReport } from './csv-of-report.ts';
import { readCsv } from './csv-stream.ts';
import type { CsvProgress } from './csv-stream.ts';

/** What a file is made of: the report as it was looked up, whatever the controls say by now. */
export interface CsvSubject {
  readonly range: SalesRange;
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timezone: string;
  /** How many sales the page that is shown knows of. */
  readonly total: number;
}

/** A file is made here of one answer, as long as one answer holds it all; a longer one is streamed. */
async function makeFile(
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

export interface CsvDownload {
  readonly running: boolean;
  /** Only of a file that is streamed. */
  readonly progress: CsvProgress | null;
  readonly failure: string | undefined;
  readonly start: (subject: CsvSubject) => void;
  readonly cancel: () => void;
}

export function useCsvDownload(): CsvDownload {
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const [failure, setFailure] = useState<string>();
  const abort = useRef<AbortController>(null);
  // Leaving the screen ends the download.
  useEffect(() => () => abort.current?.abort(), []);

  const start = (subject: CsvSubject) => {
    const controller = new AbortController();
    abort.current = controller;
    setRunning(true);
    setFailure(undefined);
    makeFile(subject, controller.signal, setProgress)
      .then((file) => saveFile(csvFileName(subject.from, subject.to), file))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // A stream that breaks off halfway throws an error of the browser.
        setFailure(sentenceOf(error instanceof TypeError ? networkError() : error));
      })
      .finally(() => {
        setRunning(false);
        setProgress(null);
      });
  };
  return { running, progress, failure, start, cancel: () => abort.current?.abort() };
}
