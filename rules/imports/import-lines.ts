/** Reads the lines of a file of past sales in order: sales, refunded sales, refunds, and lines that are no sales. */
import type { FileColumns, ImportField } from './import-columns.ts';
import type { DateOrder } from './import-dates.ts';
import { importMessages } from './import-messages.ts';
import { type ImportedSale, readSale } from './import-sales.ts';
import { type ChosenStates, type LeftOutReason, lineState, stateWord } from './import-states.ts';
import { type DecimalSign, plainNumber } from '../../lib/price-text.ts';

/** Decisions of a person about a file that does not show them itself. */
export interface ImportChoices {
  /** `field=Column`, as `findFileColumns` reads them. */
  readonly mappings: readonly string[];
  readonly dates?: DateOrder | undefined;
  readonly decimalSign?: DecimalSign | undefined;
  /** By the word in the state column. */
  readonly states: ChosenStates;
  /** Meaning of lines below zero: refunds of earlier sales, or lines to leave out. */
  readonly negative?: 'refunds' | 'skip' | undefined;
}

/** Everything that the reading of a line depends on. */
export interface ImportFormat {
  /** Number of columns. */
  readonly width: number;
  readonly file: FileColumns;
  /** IANA name. */
  readonly timezone: string;
  readonly dates: DateOrder | null;
  readonly decimalSign: DecimalSign | null;
  readonly states: ChosenStates;
  readonly negative: 'refunds' | 'skip' | null;
}

export type ReadLine =
  | { readonly kind: 'sale'; readonly sale: ImportedSale; readonly isRefunded: boolean }
  /** Takes back an earlier sale; its quantity and amounts are above zero. */
  | { readonly kind: 'refund'; readonly sale: ImportedSale }
  | { readonly kind: 'left out'; readonly reason: LeftOutReason | 'summary' | 'below zero' }
  | { readonly kind: 'rejected'; readonly reason: string };

const rejected = (reason: string): ReadLine => ({ kind: 'rejected', reason });

/** Cells of a line, with those that only the first line of its order states. */
export type OrderCells = (cells: readonly string[]) => (index: number) => string;

/** Reads the lines of one file in order: the first line of an order may state its date and its state for all. */
export function orderCells({ columns, states }: FileColumns): OrderCells {
  const shared = new Set(
    [columns.soldAt, columns.date, columns.time].filter((index) => index !== undefined),
  );
  for (const { index, kind } of states) if (kind !== 'flag') shared.add(index);
  let first: readonly string[] = [];
  return (cells) => {
    const own = (index: number) => cells[index]?.trim() ?? '';
    const order = columns.orderId === undefined ? '' : own(columns.orderId);
    const isSame = order !== '' && order === first[columns.orderId ?? -1]?.trim();
    if (!isSame) first = cells;
    return (index) =>
      own(index) || (isSame && shared.has(index) ? (first[index]?.trim() ?? '') : '');
  };
}

/** True for a line that takes an earlier sale back: its quantity is below zero, or its amount in a file of refunds. */
export function isBelowZero(
  { columns, hasRefundLines }: FileColumns,
  cell: (index: number) => string,
): boolean {
  const fields: ImportField[] = hasRefundLines ? ['quantity', 'amount'] : ['quantity'];
  return fields.some((field) => {
    const plain = plainNumber(cell(columns[field] ?? -1));
    return plain !== null && Number(plain) < 0;
  });
}

/** True for lines of totals, and of kinds that are not the sale of an item. */
export function isSummary({ columns, itemLines }: FileColumns, cells: readonly string[]): boolean {
  const cell = (index: number | undefined) => cells[index ?? -1]?.trim() ?? '';
  if (itemLines && !itemLines.kinds.includes(stateWord(cell(itemLines.index)))) return true;
  if (cell(columns.drinkName) !== '') return false;
  const text = cells.find((one) => one.trim() !== '');
  const hasDate = cell(columns.soldAt) + cell(columns.date) !== '';
  return text !== undefined && (!hasDate || /^\s*(grand |sub)?totals?\b/i.test(text));
}

/** Reads the lines of one file in order; each function is for one reading of the file. */
export function lineReader(format: ImportFormat): (cells: readonly string[]) => ReadLine {
  const { file, timezone, width } = format;
  const cellsOf = orderCells(file);
  return (cells) => {
    if (isSummary(file, cells)) return { kind: 'left out', reason: 'summary' };
    if (cells.length !== width)
      return rejected(importMessages.otherColumnCount(cells.length, width));
    // Replacement character of a text decoder for invalid bytes.
    if (cells.some((text) => text.includes('\uFFFD'))) return rejected(importMessages.notUtf8);
    const cell = cellsOf(cells);
    const state = lineState(file.states, cell, format.states);
    if (typeof state === 'object') return rejected(importMessages.unknownState(state.unknown));
    if (state !== 'sold' && state !== 'refunded') return { kind: 'left out', reason: state };
    const isRefund = isBelowZero(file, cell);
    if (isRefund && format.negative === 'skip') return { kind: 'left out', reason: 'below zero' };
    const read = readSale(
      cells.map((_, index) => cell(index)),
      file.columns,
      timezone,
      { ...format, isRefund: isRefund && format.negative === 'refunds' },
    );
    if ('reason' in read) return rejected(read.reason);
    if (isRefund && read.sale.unitPriceCents > 0) return { kind: 'refund', sale: read.sale };
    return { kind: 'sale', sale: read.sale, isRefunded: state === 'refunded' };
  };
}
