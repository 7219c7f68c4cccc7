import { ActionIcon } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react';
import { useState } from 'react';
import styles from './menu-pager.module.css';

export const pageSizes = [10, 20, 30, 40, 50] as const;

interface MenuPagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Pagination: first, previous, next, last, `Page X of Y`, page number and page size. */
export function MenuPager({ page, pages, size, onPage, onSize }: MenuPagerProps) {
  const button = (name: string, to: number, disabled: boolean, Icon: typeof IconChevronLeft) => (
    <ActionIcon aria-label={name} disabled={disabled} onClick={() => onPage(to)}>
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <nav aria-label="Drink menu pages" className={styles['pager']}>
      <span className={styles['buttons']}>
        {button('First page', 1, page <= 1, IconChevronsLeft)}
        {button('Previous page', page - 1, page <= 1, IconChevronLeft)}
        {button('Next page', page + 1, page >= pages, IconChevronRight)}
        {button('Last page', pages, page >= pages, IconChevronsRight)}
      </span>
      <span aria-live="polite">{`Page ${page} of ${pages}`}</span>
      <GoTo page={page} pages={pages} onPage={onPage} />
      <label className={styles['choice']}>
        <span>Show</span>
        <select
          aria-label="Drinks per page"
          value={size}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        >
          {pageSizes.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
    </nav>
  );
}

/** Navigates on Enter and on blur, not while a number is being typed. */
function GoTo({ page, pages, onPage }: Pick<MenuPagerProps, 'page' | 'pages' | 'onPage'>) {
  const [text, setText] = useState(String(page));
  const [shown, setShown] = useState(page);
  if (shown !== page) {
    setShown(page);
    setText(String(page));
  }
  const go = () => {
    const requested = Math.min(pages, Math.max(1, Math.trunc(Number(text)) || page));
    if (requested === page) setText(String(page));
    else onPage(requested);
  };
  return (
    <label className={styles['choice']}>
      <span>Go to page</span>
      <input
        type="number"
        min={1}
        max={pages}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
      />
    </label>
  );
}
