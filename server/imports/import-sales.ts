import { hash } from 'node:crypto';
import type { ImportColumns } from '../../rules/imports/import-columns.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { type ImportedSale, importKey, readSale } from '../../rules/imports/import-sales.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import { type ImportTarget, insertNewSales, type PastSale } from './import-orders.queries.ts';
import { addToRollups, type SalesChange } from '../rollups/rollups.queries.ts';
import { saleDelta } from '../rollups/sales-change.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { lockLiveUnit } from '../units/unit-access.ts';

/** A rejected line and the reason. */
export interface Rejected {
  line: ImportLine;
  reason: string;
}

export interface ImportCounts {
  stored: number;
  /** Stored by an earlier import of the same lines. */
  alreadyThere: number;
  rejected: number;
  /** Total of the imported sales, before tax and tips. */
  amountCents: number;
}

export interface SalesImport {
  place: ImportTarget;
  format: ImportFormat;
  /** Lines after the first, in small chunks. */
  parts: AsyncIterable<readonly ImportLine[]>;
  /** Receives the rejected lines in order; reading waits for it (backpressure). */
  onRejected: (rejected: readonly Rejected[]) => Promise<void>;
  /** Receives the progress whenever lines were stored or rejected. */
  onProgress: (counts: Readonly<ImportCounts>) => void;
}

/** Size of one transaction: short enough for a selling unit to wait for. */
const batchSize = 500;

/**
 * Imports the past sales of one unit. Idempotent: every sale is stored once, even when its file is imported
 * repeatedly, concurrently, or after an aborted import. Throws 404 when the unit is deleted meanwhile.
 */
export async function importSales(
  deps: Pick<AppDeps, 'db' | 'now'>,
  { place, format, parts, onRejected, onProgress }: SalesImport,
): Promise<ImportCounts> {
  const counts = { stored: 0, alreadyThere: 0, rejected: 0, amountCents: 0 };
  const readSale = saleReader(place.unitNumber, format);
  let waiting: PastSale[] = [];

  async function store(): Promise<void> {
    const sales = waiting;
    waiting = [];
    const added = await addSales(deps, place, sales);
    counts.stored += added.length;
    counts.alreadyThere += sales.length - added.length;
    counts.amountCents += added.reduce(
      (sum, { drink }) => sum + drink.price_cents * drink.quantity,
      0,
    );
    onProgress(counts);
  }

  for await (const lines of parts) {
    const rejected: Rejected[] = [];
    for (const line of lines) {
      const sale = readSale(line);
      if (typeof sale === 'string') rejected.push({ line, reason: sale });
      else waiting.push(sale);
      if (waiting.length === batchSize) await store();
    }
    counts.rejected += rejected.length;
    if (rejected.length > 0) {
      await onRejected(rejected);
      onProgress(counts);
    }
  }
  if (waiting.length > 0) await store();
  return counts;
}

function addSales(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  place: ImportTarget,
  sales: readonly PastSale[],
): Promise<PastSale[]> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id: place.venueId, id: place.unitId });
    const at = now();
    const added = await insertNewSales(transaction, place, sales, at);
    if (added.length === 0) return added;
    await addToRollups(transaction, place, added.map(changeBy));
    await insertChanges(
      transaction,
      unit,
      at,
      added.map(({ id }) => ({ kind: 'sale', orderId: id })),
    );
    return added;
  });
}

/** Counts everything ordered as poured, without deducting stock. */
function changeBy({ sold_at, drink }: PastSale): SalesChange {
  return saleDelta({ sold_at, drinks: [{ ...drink, success_quantity: drink.quantity }] });
}

// Converts lines of a file of past sales to rows.

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

// Counts duplicate lines in a file of any length.

const firstSlots = 65_536;

/**
 * Returns, for each line's SHA-256, the number of earlier lines with the same content. Stores 8 bytes of the hash,
 * which takes 16 to 32 bytes of memory per line. In principle, two different lines may share those bytes: the later
 * one is then numbered as a duplicate, every time that file is read, and stays just as identifiable.
 */
export function occurrenceCounter(): (hash: Buffer) => number {
  let slots = new BigUint64Array(firstSlots);
  let used = 0;
  // Few lines are duplicated, so only those get a count.
  const repetitions = new Map<bigint, number>();
  return (hash) => {
    const print = hash.readBigUInt64LE() || 1n;
    const slot = slotOf(slots, print);
    if (slots[slot] === print) {
      const before = (repetitions.get(print) ?? 0) + 1;
      repetitions.set(print, before);
      return before;
    }
    slots[slot] = print;
    used += 1;
    if (used * 2 > slots.length) slots = enlarged(slots);
    return 0;
  };
}

/** Returns the slot of this fingerprint, or the empty slot (0) for it; there always is one. */
function slotOf(slots: BigUint64Array, print: bigint): number {
  const last = slots.length - 1;
  let slot = Number(print & BigInt(last));
  while (slots[slot] !== 0n && slots[slot] !== print) slot = (slot + 1) & last;
  return slot;
}

function enlarged(slots: BigUint64Array): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(slots.length * 2);
  for (const print of slots) if (print !== 0n) larger[slotOf(larger, print)] = print;
  return larger;
}
