import { useQuery } from '@tanstack/react-query';
import { daysText } from '../../components/date-text.ts';
import { againstText } from '../../../rules/compare/compare-text.ts';
import { hoursText } from '../../../rules/charts/chart-messages.ts';
import { type Series, seriesQuery } from '../../api/charts.ts';
import { lineOf } from '../../components/comparison/comparison-lines.ts';
import { SilentUnits } from '../../components/comparison/silent-units.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { ChartFileButtons } from '../../components/table-file.tsx';
import { Chart } from '../../ui/chart/chart.tsx';
import { Link } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import {
  figureText,
  measures,
  periods,
  measureHref,
  scaleText,
  spanTitle,
  tickOf,
} from './chart-period.ts';
import { type ChartedVenue, placeOf } from './charted.ts';
import styles from './reports-screen.module.css';

/** A figure over the period, beside the period before. */
export function SeriesCard(of: ChartedVenue) {
  const { days, measure, venueId, sameUnits } = of;
  const result = useQuery({
    ...seriesQuery({
      ...placeOf(of),
      from: days.from,
      to: days.to,
      by: days.by,
      against: days.against,
      measure,
      ...(sameUnits ? {} : { sameUnits: 'false' as const }),
    }),
    enabled: venueId !== undefined,
  });
  const title = `${measures[measure]} by ${days.by === 'month' ? 'month' : 'day'}`;
  return (
    <Card title={title}>
      <Loaded of={loadState(result, { what: 'charts', after: of.after })} pending={<Pending />}>
        {(series) => <Shown {...of} series={series} />}
      </Loaded>
    </Card>
  );
}

const Pending = () => (
  <div className={styles['series']} aria-busy="true">
    <p className={styles['headline']}>
      <SkeletonLine width={10} />
    </p>
    <p className={styles['change']}>
      <SkeletonLine width={36} />
    </p>
  </div>
);

function Shown({
  series,
  period,
  timezone,
  onSameUnits,
}: ChartedVenue & { readonly series: Series }) {
  // Those of the response: the next period takes their place once it is there.
  const { by, measure, points, comparison } = series;
  const days = { from: points[0]?.from ?? '', to: points.at(-1)?.to ?? '' };
  const isSame = comparison !== null && comparison.leftOut.length > 0;
  const against = comparison?.against ?? 'weekday';
  const names = {
    main: `Last ${periods[period]}`,
    other: againstText({ ...days, against, soFar: false }),
  };
  const line = comparison && lineOf(measure, comparison, days);
  const label = `${measures[measure]}, ${periods[period]}`;
  const text = (value: number | null) => figureText(measure, value);
  const file = {
    name: `${measure}-${days.from}-${days.to}`,
    head: ['From', 'To', names.main, names.other],
    rows: points.map((point) => [point.from, point.to, point.value, point.other]),
  };
  return (
    <div className={styles['series']}>
      <p className={styles['headline']}>
        <b>
          <Link plain href={measureHref(measure, days.from, days.to)}>
            {text(series.total)}
          </Link>
        </b>
        {line && (
          // More refunds are neither good nor bad.
          <span data-sign={measure === 'refunds' ? undefined : line.short.charAt(0)}>
            {line.short}
          </span>
        )}
      </p>
      <p className={styles['change']}>{line?.long}</p>
      <Chart
        label={label}
        heading={by === 'month' ? 'Month' : 'Day'}
        kind={points.length > 62 ? 'lines' : 'bars'}
        idle={daysText(days.from, days.to)}
        linkText="Sales report"
        valueText={scaleText(measure)}
        stops={points.map((point) => ({
          key: point.start,
          title: spanTitle(by, point),
          tick: tickOf(by, point.from),
          texts: [text(point.value), text(point.other)],
          note: [
            noteOf(by, point),
            isSame && point.value !== point.same && `${text(point.same)} of the units compared`,
          ]
            .filter(Boolean)
            .join(', '),
          href: measureHref(measure, point.from, point.to),
          isRunning: point.running,
        }))}
        series={[
          { name: names.main, look: 'main', values: points.map(({ value }) => value) },
          { name: names.other, look: 'other', values: points.map(({ other }) => other) },
        ]}
        mostTicks={12}
        actions={<ChartFileButtons of={label} span={daysText(days.from, days.to)} file={file} />}
      />
      <div className={styles['notes']}>
        {comparison && (
          <SilentUnits comparison={comparison} timezone={timezone} onSameUnits={onSameUnits} />
        )}
        <p>{[series.note, ...(comparison?.notes ?? [])].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}

/** A night of another length, and one that goes on, say so. */
function noteOf(by: Series['by'], { hours, running }: Series['points'][number]) {
  if (running) return 'so far';
  return by === 'night' && hours !== 24 ? hoursText(hours) : undefined;
}
