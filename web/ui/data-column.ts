import type { ReactNode } from 'react';
import type { Breakpoint } from './breakpoint.ts';

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
  /** Fixed width that prevents layout shift; columns without one share the rest. */
  readonly width?: number | string;
  /** Expected number of characters, used for the skeleton. */
  readonly chars?: number;
}
