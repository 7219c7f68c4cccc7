import type { ReactNode } from 'react';
import { footKey } from './list-page.ts';
import { Loaded } from './load-error.tsx';
import styles from './list-card.module.css';
import { Card } from '../ui/page.tsx';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';

interface ListCardProps<Row> extends DataTableProps<Row> {
  /** Above the table, such as a search. */
  readonly head?: ReactNode;
  /** Below the table: a link, a pager. */
  readonly foot?: ReactNode;
}

/** List of a screen: the load error, and in a card what narrows the list, its table and its pages. */
export function ListCard<Row>({ of, head, foot, ...table }: ListCardProps<Row>) {
  const isFailed = of.state === 'failed';
  return (
    <div className="stack gap-16">
      <Loaded of={of}>{() => null}</Loaded>
      {(!isFailed || head || foot) && (
        <Card flush>
          {head}
          {!isFailed && <DataTable {...table} of={of} />}
          {foot && (
            <div
              key={footKey(of.state === 'pending' ? 'loading' : 'ready')}
              className={styles['foot']}
            >
              {foot}
            </div>
          )}
        </Card>
      )}
    </div>
  );
}
