import { insertChanges } from '../changes/changes.queries.ts';
import { reversalDelta, saleDelta } from '../rollups/sales-change.ts';
import { updateRollups } from '../rollups/rollups.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { lockUnit } from '../units/units.queries.ts';
import * as queries from './imported-sales.queries.ts';
import type { StoredSale } from './imported-sales.queries.ts';
import { claimImport, type ImportRow, updateImport } from './imports.queries.ts';
import { refundShare } from './refund-share.ts';

/** Sales of one transaction: short enough for a selling unit to wait for. */
const batchSize = 4_000;

/** A process that has not been seen for so long is taken to have ended. */
const lostAfterMs = 60_000;

const hourMs = 3_600_000;

/** Point in time since which an import that is at work was seen. */
export const seenSince = (at: Date): Date => new Date(at.getTime() - lostAfterMs);

/**
 * Deletes the sales of an import and undoes the refunds that it brought, batch by batch; begun again, it continues.
 * A sale that was refunded here since stays, because money went back to a guest. Returns the number of deleted sales and
 * of those that stay, or null when the import is at work or taken back already.
 */
export async function takeBackImport(
  deps: Pick<AppDeps, 'db' | 'now'>,
  one: ImportRow,
  onProgress?: (deleted: number) => void,
): Promise<TakenBack | null> {
  const at = deps.now();
  if (!(await claimImport(deps.db, one, { at, lost: seenSince(at) }))) return null;
  return takeBackClaimed(deps, one, { onProgress });
}

/** The same for an import that is claimed; ends after the work in progress once its signal is aborted. */
export async function takeBackClaimed(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  one: ImportRow,
  {
    onProgress,
    stop,
  }: { onProgress?: ((deleted: number) => void) | undefined; stop?: AbortSignal },
): Promise<TakenBack> {
  const total = { deleted: 0, kept: 0 };
  const end = (progress: Parameters<typeof updateImport>[2]) =>
    updateImport(db, one, { ...progress, ended_at: progress.seen_at });
  try {
    for (;;) {
      if (stop?.aborted) {
        await end({ state: 'stopped', seen_at: now() });
        return total;
      }
      const batch = await takeBackBatch({ db, now }, one);
      if (batch === null) break;
      total.deleted += batch.deleted;
      total.kept += batch.kept;
      await updateImport(db, one, { taken_back: one.taken_back + total.deleted, seen_at: now() });
      onProgress?.(total.deleted);
    }
    await end({ state: 'taken back', seen_at: now(), stored: total.kept });
    return total;
  } catch (error) {
    // The database may be what failed: a record without an end is one that stopped, too.
    await end({ state: 'stopped', seen_at: now() }).catch(() => undefined);
    throw error;
  }
}

export interface TakenBack {
  deleted: number;
  /** Refunded here since. */
  kept: number;
}

/** Null when there is no receipt left. */
function takeBackBatch(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  { venue_id: venueId, unit_id: unitId, id: importId }: ImportRow,
): Promise<TakenBack | null> {
  return db.transaction().execute(async (transaction) => {
    const unit = await lockUnit(transaction, { venue_id: venueId, id: unitId });
    const receipts = await queries.listImportReceipts(
      transaction,
      { venueId, importId },
      batchSize,
    );
    if (receipts.length === 0) return null;
    const orderIds = receipts.map(({ order_id: id }) => id);
    const glasses = new Map<string, number>();
    for (const { order_id: id, idempotency_key: key } of receipts)
      glasses.set(id, (glasses.get(id) ?? 0) + queries.refundedGlassesOf(key));
    const ownIds = new Set(
      receipts
        .filter(({ idempotency_key: key }) => queries.refundedGlassesOf(key) === 0)
        .map(({ order_id: id }) => id),
    );
    const refundedIds = await queries.listRefundedHere(transaction, venueId, orderIds);
    const own = await queries.deleteSales(
      transaction,
      venueId,
      [...ownIds].filter((id) => !refundedIds.has(id)),
    );
    // Sales of other imports, of which this one brought refunds, or its own whose receipts are in a later batch.
    const others = await queries.listStoredSales(
      transaction,
      venueId,
      [...new Set(orderIds)].filter((id) => !ownIds.has(id)),
    );
    const changes = own.map((sale) => reversalDelta({ sold_at: sale.sold_at, drinks: [sale] }));
    for (const sale of others) {
      const refunded = refundShare(sale, -(glasses.get(sale.id) ?? 0));
      await queries.updateRefunded(transaction, venueId, refunded);
      changes.push(
        reversalDelta({ sold_at: sale.sold_at, drinks: [sale] }),
        saleDelta({ sold_at: sale.sold_at, drinks: [refunded] }),
      );
    }
    await updateRollups(transaction, { venueId, unitId }, changes);
    await insertChanges(transaction, unit, now(), hoursOf([...own, ...others]));
    const keysOf = (isKept: boolean) =>
      receipts
        .filter(({ order_id: id }) => (ownIds.has(id) && refundedIds.has(id)) === isKept)
        .map(({ idempotency_key: key }) => key);
    await queries.deleteReceipts(transaction, unit, keysOf(false));
    await queries.leaveImport(transaction, unit, keysOf(true));
    return { deleted: own.length, kept: ownIds.size - own.length };
  });
}

/** One correction for each hour of the sales, by which their sums are computed anew. */
function hoursOf(sales: readonly StoredSale[]) {
  const hours = new Map(sales.map((sale) => [Math.floor(sale.sold_at.getTime() / hourMs), sale]));
  return [...hours.values()].map(({ id, sold_at: soldAt }) => ({
    kind: 'correction' as const,
    orderId: id,
    soldAt,
  }));
}
