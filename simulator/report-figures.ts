/** Sales report figures of a time range, in cents, and their comparison with the ledger. */
import { formatCents, toCents } from '../lib/money.ts';
import type { LedgerSums } from './ledger.ts';
import type { Session } from './sign-in.ts';

export interface ReportFigures {
  readonly orders: number;
  readonly priceCents: number;
  readonly salesCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly refundCents: number;
  readonly grossCents: number;
  readonly servings: number;
  /** Null when the card provider reports no fees. */
  readonly netCents: number | null;
}

/** Epoch milliseconds, both ends included. */
export interface ReportRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** @param unitId null for the whole venue */
export async function readReport(
  session: Session,
  venueId: string,
  unitId: string | null,
  { startMs, endMs }: ReportRange,
): Promise<ReportFigures & { ms: number }> {
  const { body, ms } = await session.send('getSalesReport', {
    query: {
      venueId,
      ...(unitId === null ? {} : { unitId }),
      startDate: startMs,
      endDate: endMs,
    },
  });
  return {
    ms,
    orders: body.pagination.total,
    priceCents: toCents(body.totalPrice),
    salesCents: toCents(body.totalSales),
    taxCents: toCents(body.totalTaxes),
    tipCents: toCents(body.totalTips),
    refundCents: toCents(body.totalRefunds),
    grossCents: toCents(body.grossVolume),
    servings: body.totalServings,
    netCents: body.netVolume === undefined ? null : toCents(body.netVolume),
  };
}

/** Expected report figures for sales without refunds. */
const expectedOf = (sums: LedgerSums): Required<ReportFigures> => {
  const grossCents = sums.priceCents + sums.taxCents + sums.tipCents;
  return {
    orders: sums.orders,
    priceCents: sums.priceCents,
    salesCents: sums.priceCents,
    taxCents: sums.taxCents,
    tipCents: sums.tipCents,
    refundCents: 0,
    grossCents,
    servings: sums.servings,
    netCents: grossCents - sums.feeCents,
  };
};

const figures = [
  ['orders', 'orders', String],
  ['priceCents', 'prices', formatCents],
  ['salesCents', 'sales', formatCents],
  ['taxCents', 'taxes', formatCents],
  ['tipCents', 'tips', formatCents],
  ['refundCents', 'refunds', formatCents],
  ['grossCents', 'gross volume', formatCents],
  ['servings', 'servings', String],
  ['netCents', 'net volume', formatCents],
] as const;

/**
 * A message for each figure whose increase differs from the ledger.
 * @param whose `Unit 1001`
 */
export function differences(
  whose: string,
  sums: LedgerSums,
  before: ReportFigures,
  after: ReportFigures,
): string[] {
  const expected = expectedOf(sums);
  return figures.flatMap(([field, name, shown]) => {
    const [was, is, requested] = [before[field], after[field], expected[field]];
    if (was === null || is === null || requested === null || is - was === requested) return [];
    return [
      `${whose}, ${name}: ${shown(requested)} in the ledger, ${shown(is - was)} in the report`,
    ];
  });
}
