import type { z } from 'zod';
import type { salesReport } from '../../contract/reports.ts';
import { toDollars } from '../../lib/money.ts';
import type { SalesTotals } from '../../rules/reports/sales-totals.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import type { LateSales } from './sales-report.queries.ts';
import type { SaleCursor } from './sales-page.queries.ts';
import { saleView } from '../orders/sale.view.ts';

interface ReportFigures {
  totals: SalesTotals;
  late: LateSales;
  examined: SaleCursor | null;
  asOf: Date;
}

export function salesReportView(
  { totals, late, examined, asOf }: ReportFigures,
  sales: readonly ShownSale[],
  pagination: { current: number; size: number; total: number },
  withDurations: boolean,
): z.output<typeof salesReport> {
  return {
    sales: salesView(sales, withDurations),
    totalSales: toDollars(totals.salesCents),
    totalTaxes: toDollars(totals.taxCents),
    totalTips: toDollars(totals.tipCents),
    totalRefunds: toDollars(totals.refundCents),
    totalServings: totals.servings,
    grossVolume: toDollars(totals.grossCents),
    ...(totals.netVolumeCents === null ? {} : { netVolume: toDollars(totals.netVolumeCents) }),
    ...(withDurations ? { averageDuration: totals.averageDurationMs } : {}),
    averagePrice: toDollars(totals.averagePriceCents),
    totalPrice: toDollars(totals.priceCents),
    ...(examined
      ? { searchedUntil: { sale: examined.id, date: examined.sold_at.toISOString() } }
      : {}),
    asOf: asOf.toISOString(),
    lateSince: { orders: late.orders, gross: toDollars(late.grossCents) },
    pagination,
  };
}

/** The sales of a page, or of a slice of it. */
export const salesView = (sales: readonly ShownSale[], withDurations: boolean) =>
  sales.map((row) => saleView(row, withDurations));
