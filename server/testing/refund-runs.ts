/** Arbitrary sales, and refunds of them, for property tests. */
import * as fc from 'fast-check';
import type { Behaviour } from './payments.ts';

export const hourMs = 3_600_000;
export const spanMs = 60 * hourMs;

const drink = fc.record({
  kind: fc.constantFrom('cubaLibre', 'rum', 'cola', 'free'),
  quantity: fc.integer({ min: 1, max: 3 }),
  success: fc.nat(3),
  isDouble: fc.boolean(),
});
const order = fc.record({
  atMs: fc.integer({ min: -spanMs, max: 0 }),
  drinks: fc.array(drink, { minLength: 1, maxLength: 4 }),
  tipCents: fc.nat(2000),
  feeCents: fc.option(fc.nat(300)),
});
const step = fc.record({
  order: fc.nat(),
  indexes: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
  /** Of the first of these drinks alone. */
  glasses: fc.constantFrom(undefined, 1, 1, 2),
  /** The bank returns a refund of the order before. */
  returns: fc.option(fc.nat(), { freq: 3 }),
  behaviour: fc.constantFrom<Behaviour>(
    'pays',
    'pays',
    'pays',
    'declines',
    'works',
    'paysInSilence',
    'dies',
  ),
});
const ranges = fc.array(
  fc.tuple(fc.integer({ min: -spanMs, max: 0 }), fc.integer({ min: -spanMs, max: 0 })),
  { minLength: 1, maxLength: 3 },
);
export const run = fc.record({
  taxPercentage: fc.constantFrom(0, 8.875, 20),
  orders: fc.array(order, { minLength: 1, maxLength: 5 }),
  steps: fc.array(step, { maxLength: 8 }),
  ranges,
  atOnce: fc.boolean(),
});
export type Run = typeof run extends fc.Arbitrary<infer R> ? R : never;
