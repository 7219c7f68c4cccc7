import type { AppDeps } from '../shared/deps.ts';
import { deleteReceiptsBefore, findOldestReceipt } from './orders.queries.ts';

export interface ReceiptSettings {
  /** Days for which a repeated order is recognized by its receipt. */
  receiptDays: number;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Deletes receipts that have ended, those of an hour at a time, so that no statement takes long. */
export async function sweepOrderReceipts({
  db,
  now,
  receiptDays,
}: Pick<AppDeps, 'db' | 'now'> & ReceiptSettings): Promise<void> {
  const endMs = now().getTime() - receiptDays * dayMs;
  for (;;) {
    const oldest = await findOldestReceipt(db);
    if (oldest === null || oldest.getTime() >= endMs) return;
    await deleteReceiptsBefore(db, new Date(Math.min(oldest.getTime() + hourMs, endMs)));
  }
}
