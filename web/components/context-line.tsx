/** Line below a title: venue selector when there are several, and the time of the data shown. */
import type { ReactNode } from 'react';
import { formatInZone } from '../../lib/time-in-zone.ts';
import { useVenues } from '../context/use-venues.ts';
import { SkeletonLine } from '../ui/skeletons.tsx';
import styles from './context-line.module.css';

interface VenueChoiceProps {
  /** Id of the chosen venue; defaults to the active one. */
  readonly value?: string | null | undefined;
  readonly onChange: (venueId: string) => void;
}

export function VenueChoice({ value, onChange }: VenueChoiceProps) {
  const { venues, active, isPending } = useVenues();
  if (isPending) return <SkeletonLine width={14} />;
  if (venues.length < 2) return active?.name;
  return (
    <select
      aria-label="Venue"
      className={styles['venue']}
      value={value ?? active?.id ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {venues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Name of the active venue. */
export function VenueName() {
  const { active, isPending } = useVenues();
  return isPending ? <SkeletonLine width={14} /> : active?.name;
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

export const ContextLine = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles['context']}>{children}</span>
);
