/**
 * Text as a CSV cell (RFC 4180) protected against formula injection. Text that would start a formula gets a leading
 * apostrophe, which spreadsheets read as "this is text"; `unguard` reverses it for programs that read the file.
 */

// Characters that start a formula in spreadsheets, including their full-width forms. Text that already has
// apostrophes before one gets another, so that removing one is always correct.
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;

const needsQuotes = /[",\r\n]/;

/** A text as a cell: guarded against formulas, quoted when it contains commas, quotes or line breaks. */
export function csvText(text: string): string {
  const guarded = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Original text of a cell that was written by `csvText` and parsed by a CSV reader. */
export function unguard(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}

/** Whole cents as a plain decimal with two places, which spreadsheets can sum: 1250 gives `12.50`. */
export function csvCents(cents: number): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const decimal = `${(size - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
  return cents < 0 ? `-${decimal}` : decimal;
}
