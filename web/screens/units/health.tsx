import { useQuery } from '@tanstack/react-query';
import type { PointerEvent, ReactNode } from 'react';
import {
  hourMs,
  hourText,
  type Interval,
  offlineShare,
  type StripActivity,
  stripText,
} from '../../../rules/health/unit-strip.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { errorMessage } from '../../api/api-error.ts';
import { healthQuery, type VenueHealth } from '../../api/unit-health.ts';
import { ContextLine, Refreshed } from '../../components/context-line.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { FiguresTable } from '../../ui/chart/figures-table.tsx';
import { useNow } from '../../ui/hooks.ts';
import { type LoadState, loadState } from '../../ui/load-state.tsx';
import styles from './strip.module.css';

export interface StripProps {
  /** Time that the strip is of: `Last 24 hours`. */
  readonly label: string;
  readonly activity: StripActivity;
  readonly offline: readonly Interval[];
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

const marks = { sales: 'Sales', failed: 'Failed drinks', offline: 'Without contact' } as const;

interface StripLegendProps {
  /** Meaning of each mark, by its name in the styles; those of the strip of a unit by default. */
  readonly of?: Readonly<Record<string, string>>;
}

/** What the marks of a strip mean. */
export const StripLegend = ({ of = marks }: StripLegendProps) => (
  <ul className={styles['legend']}>
    {Object.entries(of).map(([mark, meaning]) => (
      <li key={mark}>
        <span className={styles['key']} data-of={mark} aria-hidden="true" />
        {meaning}
      </li>
    ))}
  </ul>
);

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
          <span
            key={nth}
            data-late={nth > count - 3}
            style={{ insetInlineStart: `${(100 * nth) / count}%` }}
          >
            {label.format(at)}
          </span>
        ))}
    </span>
  );
}

interface StripTableProps {
  readonly label: string;
  /** Heading of the names of the strips. */
  readonly heading: string;
  readonly strips: readonly (Pick<StripProps, 'activity' | 'offline' | 'startMs'> & {
    readonly name: string;
  })[];
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Hours of strips in which something happened, as a table. */
export function StripTable({ label, heading, strips, nowMs, timezone }: StripTableProps) {
  const rows = strips.flatMap(({ name, activity, offline, startMs }) =>
    activity.orders.flatMap((orders, nth) => {
      const hour = { orders: [orders], failed: [activity.failed[nth] ?? 0] };
      const fromMs = startMs + nth * hourMs;
      const isQuiet =
        orders === 0 &&
        hour.failed[0] === 0 &&
        offlineShare(offline, fromMs, Math.max(nowMs, fromMs)) === 0;
      if (isQuiet) return [];
      const text = stripText(hour, offline, { startMs: fromMs, nowMs });
      return [[name, timeThereText(fromMs, timezone), text]];
    }),
  );
  return <FiguresTable label={label} head={[heading, 'Hour', 'Activity']} rows={rows} />;
}

// Shapes of a strip: an hour is 1 wide, from the top 3 for marks of failures, 14 for bars, and 3 for the line below.

export const height = 20;
const [markHeight, barHeight, lineHeight] = [3, 14, 3];
const [gap, leastBar] = [0.12, 1.5];

const box = (x: number, y: number, width: number, tall: number): string =>
  `M${round(x)} ${round(y)}h${round(width)}v${round(tall)}h${round(-width)}z`;
const round = (number: number): number => Math.round(number * 1000) / 1000;

/** @param most sales that fill the height */
export function barsPath(orders: readonly number[], most = Math.max(...orders)): string {
  const bars = orders.flatMap((count, nth) => {
    if (count === 0) return [];
    const tall = Math.max(leastBar, barHeight * Math.min(1, count / Math.max(1, most)));
    return [box(nth + gap, markHeight + barHeight - tall, 1 - 2 * gap, tall)];
  });
  return bars.join('');
}

export const failuresPath = (failed: readonly number[]): string =>
  failed
    .flatMap((count, nth) => (count === 0 ? [] : [box(nth + gap, 0, 1 - 2 * gap, markHeight)]))
    .join('');

/** Hours that are yet to come. */
export const runningPath = (count: number, hoursPast: number): string => {
  const past = Math.max(0, Math.min(count, hoursPast));
  return past >= count ? '' : box(past, markHeight, count - past, barHeight);
};

export function offlinePath(
  intervals: readonly Interval[],
  count: number,
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
): string {
  const hourOf = (ms: number): number => Math.max(0, Math.min(count, (ms - startMs) / hourMs));
  const lines = intervals.flatMap(({ fromMs, untilMs }) => {
    const [from, until] = [hourOf(fromMs), hourOf(Math.min(untilMs ?? nowMs, nowMs))];
    return until > from ? [box(from, height - lineHeight, until - from, lineHeight)] : [];
  });
  return lines.join('');
}

/** Times without contact as the API sends them. */
export const intervalsOf = (
  offline: readonly { from: string; until: string | null }[],
): Interval[] =>
  offline.map(({ from, until }) => ({
    fromMs: Date.parse(from),
    untilMs: until === null ? null : Date.parse(until),
  }));

// Health of the units of the active venue.

/** Older states are shown as not up to date. */
const staleMs = 3 * 60_000;

export interface ShownHealth {
  readonly state: LoadState<VenueHealth>;
  readonly health: VenueHealth | undefined;
  /** True once it could not be loaded, also while that is tried again. */
  readonly hasFailed: boolean;
  /** Of the states, at most a minute before now. */
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
  /** Why the states are more than three minutes old; null while they are not. */
  readonly problem: string | null;
}

export function useHealth(): ShownHealth {
  const { active, state: venues } = useVenues();
  const { timezone } = guessedTimezone();
  const result = useQuery({
    ...healthQuery(active?.id ?? '', timezone),
    enabled: active !== undefined,
  });
  const { data, error } = result;
  const asOfMs = data ? Date.parse(data.asOf) : 0;
  const nowMs = Math.max(useNow(), asOfMs);
  const isStale = data !== undefined && nowMs - asOfMs > staleMs;
  return {
    state: loadState(result, { what: 'units', after: [venues] }),
    health: data,
    hasFailed: result.errorUpdateCount > 0,
    nowMs,
    timezone: data?.timezone ?? timezone,
    problem: isStale && error ? errorMessage(error) : null,
  };
}

interface HealthContextProps {
  readonly shown: ShownHealth;
  /** Takes two lines on phones. */
  readonly long?: boolean;
  readonly children: ReactNode;
}

/** What a screen is of, and the time of its states. */
export function HealthContext({ shown, long = false, children }: HealthContextProps) {
  const { health, timezone, problem } = shown;
  return (
    <ContextLine long={long}>
      {children}
      {health && <Refreshed ms={Date.parse(health.asOf)} timezone={timezone} problem={problem} />}
    </ContextLine>
  );
}
