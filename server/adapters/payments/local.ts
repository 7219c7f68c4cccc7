import { setTimeout as wait } from 'node:timers/promises';
import { refundMessages } from '../../../rules/messages.ts';
import type { Payments } from './port.ts';

export interface EmbeddedTrouble {
  /** How long it thinks before it answers. */
  delayMs?: number;
  /** Asked at every refund: whether it is down. */
  isDown?: () => boolean;
}

/** An amount that ends so is declined, so that a declined refund can be shown without a card. */
const declinedCents = 13;

/** Moves no money and says that it did. */
export function embeddedPayments({ delayMs = 0, isDown }: EmbeddedTrouble = {}): Payments {
  return {
    providerOf: () => Promise.resolve('embedded'),
    refund: async (_provider, { refundId, amountCents }) => {
      if (delayMs > 0) await wait(delayMs);
      if (isDown?.()) throw new Error('The embedded provider is down');
      const reference = `embedded_${refundId}`;
      return amountCents % 100 === declinedCents
        ? { state: 'declined', reference, reason: refundMessages.markedAmount }
        : { state: 'refunded', reference, feeCents: null };
    },
    readStripeWebhook: () => Promise.resolve('unsigned'),
  };
}
