import { hash } from 'node:crypto';
import { type ImportFormat, lineReader } from '../../rules/imports/import-lines.ts';
import { importMessages } from '../../rules/imports/import-messages.ts';
import { type ImportedSale, importKey } from '../../rules/imports/import-sales.ts';
import { refundShare } from './refund-share.ts';
import { insertChanges } from '../changes/changes.queries.ts';
import type { CsvLine } from './file/csv-file.ts';
import * as imported from './imported-sales.queries.ts';
import * as queries from './import-orders.queries.ts';
import type { ImportTarget, PastSale } from './import-orders.queries.ts';
import { addToRollups, type SalesChange } from '../rollups/rollups.queries.ts';
import { reversalDelta, saleDelta } from '../rollups/sales-change.ts';
import type { AppDeps } from '../shared/deps.ts';
import { newId } from '../shared/ids.ts';
import { lockLiveUnit } from '../units/unit-access.ts';

/** A line that is not stored, and the reason. */
export interface Unstored {
  line: CsvLine;
  reason: string;
  /** False for a line that is no sale, such as a voided one. */
  isRejected: boolean;
}

export interface ImportCounts {
  stored: number;
  /** Of the stored ones: refunded since, by their state or by a later line. */
  refunded: number;
  /** Stored already: by an earlier import, or by the unit. */
  alreadyThere: number;
  /** No sales, such as voided ones. */
  leftOut: number;
  rejected: number;
  /** Total of the stored sales that are not refunded, before tax and tips. */
  amountCents: number;
}

export const noCounts = (): ImportCounts => ({
  stored: 0,
  refunded: 0,
  alreadyThere: 0,
  leftOut: 0,
  rejected: 0,
  amountCents: 0,
});

export interface SalesImport {
  id: string;
  place: ImportTarget;
  format: ImportFormat;
  /** Lines after the column names, in small chunks. */
  parts: AsyncIterable<{ readonly lines: readonly CsvLine[] }>;
  /** Receives the lines that are not stored, in order but for refunds; reading waits for it (backpressure). */
  onUnstored: (unstored: readonly Unstored[]) => Promise<void>;
  /** Receives the progress whenever lines were stored or not; storing waits for it. */
  onProgress: (counts: Readonly<ImportCounts>) => void | Promise<void>;
}

/** Size of one transaction: short enough for a selling unit to wait for. */
const batchSize = 500;

/** Refund lines between two reports of progress. */
const refundsApart = 100;

interface SalesTaker {
  /** Receives the sales in order, at most those of one transaction at a time; reading waits for it. */
  sales: (sales: readonly PastSale[]) => Promise<void>;
  /** Receives the lines that are no sales; never none. */
  unstored: (unstored: readonly Unstored[]) => Promise<void>;
}

export interface RefundLine {
  line: CsvLine;
  sale: PastSale;
}

/** Reads the lines of a file in order, and returns those that take a sale back. */
export async function readSales(
  parts: AsyncIterable<{ readonly lines: readonly CsvLine[] }>,
  { unitNumber }: ImportTarget,
  format: ImportFormat,
  take: SalesTaker,
): Promise<RefundLine[]> {
  const read = saleReader(unitNumber, format);
  const refunds: RefundLine[] = [];
  let waiting: PastSale[] = [];
  const flush = async () => {
    const sales = waiting;
    waiting = [];
    if (sales.length > 0) await take.sales(sales);
  };
  for await (const { lines } of parts) {
    const unstored: Unstored[] = [];
    for (const line of lines) {
      const found = read(line);
      if ('reason' in found) unstored.push({ line, ...found });
      else if (found.isRefund) refunds.push({ line, sale: found.sale });
      else waiting.push(found.sale);
      if (waiting.length === batchSize) await flush();
    }
    if (unstored.length > 0) await take.unstored(unstored);
  }
  await flush();
  return refunds;
}

/**
 * Imports the past sales of one unit. Idempotent: every sale is stored once, even when its file is imported
 * repeatedly, concurrently, or after an aborted import. Throws 404 when the unit is deleted meanwhile.
 */
