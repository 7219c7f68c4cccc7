import type { PointerEvent } from 'react';
import { nightText, nightsText } from '../../../rules/health/position-nights.ts';
import type { PositionsHealth } from '../../api/unit-health.ts';
import { barsPath, failuresPath, height } from './health.tsx';
import styles from './strip.module.css';

type Night = PositionsHealth['positions'][number]['nights'][number];

interface PositionNightsProps {
  /** Oldest first. */
  readonly nights: readonly Night[];
}

/**
 * The last 28 nights of a position: a bar for the pours of each, a mark above those with failed pours, and its flow as a
 * line. Its text has the sums; pointing at a night shows those of the night.
 */
export function PositionNights({ nights }: PositionNightsProps) {
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const night = nights[Math.floor((nights.length * (event.clientX - left)) / width)];
    const title = event.currentTarget.querySelector('title');
    if (title && night) title.textContent = nightText(night);
  };
  return (
    <>
      <span className="sr-only">{nightsText(nights)}</span>
      <svg
        aria-hidden="true"
        className={styles['strip']}
        viewBox={`0 0 ${nights.length} ${height}`}
        preserveAspectRatio="none"
        onPointerMove={point}
      >
        <title />
        <path className={styles['ground']} d={`M0 3h${nights.length}v14h-${nights.length}z`} />
        <path className={styles['sales']} d={barsPath(nights.map(({ pours }) => pours))} />
        <path className={styles['failed']} d={failuresPath(nights.map(({ failed }) => failed))} />
        <path className={styles['flow']} d={flowPath(nights)} />
      </svg>
    </>
  );
}

/** A line through the nights whose flow is known; its highest is at the top of the bars. */
function flowPath(nights: readonly Night[]): string {
  const most = Math.max(...nights.map(({ mlPerSecond }) => mlPerSecond ?? 0));
  const points = nights.flatMap(({ mlPerSecond }, nth) =>
    mlPerSecond === null ? [] : [`${nth + 0.5} ${(17 - (14 * mlPerSecond) / most).toFixed(2)}`],
  );
  return points.length === 0 ? '' : `M${points.join('L')}`;
}
