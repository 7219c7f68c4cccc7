import { AsOf, ContextLine, VenueChoice } from '../../components/context-line.tsx';
import { selectVenue } from '../../context/owner-context.ts';
import type { ShownOverview } from './use-overview.ts';
import styles from './dashboard-context.module.css';

interface DashboardContextProps {
  readonly shown: ShownOverview;
  /** IANA name. */
  readonly timezone: string;
}

/** Whose figures these are and when they were true. One that could not be renewed says so here, where nothing moves. */
export function DashboardContext({ shown, timezone }: DashboardContextProps) {
  const { overview, asOfMs, problem } = shown;
  return (
    <ContextLine>
      <VenueChoice onChange={selectVenue} />
      {overview && (
        <>
          {' · '}
          <AsOf ms={asOfMs} timezone={timezone} />
          {problem && (
            <span role="alert" className={styles['problem']}>
              {' · '}Not refreshed: {problem}
            </span>
          )}
        </>
      )}
    </ContextLine>
  );
}
