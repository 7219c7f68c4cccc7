import type { PaymentProvider } from '../../../rules/orders/payment-provider.ts';

export interface RefundOrder {
  /** Idempotency key: repeated requests with the same id are paid once. */
  refundId: string;
  /** The refund's ten-digit number. */
  number: number;
  venueId: string;
  /** As reported by the unit. */
  paymentId: string;
  amountCents: number;
  /** True when this refunds the whole payment, with no earlier refund. */
  isWhole: boolean;
  /** Time since it was first requested. */
  ageMs: number;
  /** True for a retry: it may have been paid already. */
  isResumed: boolean;
}

/**
 * - refunded: on its way to the card. feeCents is the fee of the payment itself, if the provider reports it
 * - pending: accepted, and may still fail
 * - declined: certainly not paid; reason is a message for venue staff
 */
export type RefundOutcome =
  | { state: 'refunded'; reference: string | null; feeCents: number | null }
  | { state: 'pending'; reference: string }
  | { state: 'declined'; reference: string | null; reason: string };

/** Update sent by a provider; refundId is known for refunds that were requested here. */
export interface RefundNews {
  refundId: string | null;
  outcome: RefundOutcome & { reference: string };
}

export interface Payments {
  /** Time for which a person waits for the outcome of their refunds, in ms. */
  responseWithinMs: number;
  /** Throws when it is unknown whether it was paid. */
  refund(provider: PaymentProvider, order: RefundOrder): Promise<RefundOutcome>;
  /**
   * Reads a Stripe webhook: 'unsigned' when it is not signed with the venue's secret, 'other' when it is not about a
   * refund.
   */
  readStripeWebhook(webhook: StripeWebhook): Promise<RefundNews | 'unsigned' | 'other'>;
}

export interface StripeWebhook {
  venueId: string;
  /** Raw request body. */
  body: Buffer;
  signature: string;
  receivedAt: Date;
}
