/** Sales of this week by night, beside those of the week before. */
import { useQuery } from '@tanstack/react-query';
import { dayName, weekdayOf } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import { countDays, firstOfWeek, shiftDay } from '../../../rules/nights/nights.ts';
import { seriesQuery } from '../../api/charts.ts';
import { daysText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { paths } from '../../paths.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './dashboard-screen.module.css';

interface WeekCardProps {
  readonly venueId: string;
  /** Running business day. */
  readonly day: string;
  readonly hasClock: boolean;
  /** Of a week; 0 is Monday. */
  readonly firstWeekday: number;
}

const money = (value: number | null): string => (value === null ? '–' : formatMoney(value));

export default function WeekCard({ venueId, day, hasClock, firstWeekday }: WeekCardProps) {
  const from = firstOfWeek(day, firstWeekday);
  const to = shiftDay(from, 6);
  const { label, timezone } = guessedTimezone();
  const result = useQuery({
    ...seriesQuery({
      venueId,
      from,
      to,
      by: 'night',
      measure: 'gross',
      against: 'weekday',
      soFar: 'false',
      sameUnits: 'false',
      timezone: hasClock ? undefined : timezone,
    }),
    refetchInterval: 60_000,
  });
  return (
    <Card
      title="This week"
      actions={
        <LinkButton size="compact-sm" variant="default" href={paths.reports}>
          All charts
        </LinkButton>
      }
    >
      <Loaded
        of={loadState(result, { what: 'sales of the week', isEmpty: () => false })}
        pending={<div className={styles['week']} aria-busy="true" />}
      >
        {({ points }) => (
          <Chart
            label="Gross volume of this week"
            heading="Day"
            kind="bars"
            className={styles['week']}
            idle={daysText(from, to)}
            linkText="Sales report"
            initial={countDays(from, day) - 1}
            valueText={(value) => formatMoney(value).replace(/\.00$/, '')}
            stops={points.map((point) => ({
              key: point.from,
              title: dayName(point.from),
              tick: weekdayOf(point.from).slice(0, 3),
              texts: [point.from > day ? '–' : money(point.value), money(point.other)],
              note: point.running ? 'so far' : undefined,
              href: paths.salesReport({ from: point.from, to: point.to, timezone: label }),
              isRunning: point.running,
            }))}
            series={[
              { name: 'This week', look: 'main', values: points.map(({ value }) => value) },
              { name: 'Last week', look: 'other', values: points.map(({ other }) => other) },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
