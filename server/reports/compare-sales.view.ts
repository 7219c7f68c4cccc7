import type { z } from 'zod';
import type { compareSales } from '../../contract/comparisons.ts';
import { toDollars } from '../../lib/money.ts';
import { type Against, readingText } from '../../rules/compare/compared-nights.ts';
import { changeOf, type Figures } from '../../rules/compare/figures.ts';
import type { Stretch } from '../../rules/reports/rollup-cover.ts';
import type { Comparison } from './compare-sales.ts';
import type { SilentUnit } from './find-silent-units.ts';

type Out = z.output<(typeof compareSales.responses)[200]>;

export const comparisonView = (
  { nights, current, other, hours, spans, leftOut, broughtBack, notes, asOf }: Comparison,
  against: Against,
): Out => ({
  against,
  current: figuresView(current, asOf),
  other: other && figuresView(other, asOf),
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

export const figuresView = (figures: Figures, asOf: Date): Out['current'] => ({
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

const spanView = ({ startMs, endMs }: Stretch) => ({
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
