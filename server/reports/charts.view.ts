import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import { perHour } from '../../rules/charts/heat-map.ts';
import { countedMeasures, type Measure } from '../../rules/charts/series.ts';
import { inDollars } from '../../rules/reports/breakdown-table.ts';
import type { Breakdown } from './breakdown/read-breakdown.ts';
import type { Mix, Series, ShownHeatMap } from './charts.ts';
import { comparisonView } from './reports.view.ts';

/** Dollars of cents; a count as it is, with at most two decimals. */
function shown(measure: Measure, figure: number | null): number | null {
  if (figure === null) return null;
  return countedMeasures.includes(measure)
    ? Math.round(figure * 100) / 100
    : toDollars(Math.round(figure));
}

export const seriesView = ({
  by,
  measure,
  points,
  total,
  comparison,
  note,
  asOf,
}: Series): EndpointResponse<'getSeries'> => ({
  by,
  measure,
  points: points.map(({ startMs, endMs, from, to, hours, running, value, same, other }) => ({
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    from,
    to,
    hours,
    running,
    value: shown(measure, value),
    same: shown(measure, same),
    other: shown(measure, other),
  })),
  total: shown(measure, total),
  comparison: comparison && comparisonView(comparison),
  note,
  asOf: asOf.toISOString(),
});

export const heatMapView = ({
  measure,
  from,
  to,
  readings,
  rows,
  leftOut,
  note,
  asOf,
}: ShownHeatMap): EndpointResponse<'getHeatMap'> => ({
  measure,
  from,
  to,
  readings: [...readings],
  rows: rows.map(({ weekday, nights, cells }) => ({
    weekday,
    nights: [...nights],
    cells: cells.map(
      (cell) =>
        cell && {
          value: shown(measure, perHour(measure, cell)),
          total: shown(measure, cell.total),
          hours: cell.hours,
          byNight: cell.byNight.map((figure) => shown(measure, figure)),
        },
    ),
  })),
  leftOut: [...leftOut],
  note,
  asOf: asOf.toISOString(),
});

export const mixView = ({
  drinks,
  totalCents,
  most,
  isCompared,
  leftOut,
  asOf,
}: Mix): EndpointResponse<'getMix'> => ({
  drinks: drinks.map(({ name, glasses, salesCents, share, sameShare, other, weeks, trend }) => ({
    name,
    glasses,
    sales: toDollars(salesCents),
    share,
    other: isCompared
      ? { glasses: other.glasses, sales: toDollars(other.salesCents), share: other.share }
      : null,
    shareChange: isCompared ? sameShare - other.share : null,
    weeks: weeks.map(toDollars),
    trend,
  })),
  totalSales: toDollars(totalCents),
  most,
  leftOut,
  asOf: asOf.toISOString(),
});

export const breakdownView = ({ asOf, ...of }: Breakdown): EndpointResponse<'getBreakdown'> => ({
  ...inDollars(of),
  note: of.note,
  asOf: asOf.toISOString(),
});
