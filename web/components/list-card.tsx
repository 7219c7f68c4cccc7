import type { ReactNode } from 'react';
import { FailedLine } from './load-error.tsx';
import type { useListPage } from './list-page.ts';
import styles from './list-card.module.css';
import { Card, EmptyState } from '../ui/page.tsx';
import { DataTable, type DataTableProps } from '../ui/data-table.tsx';

interface ListCardProps<Row> extends Omit<DataTableProps<Row>, 'status'> {
  readonly list: Pick<ReturnType<typeof useListPage>, 'error' | 'refetch' | 'status' | 'footKey'>;
  /** Shown in place of `empty` after an error: what is lost is not empty. */
  readonly lost: string;
  /** Above the table, such as a search. */
  readonly head?: ReactNode;
  /** Below the table: a link, a pager. */
  readonly foot?: ReactNode;
}

/** List of a screen: the load error, and in a card what narrows the list, its table and its pages. */
export function ListCard<Row>({ list, lost, head, foot, empty, ...table }: ListCardProps<Row>) {
  const { error, refetch, status, footKey } = list;
  return (
    <div className="stack gap-16">
      {error && <FailedLine error={error} onRetry={refetch} />}
      <Card flush>
        {head}
        <DataTable
          {...table}
          status={status}
          empty={error ? <EmptyState>{lost}</EmptyState> : empty}
        />
        {foot && (
          <div key={footKey} className={styles['foot']}>
            {foot}
          </div>
        )}
      </Card>
    </div>
  );
}
