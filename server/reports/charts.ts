/** Charts of sales, from the sums of the report: whatever is shown adds up to it. */
import type { Reads } from '../../db/pool/reads.ts';
import { chartMessages } from '../../rules/charts/chart-messages.ts';
import { type HeatMap, heatMapOf } from '../../rules/charts/heat-map.ts';
import { countMost, type MixedDrink, mixOf, weeksOfTrend } from '../../rules/charts/mix.ts';
import {
  countDivided,
  figureOf,
  hourNames,
  type HourOfNight,
  hoursOfNights,
  meanSums,
  type Measure,
  mostDividedHours,
  rounded,
  type SeriesStep,
  type Span,
  spansOf,
  stepFor,
  sumsOfMeasure,
} from '../../rules/charts/series.ts';
import { compareMessages } from '../../rules/compare/compare-messages.ts';
import {
  type Against,
  type Days,
  joinTimeRanges,
  mostAveragedNights,
  type OtherNight,
} from '../../rules/compare/compared-nights.ts';
import {
  countDays,
  hoursOf,
  type Night,
  nightAt,
  nightRange,
  type NightRules,
  nightsOf,
  shiftDay,
} from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import { addSums, addUp, type SaleSums } from '../../rules/reports/sales-totals.ts';
import { compareSales, type Comparison, mostNights } from './compare-sales.ts';
import { type RangeSums, sumSalesInParts } from './sales-in-parts.queries.ts';
import { type SalesScope, sumSalesByUnit } from './sales-sums.queries.ts';
import { listDrinkNames } from '../drinks/drinks.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { fieldError } from '../shared/errors.ts';
import { readSoldDrinks } from '../sums/read-sums.queries.ts';
import { listNightRows } from '../venues/nights.queries.ts';
import { requireNightRules } from '../venues/nights.ts';

type Deps = Pick<AppDeps, 'db' | 'now'> & { reads: Reads };

interface ChartPeriod extends Days {
  /** Of calendar days; business days of the venue without one. */
  timezone: string | undefined;
}

interface ComparedPeriod extends ChartPeriod {
  against?: Against | undefined;
  soFar: boolean;
  sameUnits: boolean;
}

async function requireNights(
  deps: Deps,
  { venueId }: SalesScope,
  { from, to, timezone }: ChartPeriod,
): Promise<{ rules: NightRules; nights: Night[] }> {
  if (countDays(from, to) > mostNights)
    throw fieldError({ to: compareMessages.tooManyNights(mostNights) });
  const rules = await requireNightRules(deps, venueId, timezone);
  return { rules, nights: nightsOf(rules, from, to) };
}

const compareWith = async (
  deps: Deps,
  scope: SalesScope,
  { against, ...period }: ComparedPeriod,
): Promise<Comparison | null> =>
  against === undefined ? null : compareSales(deps, scope, { ...period, against });

export interface SeriesPoint extends Span {
  hours: number;
  running: boolean;
  /** In cents or as a count; null for an average without orders. */
  value: number | null;
  /** Without units that the comparison leaves out. */
  same: number | null;
  other: number | null;
}

export interface Series {
  by: SeriesStep;
  measure: Measure;
  points: SeriesPoint[];
  total: number | null;
  comparison: Comparison | null;
  note: string | null;
  asOf: Date;
}

