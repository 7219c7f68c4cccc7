import { useEffect, useRef, useState } from 'react';
import { networkError, errorMessage } from '../../api/api-error.ts';
import type { SalesRange } from '../../api/reports.ts';
import { saveFile } from '../../ui/save-file.ts';
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

export interface CsvDownload {
  readonly running: boolean;
  /** Only for a streamed file. */
  readonly progress: CsvProgress | null;
  readonly failure: string | undefined;
  readonly start: (subject: CsvSubject) => void;
  readonly cancel: () => void;
}

async function download(
  subject: CsvSubject,
  signal: AbortSignal,
  onProgress: (progress: CsvProgress) => void,
): Promise<void> {
  const { fileNameOf, makeFile } = await import('./csv-file.ts');
  saveFile(fileNameOf(subject), await makeFile(subject, signal, onProgress));
}

export function useCsvDownload(): CsvDownload {
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<CsvProgress | null>(null);
  const [failure, setFailure] = useState<string>();
  const abort = useRef<AbortController>(null);
  // Aborts the download on unmount.
  useEffect(() => () => abort.current?.abort(), []);

  const start = (subject: CsvSubject) => {
    const controller = new AbortController();
    abort.current = controller;
    setRunning(true);
    setFailure(undefined);
    download(subject, controller.signal, setProgress)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // An interrupted stream throws a browser error.
        setFailure(errorMessage(error instanceof TypeError ? networkError() : error));
      })
      .finally(() => {
        setRunning(false);
        setProgress(null);
      });
  };
  return { running, progress, failure, start, cancel: () => abort.current?.abort() };
}
