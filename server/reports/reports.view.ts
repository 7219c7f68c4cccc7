import type { z } from 'zod';
import type { figures as figuresShape } from '../../contract/comparisons.ts';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { salesReport } from '../../contract/reports.ts';
import { toDollars } from '../../lib/money.ts';
import { readingText } from '../../rules/compare/compared-nights.ts';
import { changeOf, type Figures } from '../../rules/compare/figures.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { SalesTotals } from '../../rules/reports/sales-totals.ts';
import type { ShownSale } from '../orders/orders.queries.ts';
import { saleView } from '../orders/sale.view.ts';
import type { Comparison, SilentUnit } from './compare-sales.ts';
import type { CurrentDrink } from './current-drink.ts';
import type { CertifiedNights } from './certified-nights.queries.ts';
import type { SaleCursor } from './sales-page.queries.ts';
import type { LateSales } from './sales-report.queries.ts';

interface ReportFigures {
  totals: SalesTotals;
  late: LateSales;
  examined: SaleCursor | null;
  asOf: Date;
  certified: CertifiedNights | null;
  /** Of the hours that are asked for. */
  listed: Figures | null;
  /** That is asked for. */
  current: CurrentDrink | null;
}

export function salesReportView(
  { totals, late, examined, asOf, certified, listed, current }: ReportFigures,
  sales: readonly ShownSale[],
  pagination: { current: number; size: number; total: number },
  withDurations: boolean,
): z.output<typeof salesReport> {
  return {
    sales: salesView(sales, withDurations),
    ...totalsView(totals),
    ...(withDurations ? { averageDuration: totals.averageDurationMs } : {}),
    ...searchedView(examined),
    asOf: asOf.toISOString(),
    ...(listed ? { listed: listedView(listed) } : {}),
    ...(current
      ? { currentDrink: { name: current.name, sales: toDollars(current.salesCents) } }
      : {}),
    ...(certified ? { certified: certifiedView(certified) } : {}),
    lateSince: { orders: late.orders, gross: toDollars(late.grossCents) },
    pagination,
  };
}

export const totalsView = (totals: SalesTotals) => ({
  totalSales: toDollars(totals.salesCents),
  totalTaxes: toDollars(totals.taxCents),
  totalTips: toDollars(totals.tipCents),
  totalRefunds: toDollars(totals.refundCents),
  totalServings: totals.servings,
  grossVolume: toDollars(totals.grossCents),
  ...(totals.netVolumeCents === null ? {} : { netVolume: toDollars(totals.netVolumeCents) }),
  averagePrice: toDollars(totals.averagePriceCents),
  totalPrice: toDollars(totals.priceCents),
});

export const searchedView = (examined: SaleCursor | null) =>
  examined ? { searchedUntil: { sale: examined.id, date: examined.sold_at.toISOString() } } : {};

const listedView = (figures: Figures) => ({
  orders: figures.orders,
  servings: figures.servings,
  gross: toDollars(figures.grossCents),
  sales: toDollars(figures.salesCents),
  tips: toDollars(figures.tipCents),
  refunds: toDollars(figures.refundCents),
});

const certifiedView = ({ nights, checking, from, to, made_at }: CertifiedNights) => ({
  nights,
  checking,
  from,
  to,
  madeAt: made_at.toISOString(),
});

/** The sales of a page, or of a slice of it. */
export const salesView = (sales: readonly ShownSale[], withDurations: boolean) =>
  sales.map((row) => saleView(row, withDurations));

type Out = EndpointResponse<'compareSales'>;

export const comparisonView = ({
  against,
  nights,
  current,
  other,
  late,
  hours,
  spans,
  leftOut,
  broughtBack,
  notes,
  asOf,
}: Comparison): Out => ({
  against,
  current: { ...figuresView(current, asOf), lateSince: lateView(late.current) },
  other: other && { ...figuresView(other, asOf), lateSince: lateView(late.other) },
  soFar: nights.reading === null ? null : { reading: readingText(nights.reading) },
  hours,
  spans: { current: spanView(spans.current), others: spans.others.map(spanView) },
  change: other && changesView(current, other),
  nights: nights.pairs.map((pair) => ({
    current: pair.current.day,
    others: pair.others.map(({ night }) => night.day),
  })),
  leftOut: leftOut.map(silentUnitView),
  broughtBack: broughtBack.map(silentUnitView),
  notes,
});

const lateView = (late: Figures | null) => ({
  orders: late?.orders ?? 0,
  gross: toDollars(late?.grossCents ?? 0),
});

export const figuresView = (figures: Figures, asOf: Date): z.output<typeof figuresShape> => ({
  gross: toDollars(figures.grossCents),
  sales: toDollars(figures.salesCents),
  taxes: toDollars(figures.taxCents),
  tips: toDollars(figures.tipCents),
  refunds: toDollars(figures.refundCents),
  orders: figures.orders,
  servings: figures.servings,
  averagePrice: toDollars(figures.averagePriceCents),
  asOf: asOf.toISOString(),
});

function changesView(current: Figures, other: Figures): NonNullable<Out['change']> {
  const amount = (name: keyof Figures) => {
    const { by, ratio } = changeOf(current[name], other[name]);
    return { by: toDollars(by), ratio };
  };
  return {
    gross: amount('grossCents'),
    sales: amount('salesCents'),
    taxes: amount('taxCents'),
    tips: amount('tipCents'),
    refunds: amount('refundCents'),
    averagePrice: amount('averagePriceCents'),
    orders: changeOf(current.orders, other.orders),
    servings: changeOf(current.servings, other.servings),
  };
}

const spanView = ({ startMs, endMs }: TimeRange) => ({
  start: new Date(startMs).toISOString(),
  end: new Date(endMs).toISOString(),
});

const silentUnitView = ({
  unitNumber,
  unitName,
  lastContactAt,
  from,
  until,
}: SilentUnit): Out['leftOut'][number] => ({
  unitNumber,
  unitName,
  lastContactAt: lastContactAt.toISOString(),
  from: from.toISOString(),
  until: until?.toISOString() ?? null,
});
