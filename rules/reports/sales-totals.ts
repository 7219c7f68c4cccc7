/**
 * Totals of the sales of a range. Every charge is counted once: the price, tax and tips of refunded glasses count as
 * refunds, those of all others as sales, taxes and tips. So gross volume = sales + taxes + tips + refunds holds to the
 * cent by construction. A refund has no date of its own: it counts on the day of its sale.
 */

/** One ordered drink of a sale; amounts are for the whole line, in cents. */
export interface SaleLine {
  readonly priceCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  /** Null when the provider reports no fee. */
  readonly feeCents: number | null;
  /** What was refunded of it. */
  readonly refunded: Readonly<Record<'priceCents' | 'taxCents' | 'tipCents', number>>;
  readonly successQuantity: number;
  readonly isDouble: boolean;
}

export interface CountedSale {
  /** Null when it was not measured. */
  readonly durationMs: number | null;
  readonly lines: readonly SaleLine[];
}

/** Additive sums for rollups; every field is an integer. */
export interface SaleSums {
  /** Price, tax and tips of what was not refunded. */
  readonly salesCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  /** Price, tax and tips of what was refunded. */
  readonly refundCents: number;
  readonly feeCents: number;
  /** Price of all drinks, refunded or not. */
  readonly priceCents: number;
  readonly orders: number;
  readonly servings: number;
  /** Total over the timed orders. */
  readonly durationMs: number;
  readonly timedOrders: number;
}

export interface SalesTotals {
  readonly salesCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly refundCents: number;
  readonly grossCents: number;
  /** Null when the provider reports no fees. */
  readonly netVolumeCents: number | null;
  readonly servings: number;
  /** Price of all drinks, refunded or not, before tax and tips. */
  readonly priceCents: number;
  readonly averagePriceCents: number;
  /** Null when no order was timed. */
  readonly averageDurationMs: number | null;
}

/** Servings of a line, whatever its quantity: 2 for a double, 1 for a single, 0 when no pour succeeded. */
export function servingsOf(line: Pick<SaleLine, 'successQuantity' | 'isDouble'>): 0 | 1 | 2 {
  if (line.successQuantity <= 0) return 0;
  return line.isDouble ? 2 : 1;
}

/** Sums over the given sales. */
export function totalsOf(sales: readonly CountedSale[]): SaleSums {
  const sums = {
    salesCents: 0,
    taxCents: 0,
    tipCents: 0,
    refundCents: 0,
    feeCents: 0,
    priceCents: 0,
    orders: sales.length,
    servings: 0,
    durationMs: 0,
    timedOrders: 0,
  };
  for (const { durationMs, lines } of sales) {
    if (durationMs !== null) {
      sums.durationMs += durationMs;
      sums.timedOrders += 1;
    }
    for (const line of lines) {
      sums.priceCents += line.priceCents;
      sums.feeCents += line.feeCents ?? 0;
      sums.servings += servingsOf(line);
      const { priceCents, taxCents, tipCents } = line.refunded;
      sums.refundCents += priceCents + taxCents + tipCents;
      sums.salesCents += line.priceCents - priceCents;
      sums.taxCents += line.taxCents - taxCents;
      sums.tipCents += line.tipCents - tipCents;
    }
  }
  return sums;
}

export function addSums(a: SaleSums, b: SaleSums): SaleSums {
  return {
    salesCents: a.salesCents + b.salesCents,
    taxCents: a.taxCents + b.taxCents,
    tipCents: a.tipCents + b.tipCents,
    refundCents: a.refundCents + b.refundCents,
    feeCents: a.feeCents + b.feeCents,
    priceCents: a.priceCents + b.priceCents,
    orders: a.orders + b.orders,
    servings: a.servings + b.servings,
    durationMs: a.durationMs + b.durationMs,
    timedOrders: a.timedOrders + b.timedOrders,
  };
}

/** Sums that take these away from others. */
export const negatedSums = (sums: SaleSums): SaleSums => ({
  salesCents: -sums.salesCents,
  taxCents: -sums.taxCents,
  tipCents: -sums.tipCents,
  refundCents: -sums.refundCents,
  feeCents: -sums.feeCents,
  priceCents: -sums.priceCents,
  orders: -sums.orders,
  servings: -sums.servings,
  durationMs: -sums.durationMs,
  timedOrders: -sums.timedOrders,
});

/** Sums of several parts together. */
export const addUp = (parts: readonly SaleSums[]): SaleSums =>
  parts.length === 0 ? totalsOf([]) : parts.reduce(addSums);

/** Mean of non-negative integers, rounded half up in integer arithmetic to avoid double rounding. */
function mean(sum: number, count: number): number {
  const rest = sum % count;
  return (sum - rest) / count + (rest * 2 >= count ? 1 : 0);
}

/**
 * Figures of the report, in cents. Gross volume is everything charged; net volume is gross volume less refunds and
 * processing fees. The average price is the mean price of a sale before tax and tips, including refunded ones, and 0
 * without sales; the average duration is the mean over the timed orders.
 */
export function reportTotals(
  sums: SaleSums,
  { feesReported }: { feesReported: boolean },
): SalesTotals {
  const { salesCents, taxCents, tipCents, refundCents } = sums;
  const grossCents = salesCents + taxCents + tipCents + refundCents;
  return {
    salesCents,
    taxCents,
    tipCents,
    refundCents,
    grossCents,
    netVolumeCents: feesReported ? grossCents - refundCents - sums.feeCents : null,
    servings: sums.servings,
    priceCents: sums.priceCents,
    averagePriceCents: sums.orders === 0 ? 0 : mean(sums.priceCents, sums.orders),
    averageDurationMs: sums.timedOrders === 0 ? null : mean(sums.durationMs, sums.timedOrders),
  };
}