/** Reads the figure of each hour, night, week or month of a period. */
export async function readSeries(
  deps: Deps,
  scope: SalesScope,
  {
    by,
    measure,
    firstWeekday,
    ...period
  }: ComparedPeriod & { by: SeriesStep; measure: Measure; firstWeekday: number },
): Promise<Series> {
  const asOf = deps.now();
  const { nights } = await requireNights(deps, scope, period);
  const step = stepFor(nights, by);
  const spans = spansOf(nights, step, firstWeekday);
  const comparison = await compareWith(deps, scope, period);
  const hours = step === 'hour' ? hoursOfNights(nights) : null;
  const others = comparison ? othersOf(spans, hours, comparison) : [];
  const ranges = [...spans, ...others.flat(2)];
  const out = new Set(comparison?.leftOut.map(({ unitId }) => unitId));
  const sums = await deps.reads.query((recent) =>
    step === 'hour' || step === 'night'
      ? sumSalesInParts(recent, scope, ranges, sumsOfMeasure[measure], { perUnit: out.size > 0 })
      : sumSalesByUnit(recent, scope, ranges).then((rows) =>
          rows.map((row): RangeSums => ({ unitId: row.unitId, nth: row.nth, sums: row })),
        ),
  );
  const all = sumsByRange(sums, ranges.length);
  const same = sumsByRange(
    sums.filter(({ unitId }) => !out.has(unitId)),
    ranges.length,
  );
  let next = spans.length;
  const nowMs = asOf.getTime();
  const points = spans.map((span, nth): SeriesPoint => {
    const ofNights = (others[nth] ?? []).map((some) =>
      some.map(() => {
        next += 1;
        return same[next - 1] ?? none;
      }),
    );
    const other = ofNights.every((some) => some.length === 0) ? null : meanSums(ofNights);
    return {
      ...span,
      hours: hoursOf(span),
      running: span.startMs <= nowMs && nowMs < span.endMs,
      value: figureOf(measure, all[nth] ?? none),
      same: figureOf(measure, same[nth] ?? none),
      other: other && rounded(measure, figureOf(measure, other)),
    };
  });
  return {
    by: step,
    measure,
    points,
    total: figureOf(measure, addUp(all.slice(0, spans.length))),
    comparison,
    note: step === by ? null : chartMessages.coarser(step),
    asOf,
  };
}

/** Sums of each range, whose units are added up. */
function sumsByRange(rows: readonly RangeSums[], count: number): SaleSums[] {
  const byRange = Array.from({ length: count }, (): SaleSums => none);
  for (const { nth, sums } of rows) {
    const former = byRange[nth] ?? none;
    byRange[nth] = former === none ? sums : addSums(former, sums);
  }
  return byRange;
}

const none = addUp([]);

/**
 * Ranges that each span is compared with: for each of its nights those whose mean counts, or one. An hour is compared
 * with the same one of the clock.
 */
function othersOf(
  spans: readonly Span[],
  hours: readonly HourOfNight[] | null,
  { nights: { pairs }, counting }: Comparison,
): TimeRange[][][] {
  if (hours !== null) {
    const byDay = new Map(
      pairs.map(({ current }, nth) => [current.day, (counting[nth] ?? []).map(hoursByName)]),
    );
    const names = hourNames(hours);
    return hours.map(({ from }, nth) => [
      (byDay.get(from) ?? []).flatMap((other) => other.get(names[nth] ?? '') ?? []),
    ]);
  }
  const numbered = pairs.map(({ current }, nth) => ({
    day: current.day,
    parts: (counting[nth] ?? []).map(({ part }) => part),
  }));
  return spans.map(({ from, to }) =>
    numbered.filter(({ day }) => day >= from && day <= to).map(({ parts }) => parts),
  );
}

/** Hours of a night that are compared with, by their name. */
function hoursByName({ night, part }: OtherNight): Map<string, TimeRange> {
  const hours = hoursOfNights([night]);
  const names = hourNames(hours);
  return new Map(
    hours
      .map(({ startMs, endMs }, nth): [string, TimeRange] => [
        names[nth] ?? '',
        { startMs, endMs: Math.min(endMs, part.endMs) },
      ])
      .filter(([, { startMs, endMs }]) => startMs < endMs),
  );
}

export interface ShownHeatMap extends HeatMap, Days {
  measure: Measure;
  note: string | null;
  asOf: Date;
}

