// Card provider fake for tests: counts its payments, one per id, with selectable behaviour.
import type { Payments, RefundOrder, RefundOutcome } from '../adapters/payments/port.ts';

/**
 * - pays: at once
 * - declines: certainly not paid
 * - works: accepted, pending
 * - paysInSilence: paid, but the response is lost
 * - dies: nothing paid, and no response
 * - hangs: never responds
 */
export type Behaviour = 'pays' | 'declines' | 'works' | 'paysInSilence' | 'dies' | 'hangs';

export interface CountingPayments extends Payments {
  behaviour: Behaviour | ((order: RefundOrder) => Behaviour);
  received: RefundOrder[];
  /** In cents, by refund id. */
  paid: Map<string, number>;
}

export const declinedBecause = 'The card is closed';

export function countingPayments(): CountingPayments {
  const received: RefundOrder[] = [];
  const paid = new Map<string, number>();
  const behaviours: Record<Behaviour, (order: RefundOrder) => Promise<RefundOutcome>> = {
    pays: (order) => Promise.resolve(pay(order)),
    declines: () =>
      Promise.resolve({ state: 'declined', reference: null, reason: declinedBecause }),
    works: ({ refundId }) => Promise.resolve({ state: 'pending', reference: `re_${refundId}` }),
    paysInSilence: (order) => {
      pay(order);
      return Promise.reject(new Error('The answer was lost'));
    },
    dies: () => Promise.reject(new Error('Nobody answers')),
    hangs: () => new Promise(() => undefined),
  };
  const pay = ({ refundId, amountCents }: RefundOrder): RefundOutcome => {
    if (!paid.has(refundId)) paid.set(refundId, amountCents);
    return { state: 'refunded', reference: `re_${refundId}`, feeCents: null };
  };
  const payments: CountingPayments = {
    behaviour: 'pays',
    received,
    paid,
    responseWithinMs: 60_000,
    refund: (_provider, order) => {
      received.push(order);
      const { behaviour } = payments;
      return behaviours[typeof behaviour === 'function' ? behaviour(order) : behaviour](order);
    },
    readStripeWebhook: () => Promise.resolve('unsigned'),
  };
  return payments;
}
