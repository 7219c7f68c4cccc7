import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCents } from '../../lib/split-cents.ts';
import {
  type BookedRefund,
  type BookedSale,
  clearingOf,
  clearings,
  journalOf,
  lateEntryOf,
  reconcile,
  salesCategories,
  totalsOf,
} from './journal.ts';

const nightMs = 86_400_000;
const nightAt = (nth: number) => ({ startMs: nth * nightMs, endMs: (nth + 1) * nightMs });
const friday = nightAt(0);
const saturday = nightAt(1);
const sunday = nightAt(2);

const sale = (more: Partial<BookedSale> = {}): BookedSale => ({
  soldMs: 0,
  clearing: 'stripe',
  priceCents: 1000,
  taxCents: 80,
  tipCents: 200,
  feeCents: 40,
  categories: [['Liquor', 1000]],
  refunded: { priceCents: 0, taxCents: 0, tipCents: 0 },
  ...more,
});

const refundOf = (of: BookedSale, settledMs: number): BookedRefund => ({
  soldMs: of.soldMs,
  settledMs,
  clearing: of.clearing,
  priceCents: of.priceCents,
  taxCents: of.taxCents,
  tipCents: of.tipCents,
});

const cents = fc.integer({ min: 0, max: 30_000 });
const instant = fc.integer({ min: 0, max: 3 * nightMs - 1 });

/** A line of a sale within three nights; free in one of four, refunded in one of three. */
const line = fc
  .record({
    soldMs: instant,
    settledMs: instant,
    clearing: fc.constantFrom(...clearings),
    price: fc.oneof({ weight: 3, arbitrary: cents }, { weight: 1, arbitrary: fc.constant(0) }),
    tax: cents,
    tip: cents,
    fee: fc.option(cents),
    weights: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 4 }),
    category: fc.nat({ max: 5 }),
    isRefunded: fc.constantFrom(true, false, false),
    isOfNoDrink: fc.constantFrom(true, false, false, false),
  })
  .map(({ price, tax, tip, fee, weights, category, isRefunded, settledMs, ...rest }) => {
    const whole = { priceCents: price, taxCents: tax, tipCents: tip };
    const nothing = { priceCents: 0, taxCents: 0, tipCents: 0 };
    const booked: BookedSale = {
      soldMs: rest.soldMs,
      clearing: rest.clearing,
      feeCents: fee,
      ...whole,
      categories: rest.isOfNoDrink
        ? [['Other', price]]
        : splitCents(price, weights).map((share, at) => [
            salesCategories[(category + at) % salesCategories.length] ?? 'Other',
            share,
          ]),
      refunded: isRefunded ? whole : nothing,
    };
    return { booked, refund: isRefunded ? [refundOf(booked, settledMs)] : [] };
  });

const nights = fc.array(line, { maxLength: 40 }).map((lines) => ({
  sales: lines.map(({ booked }) => booked),
  refunds: lines.flatMap(({ refund }) => refund),
}));

describe('journal of a night', () => {
  test('ACCT-01: debits equal credits over 1,000 random nights with refunds across nights, fees and comps', () => {
    fc.assert(
      fc.property(nights, fc.nat({ max: 2 }), (booked, nth) => {
        const lines = journalOf(nightAt(nth), booked);
        const { debitCents, creditCents } = totalsOf(lines);
        expect(debitCents).toBe(creditCents);
        for (const each of lines)
          expect([each.debitCents > 0, each.creditCents > 0].filter(Boolean)).toHaveLength(1);
      }),
      { numRuns: 1000 },
    );
  });

  test('ACCT-02: the reconciliation leaves nothing over 1,000 random nights, also with late entries', () => {
    fc.assert(
      fc.property(nights, nights, fc.nat({ max: 2 }), (before, later, nth) => {
        const night = nightAt(nth);
        const first = journalOf(night, before);
        expect(reconcile(night, { ...before, first }).remainderCents).toBe(0);
        const all = {
          sales: [...before.sales, ...later.sales],
          refunds: [...before.refunds, ...later.refunds],
        };
        const late = lateEntryOf(first, journalOf(night, all));
        expect(totalsOf(late).debitCents).toBe(totalsOf(late).creditCents);
        expect(reconcile(night, { ...all, first, late }).remainderCents).toBe(0);
        expect(lateEntryOf([...first, ...late], journalOf(night, all))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test('ACCT-04: a refund of Friday that is settled on Sunday is in the journal of Sunday and the report of Friday', () => {
    const sold = sale();
    const refunded = { ...sold, refunded: { priceCents: 1000, taxCents: 80, tipCents: 200 } };
    const booked = { sales: [refunded], refunds: [refundOf(sold, sunday.startMs)] };
    expect(journalOf(friday, booked)).toEqual(journalOf(friday, { sales: [sold], refunds: [] }));
    expect(journalOf(saturday, booked)).toEqual([]);
    expect(journalOf(sunday, booked)).toEqual([
      { account: 'clearing:stripe', debitCents: 0, creditCents: 1280 },
      { account: 'returns', debitCents: 1000, creditCents: 0 },
      { account: 'tax', debitCents: 80, creditCents: 0 },
      { account: 'tips', debitCents: 200, creditCents: 0 },
    ]);
    expect(reconcile(friday, { ...booked, first: journalOf(friday, booked) })).toEqual({
      reportCents: 0,
      journalCents: 1280,
      lateCents: 0,
      settledElsewhereCents: 1280,
      ofOtherNightsCents: 0,
      remainderCents: 0,
    });
    expect(reconcile(sunday, { ...booked, first: journalOf(sunday, booked) })).toMatchObject({
      reportCents: 0,
      journalCents: -1280,
      ofOtherNightsCents: 1280,
      remainderCents: 0,
    });
  });

  test('a sale debits its clearing and fees, and credits sales by category, tax and tips', () => {
    const mixed = sale({
      categories: [
        ['Liquor', 700],
        ['Syrup/Puree', 300],
      ],
    });
    expect(journalOf(friday, { sales: [mixed], refunds: [] })).toEqual([
      { account: 'clearing:stripe', debitCents: 1280, creditCents: 0 },
      { account: 'clearing:stripe', debitCents: 0, creditCents: 40 },
      { account: 'fees', debitCents: 40, creditCents: 0 },
      { account: 'sales:Liquor', debitCents: 0, creditCents: 700 },
      { account: 'sales:Syrup/Puree', debitCents: 0, creditCents: 300 },
      { account: 'tax', debitCents: 0, creditCents: 80 },
      { account: 'tips', debitCents: 0, creditCents: 200 },
    ]);
  });

  test('categories that do not add up to the price make no journal', () => {
    const wrong = sale({ categories: [['Liquor', 999]] });
    expect(() => journalOf(friday, { sales: [wrong], refunds: [] })).toThrow(
      'Debits of 1320 cents differ from credits of 1319 cents',
    );
  });

  test.each([
    [{ provider: 'stripe', paymentId: 'pi_1', reader: 'Bar 1' }, 'stripe'],
    [{ provider: null, paymentId: 'other', reader: '' }, 'card'],
    [{ provider: null, paymentId: null, reader: 'Bar 1' }, 'card'],
    [{ provider: null, paymentId: null, reader: '' }, 'cash'],
  ] as const)('a payment of %j is cleared by %s', (payment, clearing) => {
    expect(clearingOf(payment)).toBe(clearing);
  });
});
