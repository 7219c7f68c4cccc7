/** Converts one line of another system's past-sales file to a sale. */
import { type ImportColumns, type ImportField, parseDateTime } from './import-columns.ts';
import { importMessages } from './import-messages.ts';
import { hasAtMostTwoDecimals, toCents } from '../../lib/money.ts';
import { cleanName, isPlainText } from '../../lib/plain-text.ts';

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

/** Reason why a line cannot be imported; caught by the line reader. */
class Rejection extends Error {}

const maxDollars = 100_000;
const maxQuantity = 100;

const amountForm = /^(-?)\$?\s?(-?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/;

/**
 * Parses `38.7`, `$38.70` and `1,234.50` to cents; null for an empty cell. Parentheses mean a negative amount, as in
 * accounting.
 */
function readCents(text: string, field: string): number | null {
  if (text === '') return null;
  const [, minus, lateMinus, digits] = amountForm.exec(text.replace(/^\((.*)\)$/, '-$1')) ?? [];
  if (digits === undefined) throw new Rejection(importMessages.notANumber(field));
  const dollars = Number(digits.replaceAll(',', ''));
  if ((minus || lateMinus) && dollars > 0) throw new Rejection(importMessages.negative(field));
  if (dollars > maxDollars) throw new Rejection(importMessages.tooLarge(field));
  if (!hasAtMostTwoDecimals(dollars)) throw new Rejection(importMessages.tooFine(field));
  return toCents(dollars);
}

function readText(text: string, field: string, most: number): string {
  const name = cleanName(text);
  if (name.length > most) throw new Rejection(importMessages.tooLong(field, most));
  if (!isPlainText(name)) throw new Rejection(importMessages.notPlainText(field));
  return name;
}

function readInstant(cell: (field: ImportField) => string, timezone: string): number {
  const text = cell('soldAt') || `${cell('date')} ${cell('time')}`.trim();
  if (text === '') throw new Rejection(importMessages.missing('date'));
  const soldAtMs = parseDateTime(text, timezone);
  if (soldAtMs === null) throw new Rejection(importMessages.badDate);
  if (soldAtMs < Date.UTC(2000, 0, 1) || soldAtMs >= Date.UTC(2100, 0, 1)) {
    throw new Rejection(importMessages.farDate);
  }
  return soldAtMs;
}

function readQuantity(text: string): number {
  const quantity = text === '' ? 1 : Number(text);
  // Point-of-sale systems write a count of one as 1, 1.0 or 1.00000.
  if (!/^(\d+(\.0*)?)?$/.test(text) || quantity < 1 || quantity > maxQuantity) {
    throw new Rejection(importMessages.badQuantity);
  }
  return quantity;
}

/**
 * When the file has an amount per line, the unit price is the amount divided by the quantity; rejected unless it is
 * whole cents.
 */
function readUnitPrice(cell: (field: ImportField) => string, quantity: number): number {
  const lineCents = readCents(cell('amount'), 'amount');
  if (lineCents === null) {
    const unitPriceCents = readCents(cell('unitPrice'), 'unit price');
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
 * @returns the sale, or the reason for the rejection, such as 'drink name is missing'
 * @throws RangeError for an unknown zone
 */
export function readSale(
  cells: readonly string[],
  columns: ImportColumns,
  timezone: string,
): { sale: ImportedSale } | { reason: string } {
  const cell = (field: ImportField) => cells[columns[field] ?? -1]?.trim() ?? '';
  try {
    const soldAtMs = readInstant(cell, timezone);
    const drinkName = readText(cell('drinkName'), 'drink name', 200);
    if (drinkName === '') throw new Rejection(importMessages.missing('drink name'));
    const quantity = readQuantity(cell('quantity'));
    const sale = {
      soldAtMs,
      drinkName,
      unitPriceCents: readUnitPrice(cell, quantity),
      quantity,
      taxCents: readCents(cell('tax'), 'tax') ?? 0,
      tipCents: readCents(cell('tips'), 'tips') ?? 0,
      feeCents: readCents(cell('fee'), 'processing fee'),
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
