/** One line of a file of past sales, as another system wrote it, into a sale of ours. */
import type { ImportColumns, ImportField } from './import-columns.ts';
import { parseDateTime } from './import-date-time.ts';
import { importMessages } from '../messages.ts';
import { hasAtMostTwoDecimals, toCents } from '../../lib/money.ts';
import { cleanName, isPlainText } from '../../lib/plain-text.ts';

export interface ImportedSale {
  /** Epoch milliseconds. */
  readonly soldAtMs: number;
  readonly drinkName: string;
  /** What one drink cost, in cents. */
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

/** Why a line cannot be imported; caught where the line is read. */
class Rejection extends Error {}

const maxDollars = 100_000;
const maxQuantity = 100;

const amountForm = /^(-?)\$?\s?(-?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/;

/** Cents of `38.7`, `$38.70` and `1,234.50`; null for an empty cell. Brackets are a minus, as accountants write it. */
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
  // Tills write a count of one as 1, 1.0 or 1.00000.
  if (!/^(\d+(\.0*)?)?$/.test(text) || quantity < 1 || quantity > maxQuantity) {
    throw new Rejection(importMessages.badQuantity);
  }
  return quantity;
}

/** A file with an amount says what the line cost: the price of one is its part, to the cent or not at all. */
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
 * Reads a line. Amounts are dollars of 0 to 100,000 with at most two decimals; a quantity that is not
 * given is 1, a tax or tip 0.
 * @param cells the cells of the line, as a CSV reader gives them
 * @param columns from `findColumns`
 * @param timezone IANA name: the zone of times that carry no offset of their own
 * @returns the sale, or the reason why there is none, such as 'drink name is missing'
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
 * What a line is known by, so that importing it again adds nothing: its whole content and its place
 * among the lines of the file that read the same. It does not depend on the zone or on how columns are
 * mapped, because correcting those must not bring the same sales in twice.
 * @param cells the cells of the line, as a CSV reader gives them
 * @param occurrence how many lines before it in the file read the same
 */
export function importKey(cells: readonly string[], occurrence: number): string {
  return JSON.stringify([...cells.map((text) => text.trim()), occurrence]);
}
