/** Figures of two sides of a comparison, and how they differ. */
import { offsetMsAt } from '../../lib/time-in-zone.ts';
import type { OrdersByHour } from '../nights/nights.ts';
import type { TimeRange } from '../reports/rollup-cover.ts';
import { reportTotals, type SaleSums } from '../reports/sales-totals.ts';

/** Amounts in cents. */
export interface Figures {
  readonly grossCents: number;
  readonly salesCents: number;
  readonly taxCents: number;
  readonly tipCents: number;
  readonly refundCents: number;
  readonly averagePriceCents: number;
  /** Those of a mean have at most one decimal. */
  readonly orders: number;
  readonly servings: number;
}

export interface Change {
  readonly by: number;
  /** Null where the other figure is 0. */
  readonly ratio: number | null;
}

export function figuresOf(sums: SaleSums): Figures {
  const { grossCents, averagePriceCents } = reportTotals(sums, { feesReported: false });
  const { salesCents, taxCents, tipCents, refundCents, orders, servings } = sums;
  const amounts = { grossCents, salesCents, taxCents, tipCents, refundCents, averagePriceCents };
  return { ...amounts, orders, servings };
}

/** A multiple of 1 to 4, so that the means of as many nights are added up without fractions. */
const multiple = 12;

/**
 * Sum over the nights of a period of the mean of those that each is compared with.
 * @param nights of each night of the period one to four others; null where none has any
 */
export function meanFigures(nights: readonly (readonly SaleSums[])[]): Figures | null {
  if (nights.every((others) => others.length === 0)) return null;
  const sum = (name: keyof SaleSums): number =>
    nights.reduce(
      (all, others) =>
        all + others.reduce((part, one) => part + (one[name] * multiple) / others.length, 0),
      0,
    );
  const whole = (name: keyof SaleSums): number => Math.round(sum(name) / multiple);
  const decimal = (name: keyof SaleSums): number => Math.round((10 * sum(name)) / multiple) / 10;
  const parts = {
    salesCents: whole('salesCents'),
    taxCents: whole('taxCents'),
    tipCents: whole('tipCents'),
    refundCents: whole('refundCents'),
  };
  const orders = sum('orders');
  return {
    ...parts,
    grossCents: parts.salesCents + parts.taxCents + parts.tipCents + parts.refundCents,
    averagePriceCents: orders === 0 ? 0 : Math.round(sum('priceCents') / orders),
    orders: decimal('orders'),
    servings: decimal('servings'),
  };
}

/** Never infinite, and never NaN: without anything to compare with there is no ratio. */
export function changeOf(current: number, other: number): Change {
  // Orders and servings of a mean have a decimal.
  const by = Math.round((current - other) * 10) / 10;
  return { by, ratio: other === 0 ? null : (current - other) / other };
}

/** Sum of figures of different venues; the average price is that of all their sales. */
export function addFigures(all: readonly Figures[]): Figures {
  const sum = (name: keyof Figures): number =>
    Math.round(10 * all.reduce((part, one) => part + one[name], 0)) / 10;
  const orders = sum('orders');
  const priceCents = all.reduce((part, one) => part + one.averagePriceCents * one.orders, 0);
  return {
    grossCents: sum('grossCents'),
    salesCents: sum('salesCents'),
    taxCents: sum('taxCents'),
    tipCents: sum('tipCents'),
    refundCents: sum('refundCents'),
    averagePriceCents: orders === 0 ? 0 : Math.round(priceCents / orders),
    orders,
    servings: sum('servings'),
  };
}

/**
 * Difference from what was expected, in standard deviations, so that a bad night of a small bar shows beside one of a
 * large bar. Orders are counted as independent of each other: their number varies by its square root.
 */
export function usualDeviation(current: Figures, expected: Figures): number {
  const usual = Math.sqrt(Math.max(1, expected.orders)) * Math.max(1, expected.averagePriceCents);
  return (current.grossCents - expected.grossCents) / usual;
}

// Units that were not in contact throughout both sides of a comparison.

const hourMs = 3_600_000;
const stepMs = hourMs / 4;

/** Selling time without contact from which a unit is left out. */
export const silentAfterMs = 2 * hourMs;

/** Days whose sales decide in which hours a venue sells. */
export const daysOfSelling = 28;

/** Nights over which single gaps count; over longer periods they change little, and only present silence counts. */
export const mostNightsOfGaps = 35;

/** Share of the orders below which an hour is one in which the venue hardly sells. */
const sellingShare = 0.01;

/** Hours of the day, on the clock, in which a venue sells; a unit that is off outside of them misses nothing. */
export function sellingHours(orders: OrdersByHour): Set<number> {
  const total = orders.reduce((sum, count) => sum + count, 0);
  return new Set(
    orders.flatMap((count, hour) => (count > 0 && count >= sellingShare * total ? [hour] : [])),
  );
}

/**
 * True when a unit missed two hours or more in which the venue sells.
 * @param gap time without contact
 * @param sides parts of time that are compared
 * @param hours in which the venue sells
 */
export function isMissed(
  gap: TimeRange,
  sides: readonly TimeRange[],
  { hours, timezone }: { hours: ReadonlySet<number>; timezone: string },
): boolean {
  return sides.some((side) => {
    const endMs = Math.min(gap.endMs, side.endMs);
    let missedMs = 0;
    let ms = Math.max(gap.startMs, side.startMs);
    while (ms < endMs && missedMs < silentAfterMs) {
      const next = Math.min((Math.floor(ms / stepMs) + 1) * stepMs, endMs);
      const hour = Math.floor((ms + offsetMsAt(ms, timezone)) / hourMs) % 24;
      if (hours.has(hour)) missedMs += next - ms;
      ms = next;
    }
    return missedMs >= silentAfterMs;
  });
}
