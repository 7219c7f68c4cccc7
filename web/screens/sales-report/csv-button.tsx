import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useDownload } from '../../components/use-download.ts';
import type { CsvSubject } from './csv-file.ts';
import type { CsvProgress } from './csv-stream.ts';
import styles from './csv-button.module.css';

const whole = (value: number) => value.toLocaleString('en-US');

/** Moves focus to the replacing button, so that it is not lost. */
function usePersistedFocus(streaming: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(streaming);
  useLayoutEffect(() => {
    if (before.current === streaming) return;
    before.current = streaming;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [streaming]);
  return button;
}

/** @param subject null before the first lookup */
export function CsvButton({ subject }: { readonly subject: CsvSubject | null }) {
  const { running, progress, failure, start, cancel } = useDownload<CsvProgress>();
  const streaming = progress !== null;
  const button = usePersistedFocus(streaming);
  const download = (chosen: CsvSubject) =>
    start(async (signal, onProgress) => {
      const { fileNameOf, makeFile } = await import('./csv-file.ts');
      return { fileName: fileNameOf(chosen), file: await makeFile(chosen, signal, onProgress) };
    });
  if (progress) {
    const percent = progress.total > 0 ? (progress.sales / progress.total) * 100 : 0;
    return (
      <div className={styles['stream']}>
        <div className={styles['bar']}>
          <span className={styles['count']}>
            {whole(progress.sales)} of {whole(progress.total)} sales
          </span>
          <Progress value={percent} size={4} aria-label="Download" transitionDuration={120} />
        </div>
        <Button ref={button} variant="default" onClick={cancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['button']}>
      {failure && (
        <span role="alert" className={styles['failure']}>
          {failure}
        </span>
      )}
      <Button
        ref={button}
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={subject === null}
        loading={running}
        onClick={() => subject && download(subject)}
      >
        Download CSV
      </Button>
    </div>
  );
}
