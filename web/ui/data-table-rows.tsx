import { Fragment, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { DataColumn } from './data-column.ts';
import styles from './data-table.module.css';

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
          {index > 0 && !pieces[index - 1]?.leads && ' · '}
          {leads ? <div>{piece}</div> : <span>{piece}</span>}
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
          {columns.map(({ id, cell, align }, position) => (
            <td key={id} data-align={align ?? 'start'}>
              {cell(row)}
              {position === 0 && folded.length > 0 && <Folded row={row} columns={folded} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
