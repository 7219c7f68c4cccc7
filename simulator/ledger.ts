/**
 * Ledger of the units' sales, recorded by the simulator from the orders it sent, for comparison with the server's
 * report.
 */
import { salesTaxCents } from '../rules/orders/order-lines.ts';
import { servingsOf } from '../rules/reports/sales-totals.ts';

export interface SoldLine {
  /** Menu price of one. */
  readonly unitPriceCents: number;
  readonly quantity: number;
  readonly successQuantity: number;
  readonly isDouble: boolean;
}

/** An order as sent by the unit. */
export interface SoldOrder {
  readonly lines: readonly SoldLine[];
  readonly tipCents: number;
  readonly feeCents: number;
}

export interface LedgerSums {
  readonly orders: number;
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly feeCents: number;
  readonly servings: number;
}

export interface Ledger {
  /** @param unit unit number */
  enter(unit: number, sums: LedgerSums): void;
  of(unit: number): LedgerSums;
  total(): LedgerSums;
}

export const nothingSold: LedgerSums = {
  orders: 0,
  priceCents: 0,
  taxCents: 0,
  tipCents: 0,
  feeCents: 0,
  servings: 0,
};

export const addSums = (a: LedgerSums, b: LedgerSums): LedgerSums => ({
  orders: a.orders + b.orders,
  priceCents: a.priceCents + b.priceCents,
  taxCents: a.taxCents + b.taxCents,
  tipCents: a.tipCents + b.tipCents,
  feeCents: a.feeCents + b.feeCents,
  servings: a.servings + b.servings,
});

/** @param tax tax percentage of the venue, or, when it is not readable, the tax in cents charged by the server */
export function sumsOf(
  { lines, tipCents, feeCents }: SoldOrder,
  tax: { percentage: number } | { cents: number },
): LedgerSums {
  const priceCents = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  return {
    orders: 1,
    priceCents,
    taxCents: 'cents' in tax ? tax.cents : salesTaxCents(priceCents, tax.percentage),
    tipCents,
    feeCents,
    servings: lines.reduce((sum, line) => sum + servingsOf(line), 0),
  };
}

export function openLedger(): Ledger {
  const byUnit = new Map<number, LedgerSums>();
  return {
    enter: (unit, sums) => {
      byUnit.set(unit, addSums(byUnit.get(unit) ?? nothingSold, sums));
    },
    of: (unit) => byUnit.get(unit) ?? nothingSold,
    total: () => [...byUnit.values()].reduce(addSums, nothingSold),
  };
}
