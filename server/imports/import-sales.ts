import { insertChanges } from '../changes/changes.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { type ImportTarget, insertNewSales, type PastSale } from './import-orders.queries.ts';
import { type ImportFormat, type ImportLine, saleReader } from './import-rows.ts';
import { addedBy } from '../rollups/sales-change.ts';
import { addToRollups, type SalesChange } from '../rollups/rollups.queries.ts';
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
  return addedBy({ sold_at, drinks: [{ ...drink, success_quantity: drink.quantity }] });
}