/** Reads an average hour of each weekday. */
export async function readHeatMap(
  deps: Deps,
  scope: SalesScope,
  { measure, onlyUsual, ...period }: ChartPeriod & { measure: Measure; onlyUsual: boolean },
): Promise<ShownHeatMap> {
  const asOf = deps.now();
  const { nights } = await requireNights(deps, scope, period);
  const all = hoursOfNights(nights);
  const isTooLong = countDivided(all) > mostDividedHours;
  const shown = isTooLong ? nights.slice(-mostAveragedNights) : nights;
  const [from, to] = [shown[0]?.day ?? period.from, shown.at(-1)?.day ?? period.to];
  const hours = (isTooLong ? hoursOfNights(shown) : all).filter(
    ({ startMs }) => startMs <= asOf.getTime(),
  );
  const [sums, rows] = await Promise.all([
    deps.reads.query((recent) =>
      sumSalesInParts(
        recent,
        scope,
        hours,
        [...new Set([...sumsOfMeasure[measure], 'orders' as const])],
        { perUnit: false },
      ),
    ),
    listNightRows(deps.db, scope.venueId, from, to),
  ]);
  const byHour = sumsByRange(sums, hours.length);
  const map = heatMapOf(
    hours.map((hour, nth) => ({ hour, sums: byHour[nth] ?? none })),
    { measure, marks: new Map(rows.map((row) => [row.day, row])), onlyUsual },
  );
  return {
    ...map,
    from,
    to,
    measure,
    note: isTooLong ? chartMessages.latestNights(shown.length) : null,
    asOf,
  };
}

export interface Mix {
  drinks: MixedDrink[];
  totalCents: number;
  most: number;
  isCompared: boolean;
  leftOut: number[];
  asOf: Date;
}

/** Reads the share of each drink in the sales of a period. */
export async function readMix(deps: Deps, scope: SalesScope, period: ComparedPeriod): Promise<Mix> {
  const asOf = deps.now();
  const { rules, nights } = await requireNights(deps, scope, period);
  const comparison = await compareWith(deps, scope, period);
  const current = joinTimeRanges(nights);
  const others = joinTimeRanges(
    (comparison?.counting ?? []).flatMap((some) => some.map(({ part }) => part)),
  );
  const weeks = weeksBefore(rules, period.to, asOf.getTime());
  const ranges = [...current, ...others, ...weeks];
  const out = new Set(comparison?.leftOut.map(({ unitId }) => unitId));
  const sums = await deps.reads.query((recent) =>
    readSoldDrinks(recent, scope, ranges, { perUnit: out.size > 0 }),
  );
  const keys = [...new Set(sums.map((row) => row.drink_key))];
  const names = await deps.reads.query((recent) => listDrinkNames(recent, scope.venueId, keys));
  const soldIn = (first: number, count: number, isCounted = (_unit: string): boolean => true) =>
    sums
      .filter((row) => row.nth >= first && row.nth < first + count && isCounted(row.unit_id))
      .map((row) => ({
        key: row.drink_key,
        name: row.name,
        glasses: row.poured_glasses,
        salesCents: row.sales_cents,
      }));
  const isSame = (unit: string): boolean => !out.has(unit);
  const drinks = mixOf({
    current: soldIn(0, current.length),
    same: soldIn(0, current.length, isSame),
    other: soldIn(current.length, others.length, isSame),
    weeks: weeks.map((_, nth) => soldIn(current.length + others.length + nth, 1)),
    names: new Map(names.map(({ id, name }) => [id, name])),
  });
  return {
    drinks,
    totalCents: drinks.reduce((sum, { salesCents }) => sum + salesCents, 0),
    most: countMost(drinks),
    isCompared: others.length > 0,
    leftOut: (comparison?.leftOut ?? []).map(({ unitNumber }) => unitNumber),
    asOf,
  };
}

/** Weeks that end with the last night of a period that is over, oldest first. */
function weeksBefore(rules: NightRules, to: string, nowMs: number): TimeRange[] {
  const running = nightAt(rules, nowMs).day;
  const last = to < running ? to : shiftDay(running, -1);
  return Array.from({ length: weeksOfTrend }, (_, nth) => {
    const end = shiftDay(last, -7 * (weeksOfTrend - 1 - nth));
    return nightRange(rules, shiftDay(end, -6), end);
  });
}
