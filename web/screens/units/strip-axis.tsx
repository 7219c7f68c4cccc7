import { hourMs } from '../../../rules/health/unit-strip.ts';
import styles from './strip.module.css';

interface StripAxisProps {
  /** Start of the first hour, in epoch milliseconds. */
  readonly startMs: number;
  /** Number of hours. */
  readonly count: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Times of day along strips, every six hours of the clock; their text for screen readers is in the strips. */
export function StripAxis({ startMs, count, timezone }: StripAxisProps) {
  const hours = Array.from({ length: count }, (_, nth) => nth);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options });
  const [clock, label] = [
    format({ hour: 'numeric', hourCycle: 'h23' }),
    format({ hour: 'numeric' }),
  ];
  return (
    <span className={styles['axis']} aria-hidden="true">
      {hours
        .map((nth) => ({ nth, at: startMs + nth * hourMs }))
        .filter(({ at }) => Number(clock.format(at)) % 6 === 0)
        .map(({ nth, at }) => (
          <span key={nth} style={{ insetInlineStart: `${(100 * nth) / count}%` }}>
            {label.format(at)}
          </span>
        ))}
    </span>
  );
}
