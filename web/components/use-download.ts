import { useEffect, useRef, useState } from 'react';
import { errorMessage, networkError } from '../api/api-error.ts';

type MakeFile<Progress> = (
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<{ readonly fileName: string; readonly file: Blob }>;

interface Download<Progress> {
  readonly running: boolean;
  /** null until the first progress is reported. */
  readonly progress: Progress | null;
  readonly failure: string | undefined;
  readonly start: (make: MakeFile<Progress>) => void;
  readonly cancel: () => void;
}

/** Makes a file and saves it, one at a time; leaving the screen aborts it. */
export function useDownload<Progress = never>(): Download<Progress> {
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<string>();
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = (make: MakeFile<Progress>) => {
    const controller = new AbortController();
    abort.current = controller;
    setRunning(true);
    setFailure(undefined);
    make(controller.signal, (now) => setProgress(() => now))
      .then(({ fileName, file }) => saveFile(fileName, file))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        // An interrupted response throws a browser error.
        setFailure(errorMessage(error instanceof TypeError ? networkError() : error));
      })
      .finally(() => {
        setRunning(false);
        setProgress(null);
      });
  };
  return { running, progress, failure, start, cancel: () => abort.current?.abort() };
}

/** Saves a file through the browser's download. */
function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser starts reading the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
