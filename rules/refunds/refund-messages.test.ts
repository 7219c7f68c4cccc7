import { expect, test } from 'vitest';
import { refundMessages } from './refund-messages.ts';

const parts = (priceCents: number, taxCents: number, tipCents: number) => ({
  amountCents: priceCents + taxCents + tipCents,
  priceCents,
  taxCents,
  tipCents,
});

test.each([
  ['Refund $11.77: $9.50, tax $0.84, tip $1.43', parts(950, 84, 143)],
  ['Refund $9.00: $7.00, tip $2.00', parts(700, 0, 200)],
  ['Refund $7.00', parts(700, 0, 0)],
  ['Refund $2.00: tip $2.00', parts(0, 0, 200)],
])('the question of a refund is %s', (text, of) => {
  expect(refundMessages.question(of)).toBe(text);
});
