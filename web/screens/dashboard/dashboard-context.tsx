import { formatInZone } from '../../../rules/time-in-zone.ts';
import { useVenues } from '../../session/active-venue.ts';
import { selectVenue } from '../../session/owner-context.ts';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import type { ShownOverview } from './use-overview.ts';
import styles from './dashboard-context.module.css';

/** The venue by name; for owners of several a choice, which every other screen follows. */
function VenueChoice() {
  const { venues, active, isPending } = useVenues();
  if (isPending) return <SkeletonLine width={14} />;
  if (venues.length < 2) return active?.name;
  return (
    <select
      aria-label="Venue"
      className={styles['venue']}
      value={active?.id ?? ''}
      onChange={(event) => selectVenue(event.currentTarget.value)}
    >
      {venues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface DashboardContextProps {
  readonly shown: ShownOverview;
  /** IANA name. */
  readonly timezone: string;
}

/** Whose figures these are and when they were true. One that could not be renewed says so here, where nothing moves. */
export function DashboardContext({ shown, timezone }: DashboardContextProps) {
  const { overview, asOfMs, problem } = shown;
  const asOf = asOfMs > 0 ? formatInZone(asOfMs, timezone) : '';
  return (
    <span className={styles['context']}>
      <VenueChoice />
      {overview && (
        <>
          {' · '}
          <time dateTime={new Date(asOfMs).toISOString()} title={asOf}>
            as of {asOf.split(', ').at(-1)}
          </time>
          {problem && (
            <span role="alert" className={styles['problem']}>
              {' · '}Not refreshed: {problem}
            </span>
          )}
        </>
      )}
    </span>
  );
}
