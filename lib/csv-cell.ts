/**
 * Text as one cell of a CSV file (RFC 4180) that no spreadsheet can run as a formula. Text that would
 * start one gets a leading apostrophe, which spreadsheets take as "this is text"; `unguard` is the way
 * back for programs that read the file.
 */

// The characters spreadsheets start a formula with, their full-width forms among them. Text that
// already has apostrophes before one gets a further one, so that taking one off is always right.
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;

const needsQuotes = /[",\r\n]/;

/** A text as a cell: guarded against formulas, quoted where it holds commas, quotes or line breaks. */
export function csvText(text: string): string {
  const guarded = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** The text of a cell that was written by `csvText` and parsed by a CSV reader. */
export function unguard(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}

/** Whole cents as a plain decimal with two places, which spreadsheets can add up: 1250 gives `12.50`. */
export function csvCents(cents: number): string {
  const size = Math.abs(cents);
  const rest = size % 100;
  const decimal = `${(size - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
  return cents < 0 ? `-${decimal}` : decimal;
}
