/** Jobs that tend the stored sales. */
import { sql } from 'kysely';
import { makePartitions } from '../../db/partitions/state.ts';
import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import { deleteReceiptsBefore, findOldestReceipt } from './orders.queries.ts';
import { fillInSnapshots as fillIn, findBatchEnd } from './snapshots.queries.ts';
import type { AppDeps } from '../shared/deps.ts';

const batchSize = 500;

/**
 * Fills in what lines of before migration 0047 were sold with, for the orders of a venue after one, and queues the next
 * batch in the same transaction.
 */
export async function fillInSnapshots(
  { db }: Pick<AppDeps, 'db'>,
  { venueId, after }: JobPayload<'fill in snapshots'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const last = await findBatchEnd(transaction, venueId, { after, size: batchSize });
    if (last === null) return;
    await fillIn(transaction, venueId, { after, last });
    const payload = { venueId, after: last };
    const key = `fill in snapshots of ${venueId} after ${last}`;
    await queueJobs(transaction, [{ kind: 'fill in snapshots', key, payload }]);
  });
}

/** Creates the partitions of the coming months where sales are partitioned (npm run partition). */
export async function makePartitionsAhead({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute((transaction) => {
    const query = <Row>(text: string) => sql.raw<Row>(text).execute(transaction);
    return makePartitions({ query }, now().getTime());
  });
}

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
