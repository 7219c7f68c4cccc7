import { ActionIcon } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './pager.module.css';

const icons = {
  first: IconChevronsLeft,
  previous: IconChevronLeft,
  next: IconChevronRight,
  last: IconChevronsRight,
};

export interface PageStep {
  readonly to: keyof typeof icons;
  readonly name: string;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly onPress: () => void;
}

interface PageBarProps {
  /** Accessible name. */
  readonly label: string;
  /** The page that is shown: `Page 1 of 3`. */
  readonly text: string;
  readonly steps: readonly PageStep[];
  /** Further choices, such as the size of a page. */
  readonly children?: ReactNode;
}

/** The pages of a list: the shown one, then the steps to others. */
export const PageBar = ({ label, text, steps, children }: PageBarProps) => (
  <nav aria-label={label} className={styles['pager']}>
    <span aria-live="polite">{text}</span>
    <span className={styles['steps']}>
      {steps.map(({ to, name, disabled = false, busy = false, onPress }) => {
        const Icon = icons[to];
        return (
          <ActionIcon
            key={to}
            variant="default"
            aria-label={name}
            title={name}
            aria-busy={busy}
            disabled={disabled}
            onClick={onPress}
          >
            <Icon size={18} stroke={1.6} />
          </ActionIcon>
        );
      })}
    </span>
    {children}
  </nav>
);

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** Plural name for button labels: 'owners'. */
  readonly of: string;
  readonly onPage: (page: number) => void;
}

/** Pages of a list with a total: `1–10 of 23`. */
export function Pager({ page, size, total, of, onPage }: PagerProps) {
  const first = total === 0 ? 0 : (page - 1) * size + 1;
  const last = Math.min(page * size, total);
  return (
    <PageBar
      label="table pager"
      text={`${first}–${last} of ${total.toLocaleString('en-US')}`}
      steps={[
        {
          to: 'previous',
          name: `Previous ${of}`,
          disabled: page <= 1,
          onPress: () => onPage(page - 1),
        },
        {
          to: 'next',
          name: `Next ${of}`,
          disabled: last >= total,
          onPress: () => onPage(page + 1),
        },
      ]}
    />
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

/** Pages of a list without a total, newest first: each page leads to the next older one. */
export const CursorPager = ({ of, isFirst, isLast, onFirst, onOlder }: CursorPagerProps) => (
  <PageBar
    label="table pager"
    text={`${isFirst ? 'Newest' : 'Older'} ${of}`}
    steps={[
      { to: 'first', name: `Newest ${of}`, disabled: isFirst, onPress: onFirst },
      { to: 'next', name: `Older ${of}`, disabled: isLast, onPress: onOlder },
    ]}
  />
);
