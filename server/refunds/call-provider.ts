import type { RefundOutcome } from '../adapters/payments/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { insertJobs } from '../jobs/jobs.queries.ts';
import { getSale } from '../orders/orders.queries.ts';
import { findRefund, type RefundRow } from './refunds.queries.ts';
import { settleRefund } from './settle-refund.ts';

const dayMs = 24 * 60 * 60_000;

/** unknown: the provider did not respond, or its response could not be stored; it may have paid. */
export interface RequestedRefund {
  refund: RefundRow;
  outcome: 'refunded' | 'pending' | 'unknown' | { declined: string };
}

/**
 * Requests the refund from its provider, outside of any transaction, and settles the response. If the response cannot
 * be stored, the money may have moved all the same: the response to the client must then not claim that nothing
 * changed.
 */
export async function callProvider(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  refund: RefundRow,
  { isResumed }: { isResumed: boolean },
): Promise<RequestedRefund & { why?: unknown }> {
  try {
    const reported = await send(deps, refund, isResumed);
    // Another process may have settled it meanwhile: the stored state counts.
    const { state, error } = await settleRefund(deps, refund, reported);
    if (state === 'refunded') return { refund, outcome: 'refunded' };
    return { refund, outcome: state === 'failed' ? { declined: error ?? '' } : 'pending' };
  } catch (why) {
    return { refund, outcome: 'unknown', why };
  }
}

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
  throw outcome === 'pending' ? new Error('The provider is still processing the refund') : why;
}

async function send(
  { db, now, payments }: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  refund: RefundRow,
  isResumed: boolean,
): Promise<RefundOutcome> {
  const { price_cents, tax_cents, tip_cents } = await getSale(db, refund.venue_id, refund.order_id);
  return payments.refund(refund.provider, {
    refundId: refund.id,
    number: refund.number,
    venueId: refund.venue_id,
    paymentId: refund.payment_id,
    amountCents: refund.amount_cents,
    isWhole: refund.amount_cents === price_cents + tax_cents + tip_cents,
    ageMs: now().getTime() - refund.requested_at.getTime(),
    isResumed,
  });
}
