import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import styles from './pager.module.css';

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Plural name for button labels: 'owners'. */
  readonly of: string;
  readonly onPage: (page: number) => void;
}

/** Pagination of a list: `1-10 of 23`. */
export function Pager({ page, size, total, of, onPage }: PagerProps) {
  const first = total === 0 ? 0 : (page - 1) * size + 1;
  const last = Math.min(page * size, total);
  return (
    <nav aria-label="table pager" className={styles['pager']}>
      <span aria-live="polite">{`${first}-${last} of ${total.toLocaleString('en-US')}`}</span>
      <ActionIcon
        aria-label={`Previous ${of}`}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        aria-label={`Next ${of}`}
        disabled={last >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} stroke={1.6} />
      </ActionIcon>
    </nav>
  );
}
