import type { z } from 'zod';
import type { importPreview, salesImport } from '../../contract/imports.ts';
import { byteOrderMark, csvLine } from '../../lib/csv-cell.ts';
import { toDollars } from '../../lib/money.ts';
import { importFields, type ImportField } from '../../rules/imports/import-columns.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import type { ImportQuestion } from '../../rules/imports/import-survey.ts';
import type { UnknownColumns } from './file/sales-file.ts';
import type { ReadUpload } from './import-upload.ts';
import type { ImportCounts } from './import-sales.ts';
import type { ShownImport } from './imports.queries.ts';
import type { ImportPreview } from './preview-import.ts';

type ImportView = z.output<typeof salesImport>;
type PreviewView = z.output<typeof importPreview>;

const countsOf = ({
  stored,
  refunded,
  alreadyThere,
  leftOut,
  rejected,
  amountCents,
}: ImportCounts) => ({
  stored,
  refunded,
  alreadyThere,
  leftOut,
  rejected,
  amount: toDollars(amountCents),
});

/**
 * A process that is killed leaves its import at work: it is shown as stopped.
 * @param lost an import at work that was not seen since then has lost its process
 */
export function importView(row: ShownImport, lost: Date): ImportView {
  const isAtWork = row.state === 'running' || row.state === 'taking back';
  const isLost = isAtWork && row.seen_at < lost;
  const isPartlyBack = row.state === 'taking back' || row.taken_back > 0;
  const state = isLost ? 'stopped' : row.state;
  return {
    id: row.id,
    unitId: row.unit_id,
    unitNumber: row.unit_number,
    unitName: row.unit_name,
    fileName: row.file_name,
    state,
    progress: progressOf(row),
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    takenBack: row.taken_back,
    hasRejectedLines: row.columns !== null && row.rejected > 0,
    note: state === 'stopped' ? importMessages[isPartlyBack ? 'takeBackStopped' : 'stopped'] : null,
    ...countsOf({
      stored: row.stored,
      refunded: row.refunded,
      alreadyThere: row.already_there,
      leftOut: row.left_out,
      rejected: row.rejected,
      amountCents: row.amount_cents,
    }),
  };
}

function progressOf({ state, bytes, bytes_read: read, stored, taken_back: back }: ShownImport) {
  if (state === 'done' || state === 'taken back') return 1;
  const [part, whole] = state === 'taking back' ? [back, stored] : [read, bytes ?? 0];
  return whole === 0 ? 0 : Math.min(1, part / whole);
}

export function previewView(read: ReadUpload, preview: ImportPreview | null): PreviewView {
  const { header, choices, remembered } = read;
  const whole = { header, choices, remembered };
  const { found } = read;
  if ('missing' in found) return { ...whole, ...viewOfUnknown(found, read) };
  const { file, surveyed } = found;
  const { columns, reasons, states, system } = file.columns;
  return {
    ...whole,
    encoding: file.encoding,
    delimiter: file.delimiter,
    headerLine: file.headerLine,
    system,
    columns: importFields.flatMap((field) => {
      const index = columns[field];
      const column = index === undefined ? undefined : header[index];
      return column === undefined ? [] : [{ field, column, reason: reasons[field] ?? 'name' }];
    }),
    stateColumns: states.map(({ name }) => name),
    dates: surveyed.dates,
    decimalSign: surveyed.decimalSign,
    questions: surveyed.questions.map(questionView),
    sales: preview && salesView(preview),
  };
}

const questionView = ({ options, ...question }: ImportQuestion) => ({
  ...question,
  options: [...options],
});

const undecided = { value: null, by: null, example: null };

/** A file of which some columns are not known: each is a question. */
function viewOfUnknown(
  { missing, headerLine, delimiter, encoding }: UnknownColumns,
  { choices }: ReadUpload,
): Omit<PreviewView, 'header' | 'choices' | 'remembered'> {
  const names = [...new Set(missing.header.filter((name) => name !== ''))];
  return {
    encoding,
    delimiter,
    headerLine,
    system: null,
    columns: Object.entries(choices.columns).flatMap(([field, column]) =>
      isField(field) && column !== '' ? [{ field, column, reason: 'mapped' as const }] : [],
    ),
    stateColumns: [],
    dates: undecided,
    decimalSign: undecided,
    questions: missing.fields.map((field) => ({
      about: 'column' as const,
      subject: field,
      text: importMessages.noNamedColumn(field),
      options: names.map((name) => ({ value: name, label: name })),
      example: { line: headerLine, text: missing.header.join(', ') },
    })),
    sales: null,
  };
}

const isField = (text: string): text is ImportField => importFields.some((field) => field === text);

const salesView = (preview: ImportPreview): PreviewView['sales'] => ({
  ...countsOf(preview),
  lines: preview.lines,
  refundLines: preview.refundLines,
  unstored: preview.unstored,
  days: preview.days.map(({ day, sales, amountCents }) => ({
    day,
    sales,
    amount: toDollars(amountCents),
  })),
  newDrinks: preview.newDrinks,
});

/** CSV of rejected lines: number, reason and cells of each. */
export function rejectedCsv(
  columns: readonly string[],
  lines: readonly { line: number; reason: string; cells: readonly string[] }[],
): string {
  const rows = lines.map(({ line, reason, cells }) => [String(line), reason, ...cells]);
  return byteOrderMark + [['line', 'reason', ...columns], ...rows].map(csvLine).join('');
}
