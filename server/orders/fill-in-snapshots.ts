import type { JobPayload } from '../jobs/job-payloads.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fillInSnapshots as fillIn, findBatchEnd } from './snapshots.queries.ts';

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
