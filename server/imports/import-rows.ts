/** Converts lines of a file of past sales to rows. */
import { hash } from 'node:crypto';
import type { ImportColumns } from '../../rules/imports/import-columns.ts';
import { importKey, type ImportedSale, readSale } from '../../rules/imports/import-sales.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { newId } from '../shared/ids.ts';
import { occurrenceCounter } from './import-occurrences.ts';
import type { PastSale } from './import-orders.queries.ts';

/** A line as parsed by the CSV reader. */
export interface ImportLine {
  /** Line number, 1-based. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Parse error of the line. */
  readonly broken: string | null;
}

/** Properties of the file. */
export interface ImportFormat {
  /** Number of cells in the first line. */
  width: number;
  columns: ImportColumns;
  /** IANA name. */
  timezone: string;
}

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Converts the lines of one file in order: each to a sale of one drink, or to a rejection reason. */
export function saleReader(
  unitNumber: number,
  { width, columns, timezone }: ImportFormat,
): (line: ImportLine) => PastSale | string {
  const occurrencesBefore = occurrenceCounter();
  return ({ cells, broken }) => {
    if (broken !== null) return broken;
    if (cells.length !== width) return importMessages.otherColumnCount(cells.length, width);
    // Replacement character of a text decoder for invalid bytes.
    if (cells.some((cell) => cell.includes('\uFFFD'))) return importMessages.notUtf8;
    const read = readSale(cells, columns, timezone);
    if ('reason' in read) return read.reason;
    const named = read.sale.unitNumber;
    if (named !== null && named !== unitNumber) return importMessages.otherUnit(named, unitNumber);
    const first = sha256(importKey(cells, 0));
    const occurrence = occurrencesBefore(first);
    const key = occurrence === 0 ? first : sha256(importKey(cells, occurrence));
    return pastSale(read.sale, key);
  };
}

/** Uses the file's price, not ours. */
function pastSale(sale: ImportedSale, key: Buffer): PastSale {
  const soldAt = new Date(sale.soldAtMs);
  return {
    id: newId(soldAt),
    sold_at: soldAt,
    key,
    payment_reader_device_name: sale.paymentReader,
    drink: {
      id: newId(soldAt),
      name: sale.drinkName,
      quantity: sale.quantity,
      price_cents: sale.unitPriceCents,
      tax_cents: sale.taxCents,
      tip_cents: sale.tipCents,
      fee_cents: sale.feeCents,
    },
  };
}
