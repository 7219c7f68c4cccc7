import type { SaleSums } from '../../rules/reports/sales-totals.ts';
import type { StoredSales } from './verify-range.queries.ts';

export const checkedFigures = [
  'grossCents',
  'salesCents',
  'taxCents',
  'tipCents',
  'refundCents',
  'orders',
  'servings',
] as const;
export type CheckedFigure = (typeof checkedFigures)[number];

/** Figures of a range that are not the same from the sums, the lines and the orders; all as of one moment. */
export function differingFigures(sums: SaleSums, stored: StoredSales): CheckedFigure[] {
  const differs = {
    salesCents: sums.salesCents !== stored.salesCents || stored.unevenPrices > 0,
    taxCents: sums.taxCents !== stored.taxCents || stored.unevenTaxes > 0,
    tipCents: sums.tipCents !== stored.tipCents || stored.unevenTips > 0,
    refundCents: sums.refundCents !== stored.refundCents,
    orders: sums.orders !== stored.orders,
    servings: sums.servings !== stored.servings,
  };
  const { orders: _orders, servings: _servings, ...amounts } = differs;
  const all = { grossCents: Object.values(amounts).some(Boolean), ...differs };
  return checkedFigures.filter((name) => all[name]);
}
