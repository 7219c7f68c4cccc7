/** Data table: sticky head, keyboard navigation between rows, and columns that fold into the row on narrow screens. */
import type { ReactNode } from 'react';
import { DataRows } from './data-table-rows.tsx';
import { SkeletonRows } from './data-table-skeleton.tsx';
import { ProgressLine } from './progress-line.tsx';
import { useBreakpoint } from './breakpoint.ts';
import type { Breakpoint } from './breakpoint.ts';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** loading: no data yet. refreshing: the displayed data is being refetched. */
  readonly status?: 'ready' | 'loading' | 'refreshing';
  /** Number of skeleton rows while loading. */
  readonly skeletonRows?: number;
  /** True when the first cell of every row has a second line. */
  readonly twoLines?: boolean;
  /** Highlights the row the user navigated to. */
  readonly isMarked?: (row: Row) => boolean;
  /** Called for a row that is clicked beside its controls, and on Enter, which else follows the first link of the row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

const steps: Readonly<Record<Breakpoint, number>> = { narrow: 0, medium: 1, wide: 2 };

export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  status = 'ready',
  skeletonRows = 10,
  twoLines = false,
  isMarked = () => false,
  onOpen,
  empty,
}: DataTableProps<Row>) {
  const room = useBreakpoint();
  const isShown = ({ from = 'narrow' }: DataColumn<Row>) => steps[from] <= steps[room];
  const shown = columns.filter(isShown);
  const folded = columns.filter((column) => !isShown(column));
  const isEmpty = status !== 'loading' && rows.length === 0;

  return (
    <div className={styles['frame']}>
      <ProgressLine active={status === 'refreshing'} />
      <table className={styles['table']} aria-label={label} aria-busy={status !== 'ready'}>
        <colgroup>
          {shown.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map(({ id, header, head, align }) => (
              <th key={id} scope="col" data-align={align ?? 'start'}>
                {head ?? header}
              </th>
            ))}
          </tr>
        </thead>
        {status === 'loading' ? (
          <SkeletonRows
            columns={shown}
            count={skeletonRows}
            twoLines={twoLines || folded.length > 0}
          />
        ) : (
          <DataRows
            rows={rows}
            rowKey={rowKey}
            columns={shown}
            folded={folded}
            isMarked={isMarked}
            onOpen={onOpen}
          />
        )}
      </table>
      {isEmpty && <div className={styles['empty']}>{empty}</div>}
    </div>
  );
}
