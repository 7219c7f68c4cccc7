import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { reportMessages } from '../../../rules/reports/report-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { salesReportQuery } from '../../api/reports.ts';
import type { SalesRange } from '../../api/reports.ts';
import { notify } from '../../ui/toasts.tsx';
import styles from './time-paging.module.css';

interface TimePagingProps {
  readonly range: SalesRange;
  /** From 1. */
  readonly page: number;
  /** Number of the page with the newest sales; undefined while loading. */
  readonly last: number | undefined;
  readonly onPage: (page: number) => void;
}

/** Pages are in chronological order: back is earlier and forward is later. */
export function TimePaging({ range, page, last, onPage }: TimePagingProps) {
  const client = useQueryClient();
  const [readLimit, setLooking] = useState(false);

  const back = () => {
    if (page === 1) notify(reportMessages.beyondRequestedTime);
    else onPage(page - 1);
  };
  /** Advances only to a page that has sales. */
  const forward = async () => {
    if (readLimit) return;
    setLooking(true);
    try {
      const next = await client.fetchQuery({ ...salesReportQuery(range, page + 1), staleTime: 0 });
      if (next.sales.length > 0) onPage(page + 1);
      else notify(reportMessages.noMoreSales);
    } catch (error) {
      notify(errorMessage(error), 'error');
    } finally {
      setLooking(false);
    }
  };
  return (
    <div className={styles['paging']}>
      <ActionIcon variant="default" aria-label="Back in time" onClick={back}>
        <IconArrowLeft size={18} stroke={1.6} />
      </ActionIcon>
      <span className={styles['page']} aria-live="polite">
        Page {page}
      </span>
      <ActionIcon
        variant="default"
        aria-label="Forward in time"
        aria-busy={readLimit}
        onClick={() => void forward()}
      >
        <IconArrowRight size={18} stroke={1.6} />
      </ActionIcon>
      {last !== undefined && page < last && (
        <Button variant="subtle" size="compact-md" onClick={() => onPage(last)}>
          Jump to newest
        </Button>
      )}
    </div>
  );
}
