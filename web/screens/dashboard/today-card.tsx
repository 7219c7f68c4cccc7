/** Today's sales: one main figure and three secondary ones. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { spanText } from '../../../rules/nights/night-text.ts';
import type { Overview } from '../../api/venues.ts';
import { formatDay } from '../../components/day-text.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { ordersBeside, volumeBeside } from './comparison.ts';
import styles from './today-card.module.css';

interface TodayFigureProps {
  readonly label: string;
  /** undefined while loading. */
  readonly value: string | undefined;
  readonly beside?: ReactNode;
  readonly main?: boolean;
}

function TodayFigure({ label, value, beside, main = false }: TodayFigureProps) {
  return (
    <div className={styles['figure']} data-main={main}>
      <dt>{label}</dt>
      <dd className={styles['value']}>{value ?? <SkeletonLine width={6} />}</dd>
      {beside !== undefined && <dd className={styles['beside']}>{beside}</dd>}
    </div>
  );
}

interface TodayCardProps {
  readonly overview: Overview | undefined;
  readonly refreshing: boolean;
}

const whole = (count: number | undefined) => count?.toLocaleString('en-US');
const money = (dollars: number | undefined) =>
  dollars === undefined ? undefined : formatMoney(dollars);

const spanOf = ({ start, end, timezone }: NonNullable<Overview['night']>): string =>
  spanText({ startMs: Date.parse(start), endMs: Date.parse(end), timezone });

/** A night of another length says so: `Oct 31, 2026 (25 hours)`. */
const dayOf = ({ day, night }: Overview): string =>
  night && night.hours !== 24 ? `${formatDay(day)} (${night.hours} hours)` : formatDay(day);

export function TodayCard({ overview, refreshing }: TodayCardProps) {
  const withMoney = may('money.read');
  return (
    <div className={styles['frame']}>
      <ProgressLine active={refreshing} />
      <Card
        title="Today so far"
        actions={
          // Remounted when loaded, so that a text of another length causes no layout shift.
          <span
            key={overview ? 'day' : 'loading'}
            className={styles['day']}
            title={overview?.night ? spanOf(overview.night) : undefined}
          >
            {overview ? dayOf(overview) : <SkeletonLine width={11} />}
          </span>
        }
      >
        <dl className={styles['figures']} aria-busy={overview === undefined}>
          {withMoney && (
            <TodayFigure
              main
              label="Gross volume"
              value={money(overview?.grossVolume)}
              beside={overview ? volumeBeside(overview) : <SkeletonLine width={30} />}
            />
          )}
          <TodayFigure
            main={!withMoney}
            label="Orders"
            value={whole(overview?.orders)}
            beside={overview ? ordersBeside(overview) : <SkeletonLine width={24} />}
          />
          <TodayFigure label="Servings" value={whole(overview?.servings)} />
          {withMoney && <TodayFigure label="Refunds" value={money(overview?.refunds)} />}
        </dl>
      </Card>
    </div>
  );
}
