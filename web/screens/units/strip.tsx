import type { PointerEvent } from 'react';
import { hourText, type StripActivity, stripText } from '../../../rules/health/strip-text.ts';
import { hourMs, type Spell } from '../../../rules/health/unit-strip.ts';
import { barsPath, failuresPath, height, offlinePath, runningPath } from './strip-shape.ts';
import styles from './strip.module.css';

export interface StripProps {
  /** Time that the strip is of: `Last 24 hours`. */
  readonly label: string;
  readonly activity: StripActivity;
  readonly offline: readonly Spell[];
  /** Start of the first hour, in epoch milliseconds. */
  readonly startMs: number;
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
  /** Sales of an hour that fill the height; the most of the strip where it is not given. */
  readonly most?: number;
}

/**
 * Hours of a unit: a bar for the sales of each, a mark above those with failed drinks, and a line below the time without
 * contact. Its text has the sums; pointing at an hour shows those of the hour.
 */
export function Strip({ label, activity, offline, startMs, nowMs, timezone, most }: StripProps) {
  const count = activity.orders.length;
  const range = { startMs, nowMs };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const nth = Math.min(count - 1, Math.floor((count * (event.clientX - left)) / width));
    const title = event.currentTarget.querySelector('title');
    if (title && nth >= 0)
      title.textContent = hourText(activity, offline, { nth, startMs, nowMs, timezone });
  };
  return (
    <>
      <span className="sr-only">{`${label}: ${stripText(activity, offline, range)}`}</span>
      <svg
        aria-hidden="true"
        className={styles['strip']}
        viewBox={`0 0 ${count} ${height}`}
        preserveAspectRatio="none"
        onPointerMove={point}
      >
        <title />
        <path className={styles['ground']} d={`M0 3h${count}v14h-${count}z`} />
        <path className={styles['ahead']} d={runningPath(count, (nowMs - startMs) / hourMs)} />
        <path className={styles['sales']} d={barsPath(activity.orders, most)} />
        <path className={styles['failed']} d={failuresPath(activity.failed)} />
        <path className={styles['offline']} d={offlinePath(offline, count, range)} />
      </svg>
    </>
  );
}

/** What the marks of a strip mean. */
export function StripLegend() {
  return (
    <ul className={styles['legend']}>
      <li>
        <span className={styles['key']} data-of="sales" aria-hidden="true" />
        Sales
      </li>
      <li>
        <span className={styles['key']} data-of="failed" aria-hidden="true" />
        Failed drinks
      </li>
      <li>
        <span className={styles['key']} data-of="offline" aria-hidden="true" />
        Without contact
      </li>
    </ul>
  );
}
