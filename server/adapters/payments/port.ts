/** Who gives money back. embedded moves none: it keeps the books of cash and of venues without a card provider. */
export type PaymentProvider = 'stripe' | 'shift4' | 'embedded';

export interface RefundOrder {
  /** However often the same id is asked for, it is paid once. */
  refundId: string;
  /** The same in ten digits. */
  number: number;
  venueId: string;
  /** As the unit reported the payment; null where it did not. */
  paymentId: string | null;
  amountCents: number;
  /** Whether nothing of the payment is left or was given back before. */
  isWhole: boolean;
  /** How long ago it was asked for first. */
  ageMs: number;
  /** Taken up again: it may have been paid already. */
  isResumed: boolean;
}

/**
 * - refunded: it is on its way to the card. feeCents is what the payment itself had cost, where the provider tells
 * - pending: accepted, and may still fail
 * - declined: certainly not paid; reason is a sentence for the people of the venue
 */
export type RefundOutcome =
  | { state: 'refunded'; reference: string; feeCents: number | null }
  | { state: 'pending'; reference: string }
  | { state: 'declined'; reference: string | null; reason: string };

/** What a provider tells of its own accord; refundId is known for refunds that were asked for here. */
export interface RefundNews {
  refundId: string | null;
  outcome: RefundOutcome & { reference: string };
}

export interface Payments {
  /** Who gives this payment back: decided once, so that it is taken up again with the same one. */
  providerOf(venueId: string, paymentId: string | null): Promise<PaymentProvider>;
  /** Throws when it is not known whether it was paid. */
  refund(provider: PaymentProvider, order: RefundOrder): Promise<RefundOutcome>;
  /** What a webhook of Stripe tells: 'unsigned' when the venue's secret did not sign it, 'other' when it is not about a refund. */
  readStripeWebhook(webhook: StripeWebhook): Promise<RefundNews | 'unsigned' | 'other'>;
}

export interface StripeWebhook {
  venueId: string;
  /** As it came, to the byte. */
  body: Buffer;
  signature: string;
  receivedAt: Date;
}
