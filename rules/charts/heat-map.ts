/** Heat map of a period: weekday of the night by hour of the clock, and what an hour took on average. */
import { weekdayIndex } from '../../lib/day-range.ts';
import { groupBy } from '../../lib/lists.ts';
import { isCounted, type NightMark } from '../compare/compare-notes.ts';
import { figureOf, type HourOfNight, type Measure } from './series.ts';
import { addUp, type SaleSums } from '../reports/sales-totals.ts';

/** An hour of a night with its sums. */
export interface SummedHour {
  readonly hour: HourOfNight;
  readonly sums: SaleSums;
}

export interface HeatCell {
  /** Figure of the hours together, in cents or as a count; null for an average without orders. */
  readonly total: number | null;
  /** Times that the hour occurred: 2 in a night in which it comes twice, a part where a night starts within it. */
  readonly hours: number;
  /** Figure in each night of the row; null where the hour did not occur, or without orders for an average. */
  readonly byNight: readonly (number | null)[];
}

export interface HeatRow {
  /** 0 is Monday. */
  readonly weekday: number;
  /** Nights that count, oldest first. */
  readonly nights: readonly string[];
  /** One for each of the readings; null for an hour that never occurred. */
  readonly cells: readonly (HeatCell | null)[];
}

export interface HeatMap {
  /** Hours of the clock in the order of a night. */
  readonly readings: readonly number[];
  /** From Monday to Sunday. */
  readonly rows: readonly HeatRow[];
  /** Nights that are left out, as closed or special. */
  readonly leftOut: readonly string[];
}

const hoursOfDay = 24;
const hourMs = 3_600_000;

interface HeatMapOptions {
  readonly measure: Measure;
  readonly marks: ReadonlyMap<string, NightMark>;
  /** Leaves closed and special nights out; without it, only closed ones on which nothing was sold. */
  readonly onlyUsual: boolean;
}

/** @param hours of nights that have begun, in their order */
export function heatMapOf(
  hours: readonly SummedHour[],
  { measure, marks, onlyUsual }: HeatMapOptions,
): HeatMap {
  const byNight = groupBy(hours, ({ hour }) => hour.from);
  const isLeftOut = (day: string, of: readonly SummedHour[]): boolean => {
    const mark = marks.get(day);
    if (onlyUsual) return !isCounted(mark);
    return mark?.closed === true && of.every(({ sums }) => sums.orders === 0);
  };
  const left = [...byNight].filter(([day, of]) => isLeftOut(day, of)).map(([day]) => day);
  const out = new Set(left);
  const first = hours.at(-1)?.hour.from;
  const start = hours.find(({ hour }) => hour.from === first)?.hour.reading ?? 0;
  const readings = Array.from({ length: hoursOfDay }, (_, nth) => (start + nth) % hoursOfDay);
  const counted = [...byNight].filter(([day]) => !out.has(day));
  const byWeekday = groupBy(counted, ([day]) => weekdayIndex(day));
  const rows = Array.from({ length: 7 }, (_, weekday): HeatRow => {
    const own = byWeekday.get(weekday) ?? [];
    const byReading = groupBy(
      own.flatMap(([, ofNight]) => ofNight),
      ({ hour }) => hour.reading,
    );
    const nights = own.map(([day]) => day);
    return {
      weekday,
      nights,
      cells: readings.map((reading) => cellOf(byReading.get(reading) ?? [], nights, measure)),
    };
  });
  return { readings, rows, leftOut: left };
}

const sumOf = (hours: readonly SummedHour[], measure: Measure): number | null =>
  figureOf(measure, addUp(hours.map(({ sums }) => sums)));

function cellOf(
  hours: readonly SummedHour[],
  nights: readonly string[],
  measure: Measure,
): HeatCell | null {
  const ms = hours.reduce((sum, { hour }) => sum + hour.endMs - hour.startMs, 0);
  if (ms === 0) return null;
  const ofNight = groupBy(hours, ({ hour }) => hour.from);
  return {
    total: sumOf(hours, measure),
    hours: Math.round((100 * ms) / hourMs) / 100,
    byNight: nights.map((night) => {
      const own = ofNight.get(night);
      return own ? sumOf(own, measure) : null;
    }),
  };
}

/** Figure of an average hour of a cell; an average price is one already. */
export const perHour = (
  measure: Measure,
  { total, hours }: Pick<HeatCell, 'total' | 'hours'>,
): number | null => (total === null ? null : measure === 'averagePrice' ? total : total / hours);
