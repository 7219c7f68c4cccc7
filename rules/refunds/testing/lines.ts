/** Test helpers: lines of a sale, and the plan of their refunds. */
import { planRefunds, type RefundableLine, type RefundRequest } from '../refund.ts';

export const line = (priceCents: number, tipCents: number, more: Partial<RefundableLine> = {}) => ({
  priceCents,
  taxCents: 10,
  tipCents,
  quantity: 1,
  state: 'paid' as const,
  ...more,
});

export const planOf = (lines: readonly RefundableLine[], requests: readonly RefundRequest[]) => {
  const plan = planRefunds(lines, requests);
  if ('refusal' in plan) throw new Error(plan.refusal);
  return plan;
};
