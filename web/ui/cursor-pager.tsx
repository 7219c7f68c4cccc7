import { Button } from '@mantine/core';
import { IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import styles from './pager.module.css';

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
