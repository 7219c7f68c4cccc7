import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { fetchAuditCsv } from '../../api/audit.ts';
import type { AuditFilter } from '../../api/audit.ts';
import { useDownload } from '../../components/use-download.ts';
import styles from './csv-button.module.css';

interface CsvButtonProps {
  readonly filter: AuditFilter;
  readonly disabled: boolean;
}

/** Downloads all pages of the filtered log as a file. */
export function CsvButton({ filter, disabled }: CsvButtonProps) {
  const { running, failure, start } = useDownload();
  const download = () =>
    start(async (signal) => ({
      fileName: 'activity-log.csv',
      file: await fetchAuditCsv(filter, signal),
    }));
  return (
    <div className={styles['csv']}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        disabled={disabled}
        loading={running}
        onClick={download}
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
