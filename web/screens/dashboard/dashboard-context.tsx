import { AsOf, ContextLine, VenueName } from '../../components/context-line.tsx';
import type { ShownOverview } from './use-overview.ts';
import styles from './dashboard-context.module.css';

interface DashboardContextProps {
  readonly shown: ShownOverview;
  /** IANA name. */
  readonly timezone: string;
}

/** Venue and time of the figures. A failed refresh is shown here, without layout shift. */
export function DashboardContext({ shown, timezone }: DashboardContextProps) {
  const { overview, asOfMs, problem } = shown;
  return (
    <ContextLine>
      <VenueName />
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
