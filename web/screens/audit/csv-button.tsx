import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fetchAuditCsv } from '../../api/audit.ts';
import type { AuditFilter } from '../../api/audit.ts';
import { networkError, errorMessage } from '../../api/api-error.ts';
import { saveFile } from '../../ui/save-file.ts';
import styles from './csv-button.module.css';

interface CsvButtonProps {
  readonly filter: AuditFilter;
  readonly disabled: boolean;
}

/** Downloads all pages of the filtered log as a file. */
export function CsvButton({ filter, disabled }: CsvButtonProps) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const abort = useRef<AbortController>(null);
  // Aborts the download on unmount.
  useEffect(() => () => abort.current?.abort(), []);

  const download = async () => {
    const controller = new AbortController();
    abort.current = controller;
    setRunning(true);
    setFailure(undefined);
    try {
      saveFile('activity-log.csv', await fetchAuditCsv(filter, controller.signal));
    } catch (error) {
      // An interrupted response throws a browser error.
      if (!controller.signal.aborted) {
        setFailure(errorMessage(error instanceof TypeError ? networkError() : error));
      }
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className={styles['csv']}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={disabled}
        loading={running}
        onClick={() => void download()}
      >
        Download CSV
      </Button>
      {failure !== undefined && (
        <span role="alert" className={styles['failure']}>
          {failure}
        </span>
      )}
    </div>
  );
}
