/** Converts one line of another system's past-sales file to a sale. */
import type { ImportColumns, ImportField } from './import-columns.ts';
import { type DateOrder, parseDateTime } from './import-dates.ts';
import { importMessages } from './import-messages.ts';
import { hasAtMostTwoDecimals, toCents } from '../../lib/money.ts';
import { cleanName, isPlainText } from '../../lib/plain-text.ts';
import { type DecimalSign, mostDollars, plainNumber } from '../../lib/price-text.ts';

export interface ImportedSale {
  /** Epoch milliseconds. */
  readonly soldAtMs: number;
  readonly drinkName: string;
  /** Price of one drink, in cents. */
  readonly unitPriceCents: number;
  readonly quantity: number;
  readonly taxCents: number;
  readonly tipCents: number;
  /** Null when the file has none. */
  readonly feeCents: number | null;
  /** Empty when the file has none. */
  readonly paymentReader: string;
  /** Null when the file has none. */
  readonly unitNumber: number | null;
}

type Cell = (field: ImportField) => string;

/** Reason why a line cannot be imported; caught by the line reader. */
class Rejection extends Error {}

/** Decisions over the whole file. */
export interface FileForms {
  /** Order of day and month; month first by default. */
  readonly dates?: DateOrder | null;
  /** Decided by each amount by default. */
  readonly decimalSign?: DecimalSign | null;
  /** True for a line that takes a sale back, whose quantity and amounts are read without their sign. */
  readonly isRefund?: boolean;
}

const maxQuantity = 100;

/** Reads an amount, in the forms of `plainNumber`, to cents; null for an empty cell. */
function readCents(text: string, field: string, forms: FileForms): number | null {
  if (text === '') return null;
  const plain = plainNumber(text, forms.decimalSign ?? undefined);
  if (plain === null) throw new Rejection(importMessages.notANumber(field));
  const dollars = Math.abs(Number(plain));
  if (plain.startsWith('-') && dollars > 0 && forms.isRefund !== true)
    throw new Rejection(importMessages.negative(field));
  if (dollars > mostDollars) throw new Rejection(importMessages.tooLarge(field));
  if (!hasAtMostTwoDecimals(dollars)) throw new Rejection(importMessages.tooFine(field));
  return toCents(dollars);
}

function readText(text: string, field: string, most: number): string {
  const name = cleanName(text);
  if (name.length > most) throw new Rejection(importMessages.tooLong(field, most));
  if (!isPlainText(name)) throw new Rejection(importMessages.notPlainText(field));
  return name;
}

function readInstant(cell: Cell, timezone: string, { dates }: FileForms): number {
  const text = cell('soldAt') || `${cell('date')} ${cell('time')}`.trim();
  if (text === '') throw new Rejection(importMessages.missing('date'));
  const soldAtMs = parseDateTime(text, timezone, dates ?? undefined);
  if (soldAtMs === null) throw new Rejection(importMessages.badDate);
  if (soldAtMs < Date.UTC(2000, 0, 1) || soldAtMs >= Date.UTC(2100, 0, 1)) {
    throw new Rejection(importMessages.farDate);
  }
  return soldAtMs;
}

function readQuantity(text: string, { isRefund }: FileForms): number {
  // Point-of-sale systems write a count of one as 1, 1.0, 1,0 or 1.00000.
  const [, minus, digits] = /^([-−]?)(\d+)([.,]0*)?$/.exec(text) ?? [];
  const quantity = text === '' ? 1 : Number(digits);
  if (!(quantity >= 1 && quantity <= maxQuantity) || (minus && isRefund !== true)) {
    throw new Rejection(importMessages.badQuantity);
  }
  return quantity;
}

/**
 * When the file has an amount per line, the unit price is the amount divided by the quantity; rejected unless it is
 * whole cents.
 */
function readUnitPrice(cell: Cell, quantity: number, forms: FileForms): number {
  const lineCents = readCents(cell('amount'), 'amount', forms);
  if (lineCents === null) {
    const unitPriceCents = readCents(cell('unitPrice'), 'unit price', forms);
    if (unitPriceCents === null) throw new Rejection(importMessages.missing('amount'));
    return unitPriceCents;
  }
  if (lineCents % quantity !== 0) throw new Rejection(importMessages.unevenAmount);
  return lineCents / quantity;
}

function readUnitNumber(text: string): number | null {
  if (text === '') return null;
  if (!/^\d{1,9}$/.test(text)) throw new Rejection(importMessages.badUnit);
  return Number(text);
}

/**
 * Parses one line. Amounts are dollars of 0 to 100,000 with at most two decimals; a missing quantity is 1, a missing
 * tax or tip 0.
 * @param cells the cells of the line, as a CSV reader gives them
 * @param columns from `findColumns`
 * @param timezone IANA name: the zone of times without an offset
 * @param forms decided over the whole file
 * @returns the sale, or the reason for the rejection, such as 'drink name is missing'
 * @throws RangeError for an unknown zone
 */
export function readSale(
  cells: readonly string[],
  columns: ImportColumns,
  timezone: string,
  forms: FileForms = {},
): { sale: ImportedSale } | { reason: string } {
  const cell: Cell = (field) => cells[columns[field] ?? -1]?.trim() ?? '';
  try {
    const soldAtMs = readInstant(cell, timezone, forms);
    const drinkName = readText(cell('drinkName'), 'drink name', 200);
    if (drinkName === '') throw new Rejection(importMessages.missing('drink name'));
    const quantity = readQuantity(cell('quantity'), forms);
    const sale = {
      soldAtMs,
      drinkName,
      unitPriceCents: readUnitPrice(cell, quantity, forms),
      quantity,
      taxCents: readCents(cell('tax'), 'tax', forms) ?? 0,
      tipCents: readCents(cell('tips'), 'tips', forms) ?? 0,
      feeCents: readCents(cell('fee'), 'processing fee', forms),
      paymentReader: readText(cell('paymentReader'), 'payment reader', 100),
      unitNumber: readUnitNumber(cell('unitNumber')),
    };
    return { sale };
  } catch (error) {
    if (error instanceof Rejection) return { reason: error.message };
    throw error;
  }
}

/**
 * Deduplication key of a line, so that importing it again adds nothing: its whole content and its ordinal among
 * identical lines of the file. It is independent of the zone and of the column mapping, because correcting those must
 * not import the same sales twice.
 * @param cells the cells of the line, as a CSV reader gives them
 * @param occurrence number of identical lines before it in the file
 */
export function importKey(cells: readonly string[], occurrence: number): string {
  return JSON.stringify([...cells.map((text) => text.trim()), occurrence]);
}
