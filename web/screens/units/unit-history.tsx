import { useQuery } from '@tanstack/react-query';
import { dayName } from '../../../lib/day-name.ts';
import { stripText } from '../../../rules/health/unit-strip.ts';
import { type UnitHistory, unitHistoryQuery } from '../../api/unit-health.ts';
import { LoadError } from '../../components/load-error.tsx';
import { TimedRows } from '../../components/timed-rows.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { intervalsOf, Strip, StripAxis, StripLegend, StripTable } from './health.tsx';
import styles from './unit-screen.module.css';

interface UnitPastProps {
  readonly number: string;
  readonly nowMs: number;
}

/** The last 14 nights of a unit, and what happened to it. */
export default function UnitPast({ number, nowMs }: UnitPastProps) {
  const { data, error, refetch } = useQuery({
    ...unitHistoryQuery(number, guessedTimezone().timezone),
    retry: false,
  });
  if (error && !data) return <LoadError what="history" error={error} onRetry={refetch} />;
  return (
    <div key={data ? 'known' : 'unknown'} className="stack gap-18">
      <UnitNights history={data} nowMs={nowMs} />
      <UnitEvents history={data} />
    </div>
  );
}

interface UnitNightsProps {
  /** Undefined while loading. */
  readonly history: UnitHistory | undefined;
  readonly nowMs: number;
}

const skeletonNights = Array.from({ length: 14 }, (_, nth) => nth);

/** The last 14 nights of a unit by the hour, on one scale. */
export function UnitNights({ history, nowMs }: UnitNightsProps) {
  const offline = intervalsOf(history?.offline ?? []);
  const most = Math.max(1, ...(history?.nights.flatMap(({ orders }) => orders) ?? []));
  const first = history?.nights[0];
  return (
    <Card title="Last 14 nights">
      <div className={styles['axis']}>
        <span />
        <span className={styles['hours']}>
          {first && (
            <StripAxis
              startMs={Date.parse(first.from)}
              count={first.orders.length}
              timezone={history.timezone}
            />
          )}
        </span>
        <span />
      </div>
      <ol className={styles['nights']} aria-busy={history === undefined}>
        {history?.nights.map((night) => {
          const startMs = Date.parse(night.from);
          const day = dayName(night.day);
          return (
            <li key={night.day} className={styles['night']}>
              <span className="text-13 nowrap">{day}</span>
              <span className={styles['hours']}>
                <Strip
                  label={day}
                  activity={night}
                  offline={offline}
                  startMs={startMs}
                  nowMs={nowMs}
                  timezone={history.timezone}
                  most={most}
                />
              </span>
              <span className="dim text-13 text-end" aria-hidden="true">
                {night.closed ? 'closed' : stripText(night, [], { startMs, nowMs }).split(', ', 1)}
              </span>
            </li>
          );
        }) ??
          skeletonNights.map((nth) => (
            <li key={nth} className={styles['night']}>
              <SkeletonLine width={9} />
              <span />
              <span className="dim text-13 text-end">
                <SkeletonLine width={7} />
              </span>
            </li>
          ))}
      </ol>
      <StripLegend />
      {history && (
        <StripTable
          label="Last 14 nights"
          heading="Night"
          strips={history.nights.map((night) => ({
            name: dayName(night.day),
            activity: night,
            offline,
            startMs: Date.parse(night.from),
          }))}
          nowMs={nowMs}
          timezone={history.timezone}
        />
      )}
    </Card>
  );
}

interface UnitEventsProps {
  /** Undefined while loading. */
  readonly history: UnitHistory | undefined;
}

/** What happened to a unit, newest first. */
export const UnitEvents = ({ history }: UnitEventsProps) => (
  <TimedRows
    title="Events"
    none="Nothing happened in the last 14 nights."
    timezone={history?.timezone ?? 'UTC'}
    rows={history?.events}
  />
);
