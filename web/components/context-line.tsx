/** Line below a title: the venue and the time of the data shown. */
import type { ReactNode } from 'react';
import { formatInZone } from '../../lib/time-in-zone.ts';
import { useVenues } from '../context/use-venues.ts';
import { SkeletonLine } from '../ui/page.tsx';
import styles from './context-line.module.css';

/** Name of the active venue. */
export function VenueName() {
  const { active, isPending } = useVenues();
  return isPending ? <SkeletonLine width={14} /> : <bdi>{active?.name}</bdi>;
}

interface AsOfProps {
  /** Epoch milliseconds. */
  readonly ms: number;
  /** IANA name. */
  readonly timezone: string;
}

/** Time of day, with the full date on hover. */
export function AsOf({ ms, timezone }: AsOfProps) {
  const asOf = formatInZone(ms, timezone);
  return (
    <time dateTime={new Date(ms).toISOString()} title={asOf}>
      as of {asOf.split(', ').at(-1)}
    </time>
  );
}

interface RefreshedProps extends AsOfProps {
  /** Message of the refresh that failed; the data is then older than it should be. */
  readonly problem: string | null | undefined;
}

/** Time of data that is refreshed while it is shown. A failed refresh is reported beside it, without layout shift. */
export const Refreshed = ({ problem, ...time }: RefreshedProps) => (
  <>
    {' · '}
    <AsOf {...time} />
    {problem && (
      <span role="alert" className="out">
        {' · '}Not refreshed: {problem}
      </span>
    )}
  </>
);

interface ContextLineProps {
  /** Takes two lines on phones. */
  readonly long?: boolean;
  readonly children: ReactNode;
}

export const ContextLine = ({ long = false, children }: ContextLineProps) => (
  <span data-long={long} className={styles['context']}>
    {children}
  </span>
);
