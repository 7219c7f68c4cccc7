import type { RefundOutcome } from '../adapters/payments/port.ts';
import type { AppDeps } from '../deps.ts';
import { getSale } from '../orders/orders.queries.ts';
import type { RefundRow } from '../refunds/refunds.queries.ts';
import { settleRefund } from './settle-refund.ts';

/** unknown: the provider did not answer, and may have paid. */
export interface AskedRefund {
  refund: RefundRow;
  outcome: 'refunded' | 'pending' | 'unknown' | { declined: string };
}

/** Calls the provider that the refund was asked of, outside of any transaction, and settles what it said. */
export async function askProvider(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  refund: RefundRow,
  { isResumed }: { isResumed: boolean },
): Promise<AskedRefund & { why?: unknown }> {
  const { price_cents, tax_cents, tip_cents } = await getSale(
    deps.db,
    refund.venue_id,
    refund.order_id,
  );
  let said: RefundOutcome;
  try {
    said = await deps.payments.refund(refund.provider, {
      refundId: refund.id,
      number: refund.number,
      venueId: refund.venue_id,
      paymentId: refund.payment_id,
      amountCents: refund.amount_cents,
      isWhole: refund.amount_cents === price_cents + tax_cents + tip_cents,
      ageMs: deps.now().getTime() - refund.requested_at.getTime(),
      isResumed,
    });
  } catch (why) {
    return { refund, outcome: 'unknown', why };
  }
  // Somebody else may have settled it meanwhile: what is stored counts.
  const { state, error } = await settleRefund(deps, refund, said);
  if (state === 'refunded') return { refund, outcome: 'refunded' };
  return { refund, outcome: state === 'failed' ? { declined: error ?? '' } : 'pending' };
}
