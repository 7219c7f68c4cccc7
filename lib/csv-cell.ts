/**
 * Text as a CSV cell (RFC 4180) protected against formula injection. Text that would start a formula gets a leading
 * apostrophe, which spreadsheets read as "this is text"; `unguard` reverses it for programs that read the file.
 */

/** First character of a file: Excel on Windows reads a file without it as Windows-1252. */
export const byteOrderMark = '\ufeff';

// Characters that start a formula in spreadsheets, including their full-width forms. Some spreadsheets split cells at
// semicolons, so a semicolon starts a cell too, and quotes after
// it are dropped. Text that already has apostrophes before a formula gets another, so that
// removing one is always correct.
const formulaStarts = /(^|;)(?=['"]*[=+\-@\t\r\n＝＋－＠])/g;
const guards = /(^|;)'(?=['"]*[=+\-@\t\r\n＝＋－＠])/g;

const needsQuotes = /[",\r\n]/;

/** One look at a text decides for most: a minus begins a formula only where the text begins. */
const maybeGuardedOrQuoted = /[",;\t\r\n=+@＝＋－＠]|^'*-/;

/** A text as a cell: guarded against formulas, quoted when it contains commas, quotes or line breaks. */
export function csvText(text: string): string {
  if (!maybeGuardedOrQuoted.test(text)) return text;
  const guarded = text.replaceAll(formulaStarts, "$1'");
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Beside what `csvText` looks for, the backslash of COPY; a minus begins a formula only where a cell begins. */
const maybeChanged = /["\\,;\r=+@＝＋－＠]|(?:^|[\t\n])'*-/;

/** False for lines of COPY of which each field is its own cell, so that none needs `csvText`. */
export const mayChangeAsCells = (lines: string): boolean => maybeChanged.test(lines);

/** Texts as the cells of a line, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvText).join(',')}\r\n`;

/** Original text of a cell that was written by `csvText` and parsed by a CSV reader. */
export function unguard(cell: string): string {
  return cell.replaceAll(guards, '$1');
}

/** Whole cents as a plain decimal with two places, which spreadsheets can sum: 1250 gives `12.50`. */
export function csvCents(cents: number): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const decimal = `${(size - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
  return cents < 0 ? `-${decimal}` : decimal;
}

export type TableCell = string | number | null;

/** A file of a table: texts are guarded, numbers are as programs read them, and null is an empty cell. */
export function csvTable({
  head,
  rows,
}: {
  readonly head: readonly string[];
  readonly rows: readonly (readonly TableCell[])[];
}): string {
  const cellOf = (cell: TableCell): string =>
    cell === null ? '' : typeof cell === 'number' ? String(cell) : csvText(cell);
  return byteOrderMark + [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}
