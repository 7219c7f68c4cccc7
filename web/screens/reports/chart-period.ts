/** Periods of the charts, their address, and how days and figures are named. */
import { dayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import { countedMeasures, type Measure, type SeriesStep } from '../../../rules/charts/series.ts';
import type { Against, Days } from '../../../rules/compare/compared-nights.ts';
import { dayAt, type NightRules, shiftDay } from '../../../rules/nights/nights.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths, type SalesReportSearch } from '../../paths.ts';

export const periods = { week: '7 days', month: '4 weeks', year: '12 months' } as const;
export type Period = keyof typeof periods;

export const measures = {
  gross: 'Gross volume',
  sales: 'Sales',
  orders: 'Orders',
  servings: 'Servings',
  averagePrice: 'Average price',
  tips: 'Tips',
  refunds: 'Refunds',
} as const satisfies Record<Measure, string>;

const isPeriod = (text: string | undefined): text is Period =>
  text !== undefined && text in periods;
const isMeasure = (text: string | undefined): text is Measure =>
  text !== undefined && text in measures;

export interface Charted {
  readonly period: Period;
  readonly measure: Measure;
}

/** Parses the address of the screen. */
export const readCharted = (search: {
  readonly period?: string | undefined;
  readonly measure?: string | undefined;
}): Charted => ({
  period: isPeriod(search.period) ? search.period : 'week',
  measure: isMeasure(search.measure) ? search.measure : 'gross',
});

export interface ChartedDays extends Days {
  readonly by: SeriesStep;
  readonly against: Against;
  /** First day of the heat map, which needs several of each weekday. */
  readonly heatFrom: string;
}

const weeksOfHeatMap = 8;

/** @param rules null for a venue without a clock, whose days are those of the browser */
export function daysOf(period: Period, rules: NightRules | null, nowMs: number): ChartedDays {
  const to = dayAt(rules, nowMs, guessedTimezone().timezone);
  const heatFrom = shiftDay(to, 1 - 7 * weeksOfHeatMap);
  if (period === 'year') {
    const [year = 0, month = 1] = to.split('-').map(Number);
    const from = new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10);
    return { from, to, by: 'month', against: 'year', heatFrom: from };
  }
  const days = period === 'week' ? 7 : 28;
  return { from: shiftDay(to, 1 - days), to, by: 'night', against: 'weekday', heatFrom };
}

/** Sales report of the days, with only the sales that the filter asks for. */
export const reportHref = (
  from: string,
  to: string,
  filter: Pick<SalesReportSearch, 'currentDrink' | 'show' | 'weekday' | 'hour'> = {},
): string => paths.salesReport({ from, to, timezone: guessedTimezone().label, ...filter });

/** The sales that make up a figure. */
export const measureHref = (measure: Measure, from: string, to: string): string =>
  reportHref(from, to, measure === 'refunds' ? { show: 'refunded' } : {});

/** `$1,234.00`, or a count. */
export const figureText = (measure: Measure, value: number | null): string =>
  value === null
    ? '–'
    : countedMeasures.includes(measure)
      ? value.toLocaleString('en-US', { maximumFractionDigits: 1 })
      : formatMoney(value);

/** The same on the scale of a drawing. */
export const scaleText = (measure: Measure) => (value: number) =>
  countedMeasures.includes(measure)
    ? value.toLocaleString('en-US')
    : formatMoney(value).replace(/\.00$/, '');

const month = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const [shortMonth, monthAndYear, tickDay] = [
  month({ month: 'short' }),
  month({ month: 'long', year: 'numeric' }),
  month({ weekday: 'short', day: 'numeric' }),
];

/** `Fri, Nov 20`, `Nov 16 to Nov 22`, `November 2026`. */
export function spanTitle(by: SeriesStep, { from, to }: Days): string {
  if (by === 'month') return monthAndYear.format(Date.parse(from));
  return from === to ? dayName(from) : `${dayName(from)} to ${dayName(to)}`;
}

/** `Fri` above `20`, `Nov`. */
export const tickOf = (by: SeriesStep, from: string): string =>
  by === 'month'
    ? shortMonth.format(Date.parse(from))
    : tickDay
        .formatToParts(Date.parse(from))
        .map(({ type, value }) => (type === 'literal' ? '\n' : value))
        .toReversed()
        .join('');
