import { assert, constantFrom, integer, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { canRefundAutomatically, caseAfter, type CaseState, causeOf, owedCents } from './cases.ts';

const open: CaseState = { state: 'open', resolution: null };
const refunding: CaseState = { state: 'refunding', resolution: null };
const refunded: CaseState = { state: 'resolved', resolution: 'refunded' };
const remade: CaseState = { state: 'resolved', resolution: 'remade' };

test.each([
  ['stays open without a refund', open, 'paid', open],
  ['waits for a refund that was requested', open, 'requested', refunding],
  ['is resolved by a refund', refunding, 'refunded', refunded],
  ['is resolved by a refund although it was made again', remade, 'refunded', refunded],
  ['is open again after a refund that failed', refunding, 'paid', open],
  ['is open again after a refund that the bank returned', refunded, 'paid', open],
  ['stays made again while a refund is requested', remade, 'requested', remade],
  ['stays made again after a refund that failed', remade, 'paid', remade],
] as const)('a case %s', (_, now, drink, after) => {
  expect(caseAfter(now, drink)).toEqual(after);
});

const pours = (...outcomes: ('poured' | 'partial' | 'empty' | 'blocked' | 'timeout')[]) =>
  outcomes.map((outcome, position) => ({ outcome, position }));

test.each([
  [['poured', 'timeout', 'empty', 'blocked'], 'empty', 2],
  [['partial', 'timeout', 'blocked'], 'blocked', 2],
  [['partial', 'timeout', 'timeout'], 'timeout', 1],
] as const)(
  'of the pours %j the cause is %s, at the first such pour',
  (outcomes, cause, position) => {
    expect(causeOf(pours(...outcomes))).toEqual({ cause, pour: { outcome: cause, position } });
  },
);

test('a drink without pours had no power, and complete pours show no cause', () => {
  expect(causeOf([])).toEqual({ cause: 'power', pour: null });
  expect(causeOf(pours('poured', 'poured'))).toEqual({ cause: 'unknown', pour: null });
});

const line = { priceCents: 950, quantity: 3, failed: 2, taxCents: 253, tipCents: 0 };
const owed = (more: Partial<typeof line>, isNothingPoured = false): number =>
  owedCents({ ...line, ...more }, { isNothingPoured });

test('FAIL-01 two of three glasses at $9.50 with $2.53 of tax owe $20.68: the last two shares of the tax', () => {
  expect(owed({})).toBe(2068);
  expect(owed({ failed: 1 })).toBe(950 + 84);
});

test('a sale of which nothing was poured owes its tip too', () => {
  expect(owed({ failed: 3, tipCents: 400 }, true)).toBe(3503);
  expect(owed({ failed: 3, tipCents: 400 })).toBe(3103);
});

test('a free drink owes nothing', () => {
  expect(owed({ priceCents: 0, taxCents: 0, tipCents: 400, failed: 3 }, true)).toBe(0);
});

test('the glasses that were poured and those that were not add up to the line', () => {
  assert(
    property(
      constantFrom(1, 250, 900, 1337),
      integer({ min: 2, max: 100 }),
      nat(5000),
      (priceCents, quantity, taxCents) => {
        const failing = (failed: number) => owed({ priceCents, quantity, taxCents, failed });
        for (let failed = 1; failed < quantity; failed += 1) {
          const more = failing(failed + 1) - failing(failed);
          // One glass: its price, and a share of the tax that is a cent more at most than that of a later one.
          expect(more - priceCents - Math.floor(taxCents / quantity)).toBeOneOf([0, 1]);
        }
        expect(failing(quantity)).toBe(priceCents * quantity + taxCents);
      },
    ),
  );
});

const hourMs = 3_600_000;
const drink = { failed: 2, quantity: 2, owedCents: 1900, hasPayment: true, lateMs: 0 };

test.each([
  ['a drink of which nothing was poured', {}, true],
  ['a sale that was received 48 hours late', { lateMs: 48 * hourMs }, true],
  ['FAIL-08 a sale that was received three days late', { lateMs: 72 * hourMs }, false],
  ['a free drink', { owedCents: 0 }, false],
  ['a sale in cash', { hasPayment: false }, false],
])('%s is refunded automatically: %j, %s', (_, more, expected) => {
  expect(canRefundAutomatically({ ...drink, ...more }, 'nothing_poured')).toBe(expected);
  expect(canRefundAutomatically({ ...drink, ...more }, 'any_failure')).toBe(expected);
  expect(canRefundAutomatically({ ...drink, ...more }, 'off')).toBe(false);
});

test('a drink of which some was poured is refunded by the policy of any failure alone', () => {
  const partly = { ...drink, failed: 1 };
  expect(canRefundAutomatically(partly, 'any_failure')).toBe(true);
  expect(canRefundAutomatically(partly, 'nothing_poured')).toBe(false);
});
