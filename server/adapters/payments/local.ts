import { setTimeout as wait } from 'node:timers/promises';
import { refundMessages } from '../../../rules/refunds/refund-messages.ts';
import type { Payments } from './port.ts';

export interface DemoTrouble {
  /** Simulated latency. */
  delayMs?: number;
  /** Checked at every refund: true when the provider is down. */
  isDown?: () => boolean;
}

/** Amounts with these last digits are declined, so that a declined refund can be shown without a card. */
const declinedCents = 13;

/** The demo's card provider: moves no money and reports success. */
export function demoPayments({ delayMs = 0, isDown }: DemoTrouble = {}): Payments {
  return {
    responseWithinMs: 20_000,
    refund: async (_provider, { refundId, amountCents }) => {
      if (delayMs > 0) await wait(delayMs);
      if (isDown?.()) throw new Error('The provider of the demo is down');
      const reference = `demo_${refundId}`;
      return amountCents % 100 === declinedCents
        ? { state: 'declined', reference, reason: refundMessages.markedAmount }
        : { state: 'refunded', reference, feeCents: null };
    },
    readStripeWebhook: () => Promise.resolve('unsigned'),
  };
}
