import { Button } from '@mantine/core';
import { IconDownload, IconMail } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { reportMessages } from '../../../../rules/reports/report-messages.ts';
import { errorMessage, isConflict } from '../../../api/api-error.ts';
import { mailSalesReport } from '../../../api/reports.ts';
import { useDownload } from '../../../components/use-download.ts';
import type { CsvProgress, CsvSubject } from './csv-file.ts';
import { notify } from '../../../ui/toasts.tsx';
import styles from './export-buttons.module.css';

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
    return (
      <div className={styles['stream']}>
        <div className={styles['bar']}>
          <span className={styles['count']}>
            {whole(progress.sales)} of {whole(progress.total)} sales
          </span>
          <progress
            className="progress-bar"
            value={progress.sales}
            max={Math.max(1, progress.total)}
            aria-label="Download"
          />
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
        <span role="alert" className="out text-13">
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

/** The code for it is loaded with the first refusal. */
async function reportRefusal(refusal: Error): Promise<void> {
  const loaded = isConflict(refusal) ? await import('./offer-link.ts').catch(() => null) : null;
  if (loaded) await loaded.offerLink(refusal);
  else notify(errorMessage(refusal), 'error');
}

/** Emails the same file to the user's sign-in address. */
export function MailButton({ subject }: { readonly subject: CsvSubject | null }) {
  const { mutate, isPending } = useMutation({
    mutationFn: mailSalesReport,
    onSuccess: ({ recipient }) => notify(reportMessages.mailed(recipient), 'success'),
    onError: (error) => void reportRefusal(error),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconMail size={18} stroke={1.6} />}
      disabled={subject === null}
      loading={isPending}
      onClick={() => {
        if (subject && !isPending) mutate({ ...subject.range, timezone: subject.timezone });
      }}
    >
      Email this report
    </Button>
  );
}
