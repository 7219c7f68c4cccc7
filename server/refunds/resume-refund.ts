import type { AppDeps } from '../shared/deps.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';
import { findRefund } from './refunds.queries.ts';
import { callProvider } from './call-provider.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Resumes a refund of unknown outcome: its server died, or its provider did not respond or is still processing it.
 * Throws while that is so. The last attempt queues another for the next day, so that no refund is forgotten.
 */
export async function resumeRefund(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  { venueId, refundId }: { venueId: string; refundId: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const refund = await findRefund(deps.db, venueId, { id: refundId });
  if (refund?.state !== 'requested') return;
  const { outcome, why } = await callProvider(deps, refund, { isResumed: true });
  if (outcome !== 'unknown' && outcome !== 'pending') return;
  if (isLastTry) {
    const runAt = new Date(deps.now().getTime() + dayMs);
    const key = `settle refund ${refundId} ${runAt.toISOString()}`;
    await insertJobs(deps.db, [
      { kind: 'settle refund', key, payload: { venueId, refundId }, runAt },
    ]);
  }
  throw outcome === 'pending' ? new Error('The provider is still working on the refund') : why;
}
