import { midnightOf } from '../../../lib/day-range.ts';
import { stripText } from '../../../rules/health/strip-text.ts';
import type { UnitHistory } from '../../api/unit-health.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { spellsOf } from './spells.ts';
import { StripAxis } from './strip-axis.tsx';
import { Strip, StripLegend } from './strip.tsx';
import styles from './unit-screen.module.css';

interface UnitNightsProps {
  /** Undefined while loading. */
  readonly history: UnitHistory | undefined;
  readonly nowMs: number;
}

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const skeletonNights = Array.from({ length: 14 }, (_, nth) => nth);

/** The last 14 nights of a unit by the hour, on one scale. */
export function UnitNights({ history, nowMs }: UnitNightsProps) {
  const offline = spellsOf(history?.offline ?? []);
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
          const day = dayFormat.format(midnightOf(night.day));
          return (
            <li key={night.day} className={styles['night']}>
              <span className={styles['day']}>{day}</span>
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
              <span className={styles['sums']} aria-hidden="true">
                {night.closed ? 'closed' : stripText(night, [], { startMs, nowMs }).split(', ', 1)}
              </span>
            </li>
          );
        }) ??
          skeletonNights.map((nth) => (
            <li key={nth} className={styles['night']}>
              <SkeletonLine width={9} />
              <span />
              <span className={styles['sums']}>
                <SkeletonLine width={7} />
              </span>
            </li>
          ))}
      </ol>
      <StripLegend />
    </Card>
  );
}
