import type { RefundOutcome } from '../adapters/payments/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { getSale } from '../orders/orders.queries.ts';
import type { RefundRow } from './refunds.queries.ts';
import { settleRefund } from './settle-refund.ts';

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
