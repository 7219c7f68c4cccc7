/** Two venues laid over each other, by hour of the clock. */
import { useQuery } from '@tanstack/react-query';

import type { Days } from '../../../lib/day-range.ts';
import { formatMoney } from '../../../lib/money.ts';
import { hourText } from '../../../rules/reports/breakdown.ts';
import { type Breakdown, breakdownQuery } from '../../api/charts.ts';
import { daysText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { ChartFileButtons } from '../../components/table-file.tsx';
import { useNightRules } from '../../context/use-night-rules.ts';
import { paths } from '../../paths.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { InlineSelect } from '../../ui/fields.tsx';
import { useSetAddress } from '../../ui/link.tsx';
import { type LoadState, loadState } from '../../ui/load-state.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './all-venues-screen.module.css';

interface Venue {
  readonly venueId: string;
  readonly name: string;
}

interface VenuesByHourProps {
  /** At least two. */
  readonly venues: readonly Venue[];
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly days: Days;
  /** Of venues without a clock. */
  readonly timezone: string;
}

export default function VenuesByHour({ venues, search, days, timezone }: VenuesByHourProps) {
  const setAddress = useSetAddress();
  const find = (id: string | undefined) => venues.find(({ venueId }) => venueId === id);
  // By name, so that the two stay where the order of the list changes.
  const byName = venues.toSorted((a, b) => a.name.localeCompare(b.name));
  const one = find(search['one']) ?? byName[0];
  const other =
    find(search['other']) ?? byName.find(({ venueId }) => venueId !== one?.venueId) ?? byName[1];
  const choose = (changed: Readonly<Record<string, string>>) =>
    setAddress(paths.at(paths.allVenues(), { ...search, ...changed }));
  const [first, second] = [
    useHours(one?.venueId, days, timezone),
    useHours(other?.venueId, days, timezone),
  ];
  return (
    <Card title="Two venues by hour">
      <div className={styles['pair']}>
        {(
          [
            ['First venue', 'one', one],
            ['Second venue', 'other', other],
          ] as const
        ).map(([label, key, venue]) => (
          <InlineSelect
            key={key}
            aria-label={label}
            value={venue?.venueId ?? ''}
            data={byName.map(({ venueId, name }) => ({ value: venueId, label: name }))}
            onChange={({ currentTarget }) => choose({ [key]: currentTarget.value })}
          />
        ))}
      </div>
      <Loaded of={second.state} pending={<div className={styles['hours']} aria-busy="true" />}>
        {(otherHours) => (
          <Loaded of={first.state} pending={<div className={styles['hours']} aria-busy="true" />}>
            {(hours) => (
              <Shown
                names={[one?.name ?? '', other?.name ?? '']}
                hours={[hours, otherHours]}
                startsAt={first.startsAt}
                days={days}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

/** Sales of a venue by hour of its own clock. */
function useHours(
  venueId: string | undefined,
  days: Days,
  timezone: string,
): { state: LoadState<Breakdown>; startsAt: number } {
  const { rules, state } = useNightRules(venueId);
  const result = useQuery({
    ...breakdownQuery({
      venueId: venueId ?? '',
      ...days,
      by: 'hour',
      timezone: rules ? undefined : timezone,
    }),
    enabled: venueId !== undefined && rules !== undefined,
  });
  const startsMinutes = rules?.clocks.at(-1)?.startsMinutes ?? 0;
  return {
    state: loadState(result, { what: 'sales by hour', after: [state], isEmpty: () => false }),
    startsAt: Math.floor(startsMinutes / 60),
  };
}

interface ShownProps {
  readonly names: readonly [string, string];
  readonly hours: readonly [Breakdown, Breakdown];
  /** Hour at which nights of the first venue begin. */
  readonly startsAt: number;
  readonly days: Days;
}

function Shown({ names, hours, startsAt, days }: ShownProps) {
  const readings = Array.from({ length: 24 }, (_, nth) => (startsAt + nth) % 24);
  const valuesOf = ({ rows }: Breakdown) => {
    const sales = new Map(rows.map((row) => [row.key, row.sales ?? 0]));
    return readings.map((reading) => sales.get(String(reading)) ?? 0);
  };
  const series = [
    { name: names[0], look: 'main' as const, values: valuesOf(hours[0]) },
    { name: names[1], look: 'other' as const, values: valuesOf(hours[1]) },
  ];
  const label = `Sales by hour of ${names[0]} and ${names[1]}`;
  const file = {
    name: `hours-of-two-venues-${days.from}-${days.to}`,
    head: ['Hour', ...names],
    rows: readings.map((reading, nth) => [
      `${String(reading).padStart(2, '0')}:00`,
      ...series.map(({ values }) => values[nth] ?? 0),
    ]),
  };
  return (
    <Chart
      label={label}
      heading="Hour"
      kind="lines"
      className={styles['hours']}
      idle={`Sales, ${daysText(days.from, days.to)}, each by its own clock`}
      valueText={(value) => formatMoney(value).replace(/\.00$/, '')}
      stops={readings.map((reading, nth) => ({
        key: String(reading),
        title: hourText(reading),
        tick: hourText(reading),
        texts: series.map(({ values }) => formatMoney(values[nth] ?? 0)),
      }))}
      series={series}
      mostTicks={6}
      actions={<ChartFileButtons of={label} span={daysText(days.from, days.to)} file={file} />}
    />
  );
}
