import { expect, test } from 'vitest';
import { canRefundAutomatically } from './refund-policy.ts';

const hourMs = 3_600_000;
const drink = { failed: 2, quantity: 2, owedCents: 1900, hasPayment: true, lateMs: 0 };

test.each([
  ['a drink of which nothing was poured', {}, true],
  ['a sale that was received 48 hours late', { lateMs: 48 * hourMs }, true],
  ['FAIL-08 a sale that was received three days late', { lateMs: 72 * hourMs }, false],
  ['a drink of which some was poured', { failed: 1 }, false],
  ['a free drink', { owedCents: 0 }, false],
  ['a sale in cash', { hasPayment: false }, false],
])('%s is refunded automatically: %j, %s', (_, more, expected) => {
  expect(canRefundAutomatically({ ...drink, ...more })).toBe(expected);
});
