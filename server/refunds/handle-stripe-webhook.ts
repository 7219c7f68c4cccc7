import { validate } from 'uuid';
import { refundMessages } from '../../rules/refunds/refund-messages.ts';
import type { StripeWebhook } from '../adapters/payments/port.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { findRefund } from './refunds.queries.ts';
import { settleRefund } from './settle-refund.ts';

/**
 * Settles refund updates from a venue's Stripe account. Ignores refunds that were not requested here. Throws 400,
 * without a reason, unless it is signed with the venue's own secret.
 */
export async function handleStripeWebhook(
  deps: Pick<AppDeps, 'db' | 'now' | 'payments'>,
  webhook: StripeWebhook,
): Promise<void> {
  const news = await deps.payments.readStripeWebhook(webhook);
  if (news === 'unsigned') throw new HttpError(400, refundMessages.notSigned);
  if (news === 'other') return;
  const { refundId, outcome } = news;
  const name =
    refundId !== null && validate(refundId) ? { id: refundId } : { reference: outcome.reference };
  const refund = await findRefund(deps.db, webhook.venueId, name);
  if (refund?.provider === 'stripe') await settleRefund(deps, refund, outcome);
}
