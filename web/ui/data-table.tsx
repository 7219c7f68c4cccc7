/** The one table: sticky head, rows that the arrow keys walk, and columns that fold into the row when there is no room. */
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { DataRows } from './data-table-rows.tsx';
import { SkeletonRows } from './data-table-skeleton.tsx';
import { ProgressLine } from './progress-line.tsx';
import { useRoom } from './breakpoint.ts';
import type { Room } from './breakpoint.ts';
import styles from './data-table.module.css';

export interface DataColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and money stand at the end of their column, under their head. */
  readonly align?: 'start' | 'end';
  /** The least room at which the column stands by itself; with less it folds into the first cell of the row. */
  readonly from?: Room;
  /** What it says when folded: `Tax $1.20`. Nothing when it gives null. */
  readonly folded?: (row: Row) => ReactNode;
  /** When folded it stands first, on a line of its own. */
  readonly leads?: boolean;
  /** Kept whatever the rows hold, so that nothing moves when they change; columns without one share the rest. */
  readonly width?: number | string;
  /** How many characters its text is likely to have; the skeleton is drawn with it. */
  readonly chars?: number;
}

interface DataTableProps<Row> {
  /** What the table lists, for those who hear it. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** loading: nothing to show yet. refreshing: what is shown is being fetched again. */
  readonly status?: 'ready' | 'loading' | 'refreshing';
  /** How many rows stand in while loading. */
  readonly skeletonRows?: number;
  /** The first cell of every row has a second line. */
  readonly twoLines?: boolean;
  /** The row the user was led to: it stands out. */
  readonly isMarked?: (row: Row) => boolean;
  /** Shown in place of rows when there are none. */
  readonly empty: ReactNode;
}

const features = tableFeatures({ columnVisibilityFeature });
const steps: Readonly<Record<Room, number>> = { narrow: 0, medium: 1, wide: 2 };

export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  status = 'ready',
  skeletonRows = 10,
  twoLines = false,
  isMarked = () => false,
  empty,
}: DataTableProps<Row>) {
  const room = useRoom();
  const definitions = useMemo(
    () => columns.map(({ id, header }) => ({ id, header, accessorFn: (row: Row) => row })),
    [columns],
  );
  const columnVisibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ id, from = 'narrow' }) => [id, steps[from] <= steps[room]]),
      ),
    [columns, room],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { columnVisibility },
  });
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byId.get(id) ?? []);
  const folded = columns.filter((column) => !shown.includes(column));
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
            {shown.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align ?? 'start'}>
                {header}
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
            rows={table.getRowModel().rows}
            columns={shown}
            folded={folded}
            isMarked={isMarked}
          />
        )}
      </table>
      {isEmpty && <div className={styles['empty']}>{empty}</div>}
    </div>
  );
}