export async function importSales(
  deps: Pick<AppDeps, 'db' | 'now'>,
  { id, place, format, parts, onUnstored, onProgress }: SalesImport,
): Promise<ImportCounts> {
  const counts = noCounts();

  async function store(sales: readonly PastSale[]): Promise<void> {
    const added = await addSales(deps, place, sales, id);
    counts.stored += added.length;
    counts.alreadyThere += sales.length - added.length;
    counts.refunded += added.filter(({ isRefunded }) => isRefunded).length;
    counts.amountCents += amountOf(added.filter(({ isRefunded }) => !isRefunded));
    await onProgress(counts);
  }

  async function report(unstored: readonly Unstored[]): Promise<void> {
    const rejected = unstored.filter(({ isRejected }) => isRejected).length;
    counts.rejected += rejected;
    counts.leftOut += unstored.length - rejected;
    await onUnstored(unstored);
    await onProgress(counts);
  }

  const refunds = await readSales(parts, place, format, { sales: store, unstored: report });
  for (const [index, { line, sale }] of refunds.entries()) {
    const refund = await refundSale(deps, place, sale, id);
    if (refund === 'unmatched')
      await report([{ line, reason: importMessages.leftOut.unmatched, isRejected: false }]);
    else if (refund === 'already there') counts.alreadyThere += 1;
    else {
      if (refund.isWhole) counts.refunded += 1;
      counts.amountCents -= refund.amountCents;
    }
    if (index % refundsApart === refundsApart - 1) await onProgress(counts);
  }
  if (refunds.length > 0) await onProgress(counts);
  return counts;
}

export const amountOf = (sales: readonly PastSale[]): number =>
  sales.reduce((sum, { drink }) => sum + drink.price_cents * drink.quantity, 0);

function addSales(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  place: ImportTarget,
  sales: readonly PastSale[],
  importId: string,
): Promise<PastSale[]> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id: place.venueId, id: place.unitId });
    const at = now();
    const unknown = await queries.selectNewSales(transaction, place, sales, importId);
    const added = await queries.insertNewSales(transaction, place, unknown, {
      importId,
      receivedAt: at,
    });
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
function changeBy({ sold_at, drink, isRefunded }: PastSale): SalesChange {
  const refunded_at = isRefunded ? sold_at : null;
  return saleDelta({
    sold_at,
    drinks: [{ ...drink, success_quantity: drink.quantity, refunded_at }],
  });
}

type Refund = 'unmatched' | 'already there' | { isWhole: boolean; amountCents: number };

/** Takes the last imported sale of the same drink at the same price back, or glasses of it; once for each line. */
function refundSale(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  place: ImportTarget,
  refund: PastSale,
  importId: string,
): Promise<Refund> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockLiveUnit(transaction, { venue_id: place.venueId, id: place.unitId });
    if (await imported.isRefundStored(transaction, place, refund)) return 'already there';
    const sale = await imported.findRefundableSale(transaction, place, refund);
    if (!sale) return 'unmatched';
    await imported.insertRefundReceipt(transaction, place, refund, { orderId: sale.id, importId });
    const refunded = refundShare(sale, refund.drink.quantity, refund.sold_at);
    await imported.updateRefunded(transaction, place.venueId, refunded);
    await addToRollups(transaction, place, [
      reversalDelta({ sold_at: sale.sold_at, drinks: [sale] }),
      saleDelta({ sold_at: sale.sold_at, drinks: [refunded] }),
    ]);
    const change = { kind: 'refund_settled' as const, orderId: sale.id, drinkIndex: 0 };
    await insertChanges(transaction, unit, now(), [change]);
    return {
      isWhole: refunded.refunded_at !== null,
      amountCents: refund.drink.quantity * sale.price_cents,
    };
  });
}

// Converts lines of a file of past sales to rows.

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const rejected = (reason: string) => ({ reason, isRejected: true });

type SaleOfLine = { sale: PastSale; isRefund: boolean } | { reason: string; isRejected: boolean };

/** Converts the lines of one file in order: each to a sale of one drink, a refund, or the reason why it is neither. */
function saleReader(unitNumber: number, format: ImportFormat): (line: CsvLine) => SaleOfLine {
  const read = lineReader(format);
  const sameLines = occurrenceCounter();
  const equalSales = occurrenceCounter();
  return ({ cells, broken }) => {
    if (broken !== null) return rejected(broken);
    const found = read(cells);
    if (found.kind === 'rejected') return rejected(found.reason);
    if (found.kind === 'left out')
      return { reason: importMessages.leftOut[found.reason], isRejected: false };
    const { unitNumber: named } = found.sale;
    if (named !== null && named !== unitNumber)
      return rejected(importMessages.otherUnit(named, unitNumber));
    const first = sha256(importKey(cells, 0));
    const occurrence = sameLines(first);
    const key = occurrence === 0 ? first : sha256(importKey(cells, occurrence));
    const isRefund = found.kind === 'refund';
    const isRefunded = found.kind === 'sale' && found.isRefunded;
    const sale = pastSale(found.sale, key, isRefunded);
    if (isRefund) return { sale, isRefund };
    return { sale: { ...sale, equalsBefore: equalSales(sha256(queries.likeOf(sale))) }, isRefund };
  };
}

/** Uses the file's price, not ours. */
function pastSale(sale: ImportedSale, key: Buffer, isRefunded: boolean): PastSale {
  const soldAt = new Date(sale.soldAtMs);
  return {
    id: newId(soldAt),
    sold_at: soldAt,
    key,
    payment_reader_device_name: sale.paymentReader,
    isRefunded,
    equalsBefore: 0,
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
