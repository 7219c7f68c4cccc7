/** Series of a chart: a period in hours, nights, weeks or months, and the figure of each. */
import { offsetMsAt } from '../../lib/time-in-zone.ts';
import { firstOfWeek, type Night } from '../nights/nights.ts';
import type { TimeRange } from '../reports/rollup-cover.ts';
import { reportTotals, type SaleSums, totalsOf } from '../reports/sales-totals.ts';

export const seriesSteps = ['hour', 'night', 'week', 'month'] as const;
export type SeriesStep = (typeof seriesSteps)[number];

export const measureNames = [
  'gross',
  'sales',
  'orders',
  'servings',
  'averagePrice',
  'tips',
  'refunds',
] as const;
export type Measure = (typeof measureNames)[number];

type SumName = keyof SaleSums;

/** Sums that a measure is made of. */
export const sumsOfMeasure: Readonly<Record<Measure, readonly SumName[]>> = {
  gross: ['salesCents', 'taxCents', 'tipCents', 'refundCents'],
  sales: ['salesCents'],
  orders: ['orders'],
  servings: ['servings'],
  averagePrice: ['priceCents', 'orders'],
  tips: ['tipCents'],
  refunds: ['refundCents'],
};

/** Measures that count; the others are amounts. */
export const countedMeasures: readonly Measure[] = ['orders', 'servings'];

const none = totalsOf([]);

/** Sums of which only some are known; the others are 0. */
export const wholeSums = (some: Partial<SaleSums>): SaleSums => ({
  salesCents: some.salesCents ?? 0,
  taxCents: some.taxCents ?? 0,
  tipCents: some.tipCents ?? 0,
  refundCents: some.refundCents ?? 0,
  feeCents: some.feeCents ?? 0,
  priceCents: some.priceCents ?? 0,
  orders: some.orders ?? 0,
  servings: some.servings ?? 0,
  durationMs: some.durationMs ?? 0,
  timedOrders: some.timedOrders ?? 0,
});

/** Figure of the report, in cents or as a count; null for an average without orders. */
export function figureOf(measure: Measure, sums: SaleSums): number | null {
  const totals = reportTotals(sums, { feesReported: false });
  if (measure === 'orders') return sums.orders;
  if (measure === 'servings') return sums.servings;
  if (measure === 'averagePrice') return sums.orders === 0 ? null : totals.averagePriceCents;
  return {
    gross: totals.grossCents,
    sales: sums.salesCents,
    tips: sums.tipCents,
    refunds: sums.refundCents,
  }[measure];
}

/** Sum over nights of the mean of those that each is compared with, with fractions. */
export function meanSums(nights: readonly (readonly SaleSums[])[]): SaleSums {
  const sums = { ...none };
  for (const others of nights)
    for (const one of others) for (const name of sumNames) sums[name] += one[name] / others.length;
  return sums;
}

const isSumName = (name: string): name is SumName => name in none;
const sumNames = Object.keys(none).filter(isSumName);

/** A mean in whole cents; counts have at most one decimal. */
export const rounded = (measure: Measure, figure: number | null): number | null =>
  figure === null
    ? null
    : countedMeasures.includes(measure)
      ? Math.round(figure * 10) / 10
      : Math.round(figure);

/** Points of a series, and of the hours behind a heat map; a longer series takes longer steps. */
export const mostPoints = 2_000;
/** Hours that are divided by a bound and so read from single sales: those of 35 nights by the hour. */
export const mostDividedHours = 900;

/** Part of a period: an hour of the clock, or one or more nights. */
export interface Span extends TimeRange {
  /** First and last night. */
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/** Hour of a night as the clock of the venue shows it, from 0 to 23. */
export interface HourOfNight extends Span {
  readonly reading: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Hours of the nights by the clock of the venue, in their order: an hour that comes twice is two, and one that clocks
 * skip is none. A night that starts within an hour begins with the rest of it.
 */
export function hoursOfNights(nights: readonly Night[]): HourOfNight[] {
  return nights.flatMap(({ day, startMs, endMs, timezone }) => {
    const hours: HourOfNight[] = [];
    for (let ms = startMs; ms < endMs;) {
      const wallMs = ms + offsetMsAt(ms, timezone);
      const next = Math.min(endMs, ms + hourMs - (((wallMs % hourMs) + hourMs) % hourMs));
      const reading = Math.floor((((wallMs % dayMs) + dayMs) % dayMs) / hourMs);
      hours.push({ startMs: ms, endMs: next, from: day, to: day, timezone, reading });
      ms = next;
    }
    return hours;
  });
}

/** Names of hours within their nights: the reading, and which of those that come twice. */
export function hourNames(hours: readonly HourOfNight[]): string[] {
  const counts = new Map<string, number>();
  return hours.map(({ from, reading }) => {
    const key = `${from} ${reading}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return `${reading} ${nth}`;
  });
}

/** First day of the week or of the month. */
const groupOf = (step: 'week' | 'month', day: string, firstWeekday: number): string =>
  step === 'month' ? day.slice(0, 7) : firstOfWeek(day, firstWeekday);

/**
 * Consecutive parts of the nights; the first and the last week or month may be cut by the period.
 * @param firstWeekday of a week; 0 is Monday
 */
export function spansOf(nights: readonly Night[], step: SeriesStep, firstWeekday: number): Span[] {
  if (step === 'hour') return hoursOfNights(nights);
  const spans: Span[] = [];
  let group = '';
  for (const { day, startMs, endMs, timezone } of nights) {
    const own = step === 'night' ? day : groupOf(step, day, firstWeekday);
    const last = spans.at(-1);
    if (last && own === group) spans.splice(-1, 1, { ...last, endMs, to: day });
    else spans.push({ startMs, endMs, from: day, to: day, timezone });
    group = own;
  }
  return spans;
}

/** Number of hours of UTC that a bound divides. */
export function countDivided(spans: readonly TimeRange[]): number {
  const divided = new Set<number>();
  for (const { startMs, endMs } of spans) {
    if (startMs % hourMs !== 0) divided.add(Math.floor(startMs / hourMs));
    if (endMs % hourMs !== 0) divided.add(Math.floor(endMs / hourMs));
  }
  return divided.size;
}

/** The step that is asked for, or the next longer one that has few enough points. */
export function stepFor(nights: readonly Night[], step: SeriesStep): SeriesStep {
  const days = nights.length;
  if (step === 'month') return step;
  if (step === 'week') return days / 7 > mostPoints ? 'month' : step;
  const isTooMuch =
    step === 'night'
      ? days > mostPoints
      : days * 24 > mostPoints || countDivided(hoursOfNights(nights)) > mostDividedHours;
  return isTooMuch ? stepFor(nights, step === 'night' ? 'week' : 'night') : step;
}
