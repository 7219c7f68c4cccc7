import { completeGivenUp, listLiveKeys } from '../jobs/jobs.queries.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';
import type { AppDeps } from '../shared/deps.ts';
import { refundOfKey, settleJobKey } from './call-provider.ts';
import { listRequestedBefore } from './refunds.queries.ts';

const dayMs = 24 * 60 * 60_000;

/** Most refunds that one run reads. */
const most = 1_000;

/**
 * Queues the jobs of refunds that are older than a day and that none resumes any more: the last attempt of their job
 * could not queue another. Refunds and jobs may be on different servers, so they are compared here.
 */
export async function queueLostRefunds({ db, now }: Pick<AppDeps, 'db' | 'now'>): Promise<void> {
  const refunds = await listRequestedBefore(db, new Date(now().getTime() - dayMs), most);
  if (refunds.length === 0) return;
  const resumed = new Set((await listLiveKeys(db, 'settle refund')).map(refundOfKey));
  const lost = refunds.filter(({ id }) => !resumed.has(id));
  await db.transaction().execute(async (transaction) => {
    // While a job that was given up has the key, none is queued.
    await completeGivenUp(
      transaction,
      lost.map(({ id }) => settleJobKey(id)),
    );
    await queueJobs(
      transaction,
      lost.map(({ venue_id: venueId, id: refundId }) => ({
        kind: 'settle refund',
        key: settleJobKey(refundId),
        payload: { venueId, refundId },
      })),
    );
  });
}
