import { toCents } from '../../../lib/money.ts';
import {
  csvHeader,
  csvRow,
  csvRowsOf,
  csvStatus,
  csvTotals,
} from '../../../rules/reports/sales-csv.ts';
import type { SalesReport } from '../../api/reports.ts';

/**
 * CSV of a full report as one text, identical to what the server streams for a longer one.
 * @param timezone IANA name
 */
export function csvOfReport(report: SalesReport, timezone: string): string {
  const rows = report.sales.flatMap((sale) =>
    sale.drinks.map((drink) => {
      const line = {
        saleId: sale.id,
        soldAtMs: Date.parse(sale.date),
        drinkName: drink.name,
        successQuantity: drink.successQuantity,
        isDouble: drink.isDouble,
        priceCents: toCents(drink.price) * drink.quantity,
        taxCents: toCents(drink.tax),
        tipCents: toCents(drink.tips),
        paymentReader: sale.paymentReaderDeviceName,
        feeCents: drink.processingFee === null ? null : toCents(drink.processingFee),
        status: csvStatus(drink.status, drink.refund),
        unitNumber: sale.unitNumber,
      };
      if (!drink.refundedQuantity) return csvRow(line, timezone);
      const refunded = {
        priceCents: toCents(drink.price) * drink.refundedQuantity,
        taxCents: toCents(drink.refundedTax ?? 0),
        tipCents: toCents(drink.refundedTips ?? 0),
        status: csvStatus('refunded', drink.refund),
      };
      return csvRowsOf(line, refunded, timezone);
    }),
  );
  const totals = csvTotals({
    salesCents: toCents(report.totalSales),
    taxCents: toCents(report.totalTaxes),
    tipCents: toCents(report.totalTips),
    refundCents: toCents(report.totalRefunds),
    grossCents: toCents(report.grossVolume),
    netVolumeCents: report.netVolume === undefined ? null : toCents(report.netVolume),
    servings: report.totalServings,
    priceCents: toCents(report.totalPrice),
    averagePriceCents: toCents(report.averagePrice),
    averageDurationMs: report.averageDuration ?? null,
  });
  return csvHeader() + rows.join('') + totals;
}
