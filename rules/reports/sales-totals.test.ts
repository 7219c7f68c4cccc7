import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSums, reportTotals, servingsOf, totalsOf } from './sales-totals.ts';
import type { CountedSale, SaleLine } from './sales-totals.ts';

const paid: SaleLine = {
  priceCents: 1000,
  taxCents: 100,
  tipCents: 200,
  feeCents: 35,
  refunded: { priceCents: 0, taxCents: 0, tipCents: 0 },
  successQuantity: 1,
  isDouble: false,
};
const refunded = { ...paid, refunded: paid };

const cents = fc.integer({ min: 0, max: 100_000_00 });
const lines = fc
  .record({
    priceCents: cents,
    taxCents: cents,
    tipCents: cents,
    feeCents: fc.option(cents, { nil: null }),
    refunded: fc.record({ priceCents: cents, taxCents: cents, tipCents: cents }),
    successQuantity: fc.nat(3),
    isDouble: fc.boolean(),
  })
  .map((line) => ({
    ...line,
    refunded: {
      priceCents: Math.min(line.priceCents, line.refunded.priceCents),
      taxCents: Math.min(line.taxCents, line.refunded.taxCents),
      tipCents: Math.min(line.tipCents, line.refunded.tipCents),
    },
  }));
const sale = fc.record({
  durationMs: fc.option(fc.nat(600_000), { nil: null }),
  lines: fc.array(lines, { minLength: 1, maxLength: 5 }),
});
const sales = fc.array(sale, { maxLength: 30 });

describe('sales totals', () => {
  test('a fully refunded sale leaves no sales, taxes or tips', () => {
    const totals = reportTotals(totalsOf([{ durationMs: null, lines: [refunded] }]), {
      feesReported: true,
    });
    expect(totals).toEqual({
      salesCents: 0,
      taxCents: 0,
      tipCents: 0,
      refundCents: 1300,
      grossCents: 1300,
      netVolumeCents: -35,
      servings: 1,
      priceCents: 1000,
      averagePriceCents: 1000,
      averageDurationMs: null,
    });
  });

  test('net volume is gross less refunds and fees, and absent when no fees are reported', () => {
    const sums = totalsOf([{ durationMs: 95_000, lines: [paid, refunded] }]);
    expect(reportTotals(sums, { feesReported: true })).toMatchObject({
      grossCents: 2600,
      netVolumeCents: 2600 - 1300 - 70,
    });
    expect(reportTotals(sums, { feesReported: false }).netVolumeCents).toBeNull();
  });

  test('averages count a sale of two drinks once, ignore untimed orders and round halves up', () => {
    const sums = totalsOf([
      { durationMs: 1000, lines: [paid, paid] },
      { durationMs: null, lines: [{ ...paid, priceCents: 501 }] },
      { durationMs: 2001, lines: [] },
      { durationMs: 0, lines: [] },
    ]);
    expect(reportTotals(sums, { feesReported: false })).toMatchObject({
      averagePriceCents: 625,
      averageDurationMs: 1000,
    });
    expect(
      reportTotals(
        totalsOf([
          { durationMs: 1, lines: [] },
          { durationMs: 2, lines: [] },
        ]),
        {
          feesReported: false,
        },
      ).averageDurationMs,
    ).toBe(2);
  });

  test('returns zeros without sales', () => {
    expect(reportTotals(totalsOf([]), { feesReported: true })).toMatchObject({
      grossCents: 0,
      netVolumeCents: 0,
      averagePriceCents: 0,
      averageDurationMs: null,
    });
  });
});

test('servings are 2 for a successful double, 1 for a single and 0 if none, whatever the quantity', () => {
  expect(servingsOf({ successQuantity: 3, isDouble: true })).toBe(2);
  expect(servingsOf({ successQuantity: 2, isDouble: false })).toBe(1);
  expect(servingsOf({ successQuantity: 0, isDouble: true })).toBe(0);
});

test('gross = sales + taxes + tips + refunds = everything charged, to the cent', () => {
  fc.assert(
    fc.property(sales, (some) => {
      const totals = reportTotals(totalsOf(some), { feesReported: true });
      const charged = some
        .flatMap((one) => one.lines)
        .reduce((sum, line) => sum + line.priceCents + line.taxCents + line.tipCents, 0);
      expect(totals.grossCents).toBe(charged);
      expect(totals.salesCents + totals.taxCents + totals.tipCents + totals.refundCents).toBe(
        charged,
      );
    }),
  );
});

test('partial sums add up to the total in any split and any order', () => {
  fc.assert(
    fc.property(sales, sales, sales, (a, b, c) => {
      const whole = totalsOf([...a, ...b, ...c]);
      const reversed = [...a, ...b, ...c]
        .map((one): CountedSale => ({ ...one, lines: one.lines.toReversed() }))
        .toReversed();
      expect(totalsOf(reversed)).toEqual(whole);
      expect(addSums(totalsOf([...a, ...b]), totalsOf(c))).toEqual(whole);
      expect(addSums(totalsOf(a), totalsOf([...b, ...c]))).toEqual(whole);
    }),
  );
});

test('refunding glasses moves their amounts from sales to refunds without changing gross volume', () => {
  fc.assert(
    fc.property(sales, lines, (others, line) => {
      const withRefund = (refundedPart: SaleLine['refunded']) =>
        reportTotals(
          totalsOf([...others, { durationMs: null, lines: [{ ...line, refunded: refundedPart }] }]),
          { feesReported: true },
        );
      const before = withRefund(paid.refunded);
      const after = withRefund(line.refunded);
      const { priceCents, taxCents, tipCents } = line.refunded;
      const backCents = priceCents + taxCents + tipCents;
      expect(after.grossCents).toBe(before.grossCents);
      expect(after.refundCents - before.refundCents).toBe(backCents);
      expect(before.salesCents - after.salesCents).toBe(priceCents);
      expect((before.netVolumeCents ?? 0) - (after.netVolumeCents ?? 0)).toBe(backCents);
    }),
  );
});
