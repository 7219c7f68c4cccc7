import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
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

interface CursorPagerProps {
  /** Plural name for button labels: 'entries'. */
  readonly of: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onFirst: () => void;
  readonly onOlder: () => void;
}

/** Pagination of a list without a total, newest first: each page leads to the next older one. */
export function CursorPager({ of, isFirst, isLast, onFirst, onOlder }: CursorPagerProps) {
  return (
    <nav aria-label="table pager" className={styles['pager']}>
      <Button
        variant="default"
        leftSection={<IconChevronsLeft size={16} stroke={1.6} aria-hidden="true" />}
        disabled={isFirst}
        onClick={onFirst}
      >
        {`Newest ${of}`}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} stroke={1.6} aria-hidden="true" />}
        disabled={isLast}
        onClick={onOlder}
      >
        {`Older ${of}`}
      </Button>
    </nav>
  );
}
