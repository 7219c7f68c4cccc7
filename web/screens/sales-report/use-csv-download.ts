import { useEffect, useRef, useState } from 'react';
import { networkError, errorMessage } from '../../api/api-error.ts';
import type { SalesRange } from '../../api/reports.ts';
import { saveFile } from '../../ui/save-file.ts';
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

export interface CsvDownload {
  readonly running: boolean;
  /** Only of a file that is streamed. */
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
  // Leaving the screen ends the download.
  useEffect(() => () => abort.current?.abort(), []);

  const start = (subject: CsvSubject) => {
    const controller = new AbortController();
    abort.current = controller;
    setRunning(true);
    setFailure(undefined);
    download(subject, controller.signal, setProgress)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // A stream that breaks off halfway throws an error of the browser.
        setFailure(errorMessage(error instanceof TypeError ? networkError() : error));
      })
      .finally(() => {
        setRunning(false);
        setProgress(null);
      });
  };
  return { running, progress, failure, start, cancel: () => abort.current?.abort() };
}
