/** Data table: sticky head, keyboard navigation between rows, and columns that fold into the row on narrow screens. */
import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react';
import { type Breakpoint, useBreakpoint } from './hooks.ts';
import type { LoadState } from './load-state.tsx';
import { ProgressLine, SkeletonLine } from './page.tsx';
import styles from './data-table.module.css';

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  /** The rows; while they are not known, it has none and no empty text. */
  readonly of: LoadState<readonly Row[]>;
  readonly rowKey: (row: Row) => string;
  /** Number of skeleton rows while loading. */
  readonly skeletonRows?: number;
  /** True when the first cell of every row has a second line. */
  readonly twoLines?: boolean;
  /** Highlights the row the user navigated to. */
  readonly isMarked?: (row: Row) => boolean;
  /** Called for a row that is clicked beside its controls, and on Enter, which else follows the first link of the row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Shown when it is known that there are no rows. */
  readonly empty: ReactNode;
}

const noRows: readonly never[] = [];

const steps: Readonly<Record<Breakpoint, number>> = { narrow: 0, medium: 1, wide: 2 };

export function DataTable<Row>({
  label,
  columns,
  of,
  rowKey,
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
  const isRefreshing = (of.state === 'data' || of.state === 'empty') && of.isRefreshing;
  const isPending = of.state === 'pending';

  return (
    <div className="relative">
      <ProgressLine active={isRefreshing} />
      <table className={styles['table']} aria-label={label} aria-busy={isPending || isRefreshing}>
        <colgroup>
          {shown.map(({ id, width }) => (
            <col
              key={id}
              style={{ width: typeof width === 'number' ? `${width / 16}rem` : width }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map(({ id, header, head, align }) => (
              <th key={id} scope="col" data-align={align}>
                {head ?? header}
              </th>
            ))}
          </tr>
        </thead>
        {isPending ? (
          <SkeletonRows
            columns={shown}
            count={skeletonRows}
            twoLines={twoLines || folded.length > 0}
          />
        ) : (
          <DataRows
            rows={of.state === 'data' ? of.data : noRows}
            rowKey={rowKey}
            columns={shown}
            folded={folded}
            isMarked={isMarked}
            onOpen={onOpen}
          />
        )}
      </table>
      {of.state === 'empty' && <div className={styles['empty']}>{empty}</div>}
    </div>
  );
}

interface DataRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly DataColumn<Row>[];
  readonly folded: readonly DataColumn<Row>[];
  readonly isMarked: (row: Row) => boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
}

/** Clicks on these are not clicks on the row. */
const controls = 'a, button, input, select, dialog, label';

/** Target row of a key; undefined for unhandled keys. */
function rowAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

function Folded<Row>({ row, columns }: { row: Row; columns: readonly DataColumn<Row>[] }) {
  const inOrder = columns.toSorted(
    (one, other) => Number(other.leads ?? 0) - Number(one.leads ?? 0),
  );
  const pieces = inOrder.flatMap(({ id, header, folded, cell, leads = false }) => {
    const piece = folded ? (
      folded(row)
    ) : (
      <>
        {header} {cell(row)}
      </>
    );
    return piece === null || piece === undefined ? [] : [{ id, piece, leads }];
  });
  return (
    <div className={styles['folded']}>
      {pieces.map(({ id, piece, leads }, index) => (
        <Fragment key={id}>
          {leads ? (
            <div>{piece}</div>
          ) : (
            // No line begins with a dot.
            <span>
              <span>{piece}</span>
              {index < pieces.length - 1 && ' ·'}
            </span>
          )}{' '}
        </Fragment>
      ))}
    </div>
  );
}

/** A row leads where its first link leads, else to its first field. */
function openFirst(row: HTMLTableRowElement): void {
  const link = row.querySelector('a');
  if (link) link.click();
  else row.querySelector('input')?.focus();
}

/** Rows with a roving tabindex: one Tab stop; arrows, Home and End move between them. */
export function DataRows<Row>(props: DataRowsProps<Row>) {
  const { rows, rowKey, columns, folded, isMarked, onOpen } = props;
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, rows.length - 1);
  const move = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.target !== event.currentTarget) return;
    const opened = rows[index];
    if (event.key === 'Enter' && opened !== undefined) {
      // The key would press the control that gets the focus.
      event.preventDefault();
      if (onOpen) onOpen(opened);
      else openFirst(event.currentTarget);
      return;
    }
    const next = rowAfter(event.key, index, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    const row = event.currentTarget.parentElement?.children[next];
    if (row instanceof HTMLElement) row.focus();
  };
  return (
    <tbody>
      {rows.map((row, index) => (
        <tr
          key={rowKey(row)}
          data-marked={isMarked(row) || undefined}
          tabIndex={index === current ? 0 : -1}
          data-opens={onOpen !== undefined || undefined}
          onFocus={() => setStop(index)}
          onClick={({ target }) => {
            const isControl = target instanceof Element && target.closest(controls) !== null;
            if (!isControl && getSelection()?.isCollapsed !== false) onOpen?.(row);
          }}
          onKeyDown={(event) => move(event, index)}
        >
          {columns.map(({ id, header, cell, align }, position) => (
            <td key={id} data-head={header} data-align={align}>
              {cell(row)}
              {position === 0 && folded.length > 0 && <Folded row={row} columns={folded} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface SkeletonRowsProps<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly count: number;
  /** True when the first cell of the expected rows has a second line. */
  readonly twoLines: boolean;
}

/** Skeleton rows in the size of the expected ones; the first announces the loading state. */
export function SkeletonRows<Row>({ columns, count, twoLines }: SkeletonRowsProps<Row>) {
  return (
    <tbody className={styles['skeleton']}>
      {Array.from({ length: count }, (_, index) => (
        <tr key={index} aria-busy="true" aria-hidden={index > 0}>
          {columns.map(({ id, align, chars = 8 }, position) => (
            <td key={id} data-align={align}>
              {index === 0 && position === 0 && <span className="sr-only">Loading</span>}
              {/* Varied lengths resemble real content. */}
              <SkeletonLine width={chars - ((index * 3 + position) % 4)} />
              {position === 0 && twoLines && (
                <div className={styles['folded']}>
                  <SkeletonLine width={18} />
                </div>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Column of a data table. */
export interface DataColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Replaces the text of the head, and has the same text. */
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and money are aligned to the end, like their head. */
  readonly align?: 'start' | 'end';
  /** Smallest breakpoint at which the column is separate; below it, it folds into the first cell of the row. */
  readonly from?: Breakpoint;
  /** Content when folded: `Tax $1.20`. Omitted when it returns null. */
  readonly folded?: (row: Row) => ReactNode;
  /** When folded, it comes first on its own line. */
  readonly leads?: boolean;
  /**
   * Fixed width that prevents layout shift, in pixels at the usual font size, with which it scales; columns without one
   * share the rest.
   */
  readonly width?: number | string;
  /** Expected number of characters, used for the skeleton. */
  readonly chars?: number;
}

/** Names separated by commas, each in the direction of its own script. */
export const Names = ({ of }: { readonly of: readonly string[] }) =>
  of.map((name, index) => (
    // The same name can be there twice, and nothing is kept per name.
    <Fragment key={`${name} ${String(index)}`}>
      {index > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
