/** Raw rows of a venue: PostgreSQL copies them, and each becomes a row of the file. */
import type { PoolClient } from 'pg';
import { copiedRows } from '../../db/pool/copied-rows.ts';
import { copyField, copyFields, copyLines } from '../../lib/copy-text.ts';
import { mayChangeAsCells } from '../../lib/csv-cell.ts';
import {
  type ExportFormat,
  type ExportKind,
  type ExportPlace,
  rawColumns,
  rawCsvHead,
  rawCsvLine,
} from '../../rules/exports/raw-rows.ts';
import { paymentReference } from '../../rules/orders/payment-provider.ts';
import { type CopiedAs, copyRowsStatement, type ExportScope } from './exports.queries.ts';
import { parquetOf } from './parquet-thread.ts';

/** Rows of a kind in a range, after a place. */
export interface ExportedRows {
  kind: ExportKind;
  scope: ExportScope;
  after: ExportPlace | null;
}

const copied = (client: PoolClient, { kind, scope, after }: ExportedRows, as: CopiedAs) =>
  copiedRows(client, copyRowsStatement(kind, scope, after, as));

const asCells = (rows: string): string => rows.replaceAll('\t', ',').replaceAll('\n', '\r\n');

/** Most rows are cells as they are copied. */
function csvOf(kind: ExportKind): (rows: string) => string {
  const columns = Object.entries(rawColumns[kind]);
  const lineOf = (line: string): string =>
    rawCsvLine(
      copyFields(line).map((text, nth) => {
        const [name, type = 'text'] = columns[nth] ?? [];
        return {
          text: name === 'payment_reference' && text !== '' ? paymentReference(text) : text,
          type,
        };
      }),
    );
  const isCopied = !('payment_reference' in rawColumns[kind]);
  return (rows) => {
    if (isCopied && !mayChangeAsCells(rows)) return asCells(rows);
    return copyLines(rows)
      .map((line) => (isCopied && !mayChangeAsCells(line) ? asCells(`${line}\n`) : lineOf(line)))
      .join('');
  };
}

/** PostgreSQL writes the objects; a backslash in them is copied as two. */
function jsonOf(kind: ExportKind): (rows: string) => string {
  const hasReference = 'payment_reference' in rawColumns[kind];
  const lineOf = (field: string): string => {
    const line = copyField(field) ?? '';
    if (!hasReference) return line;
    const row: { payment_reference: string | null } = JSON.parse(line);
    if (row.payment_reference === null) return line;
    return JSON.stringify({ ...row, payment_reference: paymentReference(row.payment_reference) });
  };
  return (rows) =>
    hasReference || rows.includes('\\') ? `${copyLines(rows).map(lineOf).join('\n')}\n` : rows;
}

/** A file of rows, in pieces. */
export async function* fileOf(
  client: PoolClient,
  rows: ExportedRows,
  format: ExportFormat,
): AsyncGenerator<string | Buffer> {
  const { kind } = rows;
  if (format === 'parquet') {
    yield* parquetOf(kind, copied(client, rows, 'values'));
    return;
  }
  if (format === 'csv') yield rawCsvHead(kind);
  const toPiece = (format === 'csv' ? csvOf : jsonOf)(kind);
  const as = format === 'csv' ? 'csv' : 'json';
  for await (const text of copied(client, rows, as)) yield toPiece(text);
}
