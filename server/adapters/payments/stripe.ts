/** Refunds through Stripe, with the venue's own key. */
import { Stripe } from 'stripe';
import { isStripePayment } from '../../../rules/orders/payment-provider.ts';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import { ProviderError } from '../provider-errors.ts';
import { connectStripe, type StripeAccount } from '../stripe-client.ts';
import type { RefundNews, RefundOrder, RefundOutcome, StripeWebhook } from './port.ts';

const newestRefunds = 100;

/**
 * Requests the refund with its id as idempotency key, which Stripe stores for a day. A retry is searched for first: it
 * carries its id, so it is found at any later time. Throws when it is unknown whether it was paid.
 */
export async function refundAtStripe(
  account: StripeAccount,
  order: RefundOrder,
): Promise<RefundOutcome> {
  const stripe = connectStripe(account);
  const { paymentId, refundId } = order;
  if (!isStripePayment(paymentId)) {
    return { state: 'declined', reference: null, reason: refundMessages.notOfProvider };
  }
  const payment = paymentId.startsWith('pi_')
    ? { payment_intent: paymentId }
    : { charge: paymentId };
  const earlier = order.isResumed ? await findRefund(stripe, payment, refundId) : undefined;
  if (earlier) return outcomeOf(earlier);
  try {
    const received = {
      ...payment,
      amount: order.amountCents,
      metadata: { refundId },
      expand: ['charge.balance_transaction'],
    };
    return outcomeOf(await stripe.refunds.create(received, { idempotencyKey: refundId }));
  } catch (error) {
    return declinedBy(error);
  }
}

async function findRefund(
  stripe: Stripe,
  payment: { payment_intent: string } | { charge: string },
  refundId: string,
): Promise<Stripe.Refund | undefined> {
  try {
    const expand = ['data.charge.balance_transaction'];
    const { data } = await stripe.refunds.list({ ...payment, limit: newestRefunds, expand });
    return data.find(({ metadata }) => metadata?.['refundId'] === refundId);
  } catch (error) {
    // Drops the message, which may contain request data.
    throw error instanceof Stripe.errors.StripeError ? new ProviderError(error.type) : error;
  }
}

const events = new Set(['refund.updated', 'refund.failed', 'charge.refund.updated']);

/** @param secret signing secret of the venue's webhooks */
export function readStripeEvent(
  { body, signature, receivedAt }: StripeWebhook,
  secret: string,
): RefundNews | 'unsigned' | 'other' {
  let event: Stripe.Event;
  try {
    const { webhooks } = new Stripe('unused');
    event = webhooks.constructEvent(
      body,
      signature,
      secret,
      undefined,
      undefined,
      receivedAt.getTime(),
    );
  } catch {
    return 'unsigned';
  }
  // Stripe's library checks only that the signature is not too old.
  if (signedAtMs(signature) > receivedAt.getTime() + toleranceMs) return 'unsigned';
  const { object } = event.data;
  if (!events.has(event.type) || !('object' in object) || object.object !== 'refund')
    return 'other';
  return { refundId: object.metadata?.['refundId'] ?? null, outcome: outcomeOf(object) };
}

const toleranceMs = 5 * 60_000;

/** Time that is signed: `t=1700000000,v1=…`. */
const signedAtMs = (signature: string): number =>
  Number(
    signature
      .split(',')
      .findLast((part) => part.startsWith('t='))
      ?.slice(2),
  ) * 1000;

function outcomeOf(refund: Stripe.Refund): RefundOutcome & { reference: string } {
  const { id: reference, status, failure_reason: why } = refund;
  if (status === 'succeeded') return { state: 'refunded', reference, feeCents: feeOf(refund) };
  if (status !== 'failed' && status !== 'canceled') return { state: 'pending', reference };
  const reason = why
    ? `${refundMessages.declined} (${why.replaceAll('_', ' ')})`
    : refundMessages.declined;
  return { state: 'declined', reference, reason };
}

function feeOf({ charge }: Stripe.Refund): number | null {
  const transaction = typeof charge === 'object' ? charge?.balance_transaction : null;
  if (typeof transaction !== 'object' || transaction?.currency !== 'usd') return null;
  return Number.isSafeInteger(transaction.fee) && transaction.fee >= 0 ? transaction.fee : null;
}

/** Returns the outcome when Stripe has certainly declined; throws when it may have paid, or may still pay. */
function declinedBy(error: unknown): RefundOutcome {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { type, statusCode = 0 } = error;
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
    return { state: 'declined', reference: null, reason: refundMessages.keyRefused };
  }
  const hasRefused = type === 'StripeInvalidRequestError' || type === 'StripeCardError';
  if (!hasRefused || statusCode === 409 || statusCode === 429) throw new ProviderError(type);
  return { state: 'declined', reference: null, reason: errorMessage(error.message) };
}

const errorMessage = (message: string): string =>
  message
    .replaceAll(/\b[sr]k_\w+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300) || refundMessages.declined;
