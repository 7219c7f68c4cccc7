/**
 * Provider that refunds a payment. The local one moves no money: it only records refunds of cash and of venues without
 * a card provider.
 */
export type PaymentProvider = 'stripe' | 'shift4' | 'embedded';

export interface RefundOrder {
  /** Idempotency key: repeated requests with the same id are paid once. */
  refundId: string;
  /** The refund's ten-digit number. */
  number: number;
  venueId: string;
  /** As reported by the unit; null when it reported none. */
  paymentId: string | null;
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
  | { state: 'refunded'; reference: string; feeCents: number | null }
  | { state: 'pending'; reference: string }
  | { state: 'declined'; reference: string | null; reason: string };

/** Update sent by a provider; refundId is known for refunds that were requested here. */
export interface RefundNews {
  refundId: string | null;
  outcome: RefundOutcome & { reference: string };
}

export interface Payments {
  /** Provider that refunds this payment: decided once, so that retries use the same one. */
  providerOf(venueId: string, paymentId: string | null): Promise<PaymentProvider>;
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
